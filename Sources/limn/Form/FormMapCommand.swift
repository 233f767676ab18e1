// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn form map` command.
struct FormMapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Proposes a mapping that fills a form from data of another program.",
        discussion: """
            Matches the fields of the form with those that a mapping knows, by the words of their names and tooltips. The \
            mappings of D&D Beyond, Foundry and Roll20 that come with Limn know most of what is on a character sheet. The \
            new mapping is JSON that a person can correct; "limn form fill --mapping" uses it.
            """)

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @Argument(help: "The mapping whose fields are matched, such as dnd-beyond.json.")
    var mapping: FilePath

    @Option(name: [.short, .long], help: "The new mapping; - is standard output. Without it, matches are only listed.")
    var output: FilePath?

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if output == "-", report.json { throw ValidationError("--json and a mapping cannot share standard output.") }
        try checkStandardInput([form, mapping, access.passwordFile])
    }

    func run() throws {
        var request = FormMapRequest(form: form, mapping: mapping, output: output, access: try access.access())
        request.keepsExisting = noClobber
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.proposeMapping(request) }
        }
        try Ending.failing {
            if report.json {
                try Console.print(json: result)
            } else if !report.quiet, output != "-" {
                for match in result.matches {
                    let certainty = "\(Int(clamping: (match.certainty * 100).rounded())) %"
                    try Console.print("\(certainty)  \(match.field)  ←  \(match.known)")
                }
                let count = result.matches.count { $0.certainty >= MappingProposal.threshold }
                let known = "\(count) of \(Console.count(result.fieldCount, "field"))"
                try Console.print(output.map { "\($0.displayName)  \(known)" } ?? known)
            }
            Console.tell(result.diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }
}
