// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPipeline
internal import LimnWorker

/// Starts workers before the arguments are parsed, so that short commands wait less for them.
///
/// This affects only speed: a command that needs workers with other limits starts its own, and the kernel ends the
/// workers of a command that exits early.
enum EarlyWorkers {
    /// The options whose values affect how workers are started.
    private static let limits = ["--timeout", "--memory", "--jobs", "--unconfined"]

    /// The options with which no document is read.
    private static let informative: Set = ["--help", "-h", "--version"]

    /// The maximum number of arguments that are examined.
    private static let attention = 64

    /// Starts the workers that a command will need.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    static func start(for arguments: [String]) {
        guard let command = arguments.first, let count = count(for: command), arguments.count > 1 else { return }
        let others = arguments.dropFirst().prefix(attention)
        guard !others.contains(where: { argument in limits.contains { argument.hasPrefix($0) } }),
            informative.isDisjoint(with: others)
        else { return }
        // The limit on the size of files that a worker may write depends on its document and is set when the worker
        // starts.
        let largest = others.filter { !$0.hasPrefix("-") }.map { size(of: $0) }.max() ?? 0
        JobContext.standard.prewarm(count, allowance: LeaseAllowance(copyOf: largest))
    }

    /// Returns how many workers a command that reads a document or ink uses at once; nil for other commands.
    ///
    /// A dictionary would cost each start of the program half a millisecond.
    private static func count(for command: String) -> Int? {
        switch command {
        case "render", "thumbnail", "inspect", "text", "ink": 1
        case "flatten": 2
        default: nil
        }
    }

    /// Returns the size of a regular file in bytes; 0 for anything else.
    private static func size(of name: String) -> Int {
        var status = stat()
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }
}
