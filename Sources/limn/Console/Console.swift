// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import LimnWorker
internal import SystemPackage

/// What a person or a program reads: data on standard output, everything else on standard error.
enum Console {
    /// Prints a line of data.
    static func print(_ line: String) throws { try print(text: line.onOneLine + "\n") }

    /// Prints text as it is.
    static func print(text: String) throws {
        do { try StandardOutput.write(Array(text.utf8)) } catch { throw OutputLost(cause: error) }
    }

    /// Prints a result as one line of JSON. Every result has `status`, `messages` and `notes`; one that does not say
    /// otherwise is done, with nothing to tell.
    static func print(json value: some Encodable) throws {
        try print(String(decoding: try JSONResult.line(value), as: UTF8.self))
    }

    /// Prints a line for a person, on standard error. Where that takes nothing, there is no one left to tell.
    static func complain(_ line: String) { complain(text: "limn: \(line.onOneLine)\n") }

    /// Prints text as it is on standard error.
    static func complain(text: String) { _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8)) }

    /// Prints what is to be said of a result: errors, warnings unless `--quiet` is given, and notes with `--verbose`.
    static func tell(_ diagnostics: [Diagnostic], _ report: ReportOptions) {
        for line in Advice.lines(diagnostics.filter { report.tells($0.severity) }) { complain(line) }
    }

    /// Says that documents were read without a sandbox, where that was allowed and has happened.
    static func tellOfMissingSandbox() {
        guard Sandbox.wasMissing else { return }
        complain("the work was done without a sandbox, as was allowed: a hostile document could do there what you can.")
    }

    /// `1 page`, `2 pages`.
    static func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

/// Standard output took no more.
struct OutputLost: Error, CustomStringConvertible {
    let cause: FileError
    var description: String { cause.description }
    /// Whether the reader went away, which is not worth a sentence, but not a success either.
    var isSilent: Bool { cause.cause == .brokenPipe }
}

/// Somebody who is told of results one by one, and may go away: the work goes on without a listener.
struct Listener {
    private var lost: (any Error)?

    /// Tells of a result, unless nobody listens any more.
    mutating func tell(_ body: () throws -> Void) {
        guard lost == nil else { return }
        do { try body() } catch { lost = error }
    }

    /// To be called when everything is done.
    ///
    /// - Throws: the exit code 1 where not everything could be told.
    func end() throws {
        if let lost { try Ending.failing { throw lost } }
    }
}

/// The worst that happened so far, as an exit code.
struct Outcome {
    private var hasWarnings = false
    private var hasFailures = false

    mutating func add(_ status: ResultStatus) {
        if status == .warnings { hasWarnings = true }
        if !status.isSuccess { hasFailures = true }
    }

    /// - Throws: the exit code 1 or 3, if any.
    func exit() throws {
        if hasFailures { throw ExitCode(1) }
        if hasWarnings { throw ExitCode(3) }
    }
}

/// How a command ends early: with a sentence and an exit code.
enum Ending {
    /// Prints the sentence of any error and ends with exit code 1.
    static func failing<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as ExitCode { throw error } catch let lost as OutputLost {
            if !lost.isSilent { Console.complain(lost.description) }
            throw ExitCode(1)
        } catch {
            if JSONResult.isWanted { try? Console.print(json: JSONResult.Failure(error)) }
            if let error = error as? LimnError {
                Console.complain(Advice.line(error))
            } else if let error = error as? LibraryError {
                Console.complain(Advice.line(error))
            } else if let error = error as? FileError, error.isReading {
                Console.complain("\(error.path == "-" ? "standard input" : error.path.displayName): \(error.sentence)")
            } else {
                Console.complain("\(error)")
            }
            throw ExitCode(1)
        }
    }

    /// Prints what the parser has to say, help on standard output and mistakes on standard error, and gives the exit
    /// code. Help that cannot be written is no success.
    static func exitCode(for error: any Error) -> Int32 {
        let code = LimnCommand.exitCode(for: error)
        let text = LimnCommand.fullMessage(for: error)
        guard !text.isEmpty else { return code.rawValue }
        guard code.isSuccess else {
            if let sentence = VerbSuggestion.sentence(for: RawArguments.all(), of: LimnCommand.self) {
                // The parser's own first line would tell of unexpected arguments.
                let rest = text.split(separator: "\n", maxSplits: 1).dropFirst().first.map { "\n\($0)" } ?? ""
                Console.complain(text: "limn: \(sentence.onOneLine)\(rest)\n")
                return code.rawValue
            }
            Console.complain(text: text + "\n")
            return code.rawValue
        }
        do { try failing { try Console.print(text: text + "\n") } } catch { return 1 }
        return code.rawValue
    }

    /// Wrong usage that shows only once the work begins: a sentence and exit code 64.
    static func usage(_ sentence: String) -> ExitCode {
        Console.complain(sentence)
        return .validationFailure
    }
}
