// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPipeline
internal import LimnWorker

/// Starts workers before the arguments are parsed, so that a short command waits less for them.
///
/// This decides nothing but speed: a command that needs other workers starts its own, and one that ends early leaves
/// its workers to the kernel, which ends them.
enum EarlyWorkers {
    /// The commands that read a document or ink, with the number of workers that they use at once.
    private static let commands = ["render": 1, "thumbnail": 1, "flatten": 2, "inspect": 1, "ink": 1]

    /// Options whose value decides how workers are started.
    private static let limits = ["--timeout", "--memory", "--jobs", "--unconfined"]

    /// Options with which nothing is read.
    private static let informative: Set = ["--help", "-h", "--version"]

    /// The most arguments that are looked at.
    private static let attention = 64

    /// Starts what the command will need.
    ///
    /// - Parameter arguments: all but the program's name.
    static func start(for arguments: [String]) {
        guard let command = arguments.first, let count = commands[command], arguments.count > 1 else { return }
        let others = arguments.dropFirst().prefix(attention)
        guard !others.contains(where: { argument in limits.contains { argument.hasPrefix($0) } }),
            informative.isDisjoint(with: others)
        else { return }
        // A worker may write files as large as its document, and that is settled when it starts.
        let largest = others.filter { !$0.hasPrefix("-") }.map { size(of: $0) }.max() ?? 0
        JobContext.standard.prewarm(count, allowance: LeaseAllowance(copyOf: largest))
    }

    /// The size of a file in bytes; 0 for everything else.
    private static func size(of name: String) -> Int {
        var status = stat()
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }
}
