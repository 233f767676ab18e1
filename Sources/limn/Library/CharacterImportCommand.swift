// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The `limn character import` command.
struct CharacterImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Makes characters of filled PDFs, with their ink and their form values.",
        discussion: """
            The template is the one that the PDF was made from, if the library has it. Otherwise, the PDF as it was before \
            the ink and without the values becomes a template. With --template, ink that another program left as \
            annotations becomes ink of the character, too. In a folder, ink that lies beside a PDF and has its name, such \
            as sheet.xopp for sheet.pdf, becomes ink of the character.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var input: InputOptions<PDFInput>
    @Option(help: "The character's name; only for one PDF. (default: the file's name)")
    var name: Reference?
    @Option(help: "The template. (default: the one that the PDF was made from)", completion: .templates)
    var template: Reference?
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws { try checkStandardInput(input.read + [access.passwordFile]) }

    func run() throws {
        let given = try input.all()
        let inputs = DocumentSearch.documents(inAny: given)
        let isNamed = Set(given)
        if name != nil, inputs.count != 1 { throw Ending.usage("--name is for one PDF; there are \(inputs.count).") }
        let (engine, known) = (access.engine(), try access.access())
        let store = try library.open(takingIn: inputs)
        var outcome = Outcome()
        let paper = try Ending.failing { try template.map { try store.resolveTemplate($0.text).id } }
        for file in inputs {
            var request = CharacterImportRequest(input: file, access: known)
            (request.name, request.template, request.passwords) = (name?.text, paper, PasswordPrompt.source)
            if !isNamed.contains(file) { request.ink = FolderInk.file(beside: file) }
            do {
                let result = try waiting { [request] () throws(LimnError) in
                    try await engine.importCharacter(request, into: store)
                }
                outcome.add(result.status)
                try Ending.failing { try tell(result) }
            } catch let error as LimnError {
                // The other PDFs are imported.
                _ = Ending.failure(error.subject == nil ? LimnError(error.code, about: file, error.sentence) : error)
                outcome.add(ResultStatus(error))
            }
        }
        try outcome.exit()
    }

    private func tell(_ result: CharacterImportResult) throws {
        if report.json {
            try Console.print(json: result)
        } else if !report.quiet {
            let summary = CharacterSummary(result.character, templateName: result.template.name)
            var line = Lines.character(summary) + (result.templateWasThere ? "" : " (new)")
            line += "  ink on \(Console.count(result.pages.count, "page")), \(Console.count(result.values, "value"))"
            try Console.print(line)
        }
        Console.tell(result.diagnostics, report)
    }
}
