// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnBatch
internal import SystemPackage

/// The `limn batch status` command.
struct BatchStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the progress of a batch.",
        discussion: "The exit code is 0 when all tasks are done, and 3 when some are missing or failed.")

    @Argument(help: "The folder of results.")
    var folder: FilePath

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws { JSONResult.isWanted = json }

    func run() throws {
        let status = try Ending.failing { try BatchCommand.ending { try BatchStatus(folder) } }
        try Ending.failing {
            if json { return try Console.print(json: status) }
            for part in status.parts where status.parts.count > 1 {
                let running = part.running ? ", running" : ""
                try Console.print(
                    "shard \(part.shard): \(part.done) of \(part.total) done, \(part.failed) failed\(running)")
            }
            try Console.print(
                "\(status.done) of \(Console.count(status.count, "task")) done, \(status.failed) failed, \(status.missing) missing"
            )
        }
        if status.missing > 0 || status.failed > 0 { throw ExitCode(3) }
    }
}
