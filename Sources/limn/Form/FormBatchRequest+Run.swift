// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline

extension FormBatchRequest {
    /// Fills the form for each row and reports each result.
    func run(_ engine: Engine, _ report: ReportOptions) throws {
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var listener = Listener()
        nonisolated(unsafe) var line = ProgressLine(quiet: report.quiet)
        let warnings: [String]
        do {
            warnings = try waiting { () throws(LimnError) in
                try await engine.fill(self) { result in
                    outcome.add(result.status)
                    if !result.diagnostics.isEmpty || isatty(STDOUT_FILENO) == 1 { line.clear() }
                    listener.tell { try result.tell(report) }
                } progress: {
                    line.show($0)
                }
            }
        } catch {
            Console.complain(Advice.line(Diagnostic(error, about: form)))
            if report.json {
                try Ending.failing { try Console.print(json: JSONResult.Failure(error)) }
            }
            throw ExitCode(1)
        }
        line.clear()
        for warning in warnings { Console.complain("\(data.path.shownAsInput): warning: \(warning)") }
        if !warnings.isEmpty { outcome.add(.warnings) }
        try listener.end()
        try outcome.exit()
    }
}

extension FormFillResult {
    /// Prints the result for a filled form.
    func tell(_ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: self)
        } else if let output, output != "-", !report.quiet {
            var parts = [Console.count(filled, "field") + " filled"]
            let computed = fields.count { $0.outcome == .recalculated }
            let refused = fields.count { $0.outcome == .refused }
            let left = fields.count { $0.outcome == .notRecalculated }
            if computed > 0 { parts.append("\(computed) computed") }
            if refused > 0 { parts.append("\(refused) refused") }
            if left > 0 { parts.append("\(left) not recalculated") }
            if diagnostics.contains(where: { $0.code == .kept }) {
                try Console.print("\(output.displayName)  kept, it was there already")
            } else {
                let sizes = "\(inputBytes ?? 0) → \(bytes ?? 0) bytes"
                try Console.print("\(output.displayName)  \(parts.joined(separator: ", ")), \(sizes)")
            }
        }
        Console.tell(diagnostics, report)
    }
}
