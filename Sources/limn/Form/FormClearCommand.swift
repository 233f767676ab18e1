// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// `limn form clear`.
struct FormClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Takes all values out of a form.")

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @Option(name: [.short, .long], help: "The new PDF; - is standard output.")
    var output: FilePath

    @Option(help: "auto appends where the original is sound, append insists on it, rewrite writes all objects anew.")
    var save = SaveStrategy.auto

    @Flag(help: "Clear read-only and locked fields, too, and signed documents although that breaks their signatures.")
    var force = false

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput([form, access.passwordFile])
    }

    func run() throws {
        var options = FormFillOptions(access: try access.access())
        (options.save, options.force) = (save, force)
        (options.verifies, options.keepsExisting) = (!noVerify, noClobber)
        let request = FormRewriteRequest(form: form, output: output, change: .clear, options: options)
        let result = try Ending.failing { [engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: request) }
        }
        try Ending.failing {
            if report.json {
                try Console.print(json: result)
            } else if let output = result.output, output != "-", !report.quiet {
                try Console.print("\(output.displayName)  \(Console.count(result.filled, "field")) cleared")
            }
            Console.tell(result.diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }
}
