// SPDX-License-Identifier: GPL-3.0-or-later
// Does one of the fixed jobs whose instructions `Scripts/gate` counts: NAME SAMPLES FOLDER; without arguments it names
// them. FOLDER takes what a job writes.

internal import Foundation

/// The job that ``countedJob()`` does.
nonisolated(unsafe) var chosen: () throws -> Void = {}

/// What happens between the entry and the end of this function is counted; its name stands in `Scripts/lib/bench/gate.py`.
@inline(never)
func countedJob() {
    do { try chosen() } catch { fatalError("\(error)") }
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    for job in Job.allCases { print(job.rawValue) }
    exit(arguments.count == 1 ? 0 : 64)
}
guard let job = Job(rawValue: arguments[1]) else { fatalError("There is no job \(arguments[1]).") }
chosen = try job.prepare(samples: arguments[2], folder: arguments[3])
// Fonts, color transforms and lazy globals are there when counting begins.
try chosen()
countedJob()
