// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that does as it is told, well or badly, and a parent that owns one.

internal import Foundation
internal import LimnWorker

WorkerProcess.serveIfAsked { FixtureService($0) }

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "pool" {
    try PoolStory.tell(CommandLine.arguments[2])
    exit(0)
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "own" {
    // Owns a worker that has an answer to give (`idle`) or that hangs (`hang`), tells its number, and stays.
    let lane = WorkerLane(executable: CommandLine.arguments[0], limits: WorkerLimits(timeout: 600))
    let answer = try lane.ask(Array("pid".utf8))
    try FileHandle.standardOutput.write(contentsOf: Data(answer.bytes + [10]))
    if CommandLine.arguments[2] == "hang" { _ = try lane.ask(Array("hang".utf8)) }
    while true { sleep(600) }
}
