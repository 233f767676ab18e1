// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The `limn ink strip` command.
struct StripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strip", abstract: "Removes the source ink from a PDF; the pages look the same.")

    @Argument(help: "The PDF to read; - is standard input.")
    var input: FilePath

    @Argument(help: "The PDF to write; - is standard output.")
    var output: FilePath

    @Flag(help: "Rewrite a signed document even if this breaks its signatures.")
    var force = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput([input, access.passwordFile])
    }

    func run() throws {
        var stripping = SourceInkRemover(input: input, output: output)
        stripping.force = force
        stripping.keepsExisting = noClobber
        stripping.access = try access.access()
        let result = try Ending.failing { [stripping, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: stripping) }
        }
        try Ending.failing {
            if report.json {
                try Console.print(json: result)
            } else if let output = result.output, output != "-", !report.quiet {
                let what = result.removed == 0 ? "had no source ink" : "source ink removed"
                try Console.print(
                    "\(output.displayName)  \(what), \(result.inputBytes ?? 0) → \(result.bytes ?? 0) bytes")
            }
            Console.tell(result.diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }
}
