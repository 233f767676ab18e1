// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import LimnWorker
internal import SystemPackage

/// Prints data to standard output, and everything else to standard error.
enum Console {
    /// Prints a line of data.
    static func print(_ line: String) throws { try print(text: line.onOneLine + "\n") }

    /// Prints text unchanged, without an added line end.
    static func print(text: String) throws {
        do { try StandardOutput.write(Array(text.utf8)) } catch { throw OutputLost(cause: error) }
    }

    /// Prints a result as one line of JSON. Every result has `status`, `messages` and `notes`; a result that does not
    /// encode them gets the status `ok` and empty lists.
    static func print(json value: some Encodable) throws {
        try print(text: String(decoding: try JSONResult.line(value), as: UTF8.self) + "\n")
    }

    /// Prints a line for people to standard error. Write errors are ignored, because there is nowhere left to report
    /// them.
    static func complain(_ line: String) { complain(text: "limn: \(line.onOneLine)\n") }

    /// Prints text unchanged to standard error.
    static func complain(text: String) { _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8)) }

    /// Prints diagnostics: errors, warnings unless `--quiet` is given, and notes if `--verbose` is given. What became of
    /// layers for the game master is printed like a warning.
    static func tell(_ diagnostics: [Diagnostic], _ report: ReportOptions) {
        let told = diagnostics.filter { report.tells($0) && $0.code.error != .readerGone }
        for line in Advice.lines(told) { complain(line) }
    }

    /// Prints a warning if documents were read without a sandbox, as the user allowed.
    static func tellOfMissingSandbox() {
        guard Sandbox.wasMissing else { return }
        complain("the work was done without a sandbox, as you allowed: a hostile document could do what you can do.")
    }

    /// Returns a number with its noun, such as `1 page` or `2 pages`.
    static func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

/// The error for a failed write to standard output.
struct OutputLost: Error, CustomStringConvertible {
    let cause: FileError
    var description: String { cause.description }
    /// Whether the reader has closed its end. This needs no message, but the command still fails.
    var isSilent: Bool { cause.cause == .brokenPipe }
}

/// Reports results one by one. After a write error the work continues without reports.
struct Listener {
    private var lost: (any Error)?

    /// Reports a result, unless an earlier report has failed.
    mutating func tell(_ body: () throws -> Void) {
        guard lost == nil else { return }
        do { try body() } catch { lost = error }
    }

    /// Call this method when all work is done.
    ///
    /// - Throws: the exit code 1 if a report has failed.
    func end() throws {
        if let lost { try Ending.failing { throw lost } }
    }
}

/// Collects the statuses of results and determines the exit code from the worst one.
struct Outcome {
    private var hasWarnings = false
    private var hasFailures = false

    mutating func add(_ status: ResultStatus) {
        if status == .warnings { hasWarnings = true }
        if !status.isSuccess { hasFailures = true }
    }

    /// Throws the exit code for the results so far. Does nothing if all of them succeeded without warnings.
    ///
    /// - Throws: the exit code 1 for failures, or 3 for warnings only.
    func exit() throws {
        if hasFailures { throw ExitCode(1) }
        if hasWarnings { throw ExitCode(3) }
    }
}

/// Ends a command with a message and an exit code.
enum Ending {
    /// Runs `body`. If it throws, prints the error and throws the exit code 1; exit codes are passed on unchanged.
    static func failing<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as ExitCode { throw error } catch let lost as OutputLost {
            if !lost.isSilent { Console.complain(lost.description) }
            throw ExitCode(1)
        } catch {
            if JSONResult.isWanted { try? Console.print(json: JSONResult.Failure(error)) }
            if let line = line(about: error) { Console.complain(line) }
            throw ExitCode(1)
        }
    }

    /// Returns the line about an error; nil if whoever would read the output is gone.
    private static func line(about error: any Error) -> String? {
        switch error {
        case let error as LimnError: error.code == .readerGone ? nil : Advice.line(error)
        case let error as LibraryError: Advice.line(error)
        case let error as FileError where LimnError(error).code == .readerGone: nil
        case let error as FileError where error.isReading:
            "\(error.path == "-" ? "standard input" : error.path.displayName): \(error.sentence)"
        default: "\(error)"
        }
    }

    /// Prints an error and returns the exit code 1.
    static func failure(_ error: any Error) -> any Error {
        do { try failing { throw error } } catch { return error }
        return ExitCode(1)
    }

    /// Prints the parser's message, help to standard output and usage errors to standard error, and returns the exit
    /// code. If the help cannot be written, the exit code is 1.
    ///
    /// - Parameter arguments: the words after `limn`.
    static func exitCode(for error: any Error, _ arguments: [String]) -> Int32 {
        let code = LimnCommand.exitCode(for: error)
        let text = LimnCommand.fullMessage(for: error)
        guard !text.isEmpty else { return code.rawValue }
        guard code.isSuccess else {
            if let sentence = VerbSuggestion.sentence(for: arguments, of: LimnCommand.self) {
                // This sentence replaces the parser's first line, which would report unexpected arguments.
                let rest = text.split(separator: "\n", maxSplits: 1).dropFirst().first.map { "\n\($0)" } ?? ""
                Console.complain(text: "limn: \(sentence.onOneLine)\(rest)\n")
                return code.rawValue
            }
            Console.complain(text: text + "\n")
            return code.rawValue
        }
        // The parser's own help is for those who ask for hidden options, too.
        let isHelp = text.hasPrefix("OVERVIEW: ") && !arguments.contains { $0.hasPrefix("--help-") }
        if isHelp, let sentence = VerbSuggestion.sentence(for: arguments, of: LimnCommand.self) {
            return usage(sentence).rawValue
        }
        let shown = isHelp ? HelpText.text(for: arguments, .brief) : text
        do { try failing { try Console.print(text: shown + "\n") } } catch { return 1 }
        return code.rawValue
    }

    /// Prints a message for a usage error that is found only when the work begins, and returns the exit code 64.
    static func usage(_ sentence: String) -> ExitCode {
        Console.complain(sentence)
        return .validationFailure
    }
}
