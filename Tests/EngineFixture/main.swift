// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that answers whatever chance says, and parents that own an engine alone in their process.

internal import Foundation
internal import LimnFiles
internal import LimnWorker

WorkerProcess.serveIfAsked { _ in HostileService() }
// As long-running programs do.
LargeBlocks.giveBack()

let words = Array(CommandLine.arguments.dropFirst())
// A worker must be alone in its process when it confines itself, so the main thread takes no part in concurrency.
Task.detached { [words] in
    switch words.first {
    case "hostile" where words.count == 6:
        // hostile FIRST COUNT FIELDS SAMPLES FOLDER
        await HostileSessions(samples: words[4], folder: words[5]).run(
            first: UInt64(words[1]) ?? 1, count: Int(words[2]) ?? 1, fields: Int(words[3]) ?? 0)
    case "each-job" where words.count == 3:
        // each-job SAMPLES FOLDER
        await HostileSessions(samples: words[1], folder: words[2]).runEachJob()
    case "judgment" where words.count == 1: HostileJudgment.run()
    case "requests" where words.count == 4:
        // requests COUNT WORKER SAMPLES
        await Endurance(worker: words[2], samples: words[3]).run(Int(words[1]) ?? 1)
    case "exhausted" where words.count == 3:
        // exhausted WORKER SAMPLES
        await Endurance(worker: words[1], samples: words[2]).runWithoutDescriptors()
    default:
        tell("unknown")
        exit(64)
    }
    exit(0)
}
while true { sleep(600) }
