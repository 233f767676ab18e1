// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnJobs
internal import LimnPipeline
internal import LimnWorker

/// The `limn doctor` command.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Reports what works on this machine: libraries, fonts, sandbox.")

    @Flag(help: "Print one JSON object per finding, one per line.")
    var json = false

    func run() throws { try Ending.failing { try examine() } }

    private func examine() throws {
        var outcome = Outcome()
        var configuration = Engine.Configuration()
        configuration.workers = 1
        // No document is read. A missing sandbox is a finding to report, not an error.
        configuration.limits.mayBeUnconfined = true
        let engine = Engine(configuration)
        for finding in try waiting(for: { () throws(LimnError) in try await engine.examine() }) {
            outcome.add(finding.works ? .ok : .warnings)
            if json {
                try Console.print(json: finding)
            } else {
                try Console.print("\(finding.works ? "ok      " : "missing ") \(finding.name): \(finding.value)")
            }
            if let advice = finding.advice { Console.complain(advice) }
        }
        try outcome.exit()
    }
}
