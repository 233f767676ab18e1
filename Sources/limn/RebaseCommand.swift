// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn rebase` command.
struct RebaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase", abstract: "Moves ink from a PDF to the matching places in a new edition of the PDF.",
        discussion: """
            The result gives the certainty of each item's new place. Items whose place is gone keep their positions, \
            in a layer named “left over”. If the documents have nothing in common, nothing is written.
            """)

    @Argument(help: "The PDF that the ink was drawn on.")
    var old: FilePath
    @Argument(help: "The new edition of the PDF.")
    var new: FilePath
    @Argument(help: "The ink file, or a PDF with ink; - is standard input.")
    var ink: FilePath
    @Option(name: [.short, .long], help: "The new ink file; - is standard output.")
    var output: FilePath
    @Option(
        help: ArgumentHelp(
            "Write pictures of the old and new pages, with the ink colored by certainty, and index.html to compare them.",
            valueName: "dir"))
    var preview: FilePath?
    @Option(help: "Who gets the preview. Layers for the game master are left out for players. (default: players)")
    var audience: AudienceWord?
    @Flag(help: "Leave existing files alone.")
    var noClobber = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and ink cannot share standard output.") }
        if audience != nil, preview == nil { throw ValidationError("--audience requires --preview.") }
        try checkStandardInput([old, new, ink, access.passwordFile])
    }

    func run() throws {
        var request = Rebaser(old: old, new: new, ink: ink, output: output)
        request.access = try access.access()
        request.keepsExisting = noClobber
        request.preview = preview.map { ($0, (audience ?? .players).audience) }
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: request) }
        }
        try Ending.failing { try tell(result) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    private func tell(_ result: RebaseResult) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  \(Console.count(result.items.count, "item")): \(result.certain) certain, "
                    + "\(result.likely) likely, \(result.leftOver) left over")
        }
        Console.tell(result.diagnostics, report)
    }
}
