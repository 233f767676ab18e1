// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFormDetection
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

/// The `limn template detect` command.
struct TemplateDetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect", abstract: "Makes a fillable template of a template without form fields.",
        discussion: """
            Finds boxes, blank lines, cells of tables, check boxes and circles, as "limn form detect" does. Fields are \
            made of places with a certainty of at least 0.5, in a new template with the same pages. The template \
            itself does not change, and its characters stay with it; "limn character rebase" moves them.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The template.", completion: .templates)
    var template: Reference
    @Option(help: "The name of the new template. (default: the template's name, with “(fillable)”)")
    var name: Reference?
    @Option(name: [.short, .long], help: "The pages.")
    var pages = "1-z"
    @Flag(help: "Also make fields of doubtful places.")
    var all = false
    @Flag(help: "Change nothing; list the places.")
    var dryRun = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        _ = try PageSelection(option: pages)
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        if let name { try Ending.failing { _ = try NameRule.name.checked(name.text) } }
        let store = try library.open()
        let record = try Ending.failing { try store.resolveTemplate(template.text) }
        var designer = TemplateDesigner(record.id, access: try access.access())
        designer.passwords = PasswordPrompt.source
        let pages = try PageSelection(option: pages)
        let request = TemplateDetection(
            designer: designer, pages: pages, makesAll: all, isRehearsal: dryRun, name: name?.text)
        let result = try Ending.failing { [engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.detectFields(request, in: store) }
        }
        try Ending.failing {
            if report.json { return try Console.print(json: result) }
            if dryRun { try FormDetectCommand.list(result.found, report) }
            if let made = result.made, !report.quiet {
                try Console.print("\(Lines.template(made.template))  \(FormDetectCommand.counts(result.found))")
            }
            Console.tell(result.diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }
}
