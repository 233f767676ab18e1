// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn form clear` command.
struct FormClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Clears all fields of a form.")

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @Option(name: [.short, .long], help: "The new PDF; - is standard output.")
    var output: FilePath

    @OptionGroup var writing: FormWritingOptions
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput([form, access.passwordFile])
    }

    func run() throws {
        let request = FormRewriteRequest(
            form: form, output: output, change: .clear, options: writing.options(try access.access()))
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
