// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// What a person or a program reads: data on standard output, everything else on standard error.
enum Console {
    /// Prints a line of data.
    static func print(_ line: String) throws {
        do { try StandardOutput.write(Array((line + "\n").utf8)) } catch {
            // A reader that went away is not worth a sentence, but not a success either.
            if error.cause != .brokenPipe { complain("standard output: \(error.reason).") }
            throw ExitCode(1)
        }
    }

    /// Prints a value as one line of JSON.
    static func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do { data = try encoder.encode(value) } catch { throw Failure("A result cannot be told as JSON: \(error).") }
        try print(String(decoding: data, as: UTF8.self))
    }

    /// Prints a line for a person, on standard error.
    static func complain(_ line: String) { FileHandle.standardError.write(Data("limn: \(line)\n".utf8)) }
}

/// The worst that happened so far, as an exit code.
struct Outcome {
    private var hasWarnings = false
    private var hasFailures = false

    mutating func add(_ status: ResultStatus) {
        if status == .warnings { hasWarnings = true }
        if !status.isDone { hasFailures = true }
    }

    /// - Throws: the exit code 1 or 3, if any.
    func exit() throws {
        if hasFailures { throw ExitCode(1) }
        if hasWarnings { throw ExitCode(3) }
    }
}

/// Something that ends the command with a sentence and exit code 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Prints the sentence of any error and ends with exit code 1.
    static func wrap<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as ExitCode { throw error } catch let error as ValidationError {
            throw error
        } catch {
            Console.complain("\(error)")
            throw ExitCode(1)
        }
    }
}
