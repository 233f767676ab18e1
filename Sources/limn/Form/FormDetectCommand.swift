// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn form detect` command.
struct FormDetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect", abstract: "Finds where people write on a flat sheet, and makes a form of it.",
        discussion: """
            Finds boxes, blank lines, cells of tables, combs, check boxes and circles by the lines and words of the page. \
            Each place gets a kind, a name from the words that label it, and a certainty. Places with a certainty of at \
            least 0.5 become fields, which "limn form fill" fills. Fields that the sheet already has stay.
            """)

    @Argument(help: "The sheet, a PDF; - is standard input.")
    var sheet: FilePath

    @Option(name: [.short, .long], help: "The new PDF; - is standard output. Without it, places are only listed.")
    var output: FilePath?

    @Option(name: [.short, .long], help: "The pages.")
    var pages = "1-z"

    @Flag(help: "Also make fields of doubtful places.")
    var all = false

    @Option(
        help: "auto appends if the original is sound; append always appends, or fails; rewrite rewrites all objects.")
    var save = SaveStrategy.auto

    @Flag(help: "Also change signed and restricted documents, even if this breaks their signatures or rights.")
    var force = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput([sheet, access.passwordFile])
        _ = try PageSelection(option: pages)
    }

    func run() throws {
        var request = FormDetectionRequest(
            sheet: sheet, output: output, pages: try PageSelection(option: pages), access: try access.access())
        (request.makesAll, request.save, request.force, request.keepsExisting) = (all, save, force, noClobber)
        let result = try Ending.failing { [engine = access.engine()] in
            try waiting { [request] () throws(LimnError) in try await engine.result(of: request) }
        }
        try Ending.failing {
            if report.json {
                try Console.print(json: result)
            } else if let output = result.output {
                if output != "-", !report.quiet {
                    try Console.print("\(output.displayName)  \(Self.counts(result))")
                }
            } else if self.output == nil, result.error == nil {
                try Self.list(result, report)
            }
            Console.tell(result.diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    /// Returns how many fields were made, and how many doubtful places were left out.
    static func counts(_ result: FormDetectionResult) -> String {
        let doubtful = result.fields.count { !$0.isMade }
        let rest = doubtful == 0 ? "" : ", \(Console.count(doubtful, "doubtful place")) left out"
        return Console.count(result.madeCount, "field") + rest
    }

    /// Prints a line for each place, with its page, kind, certainty, name and label.
    static func list(_ result: FormDetectionResult, _ report: ReportOptions) throws {
        for found in result.fields {
            let field = found.field
            let certainty = "\(Int(clamping: (field.certainty * 100).rounded())) %"
            let label = field.label.isEmpty ? "" : "  (\(field.label))"
            try Console.print("page \(field.page)  \(field.kind.rawValue)  \(certainty)  \(field.name)\(label)")
        }
        if result.fields.isEmpty, !report.quiet { Console.complain("No place to write in was found.") }
    }
}
