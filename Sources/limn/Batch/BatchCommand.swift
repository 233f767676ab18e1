// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnBatch

/// The `limn batch` command.
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Splits large work into tasks for several machines, and combines their results.",
        discussion: """
            plan writes a list of tasks, run does a part of it, and merge combines the results of all parts in one file:

              limn batch plan --verb thumbnail PDFS > tasks.jsonl
              limn batch run tasks.jsonl -o OUT --shard 1/4      on each of four machines, with its number
              limn batch merge OUT -o results.jsonl --link PICTURES
            """,
        subcommands: [
            BatchPlanCommand.self, BatchRunCommand.self, BatchStatusCommand.self, BatchMergeCommand.self,
        ])

    /// The exit code that asks the caller to try again later (EX_TEMPFAIL in sysexits.h).
    static let tryAgain = ExitCode(75)

    /// Runs `body`. If it throws a `BatchError`, prints the error and throws the exit code for it.
    static func ending<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as BatchError {
            if JSONResult.isWanted { try? Console.print(json: BatchFailure(messages: [error.sentence])) }
            Console.complain(error.sentence)
            throw [.held, .again, .interrupted].contains(error.code) ? tryAgain : ExitCode(1)
        }
    }

    /// The JSON result of a command that cannot start.
    private struct BatchFailure: Encodable {
        var status = "failed"
        var messages: [String]
    }
}
