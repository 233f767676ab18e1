// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

extension TemplateCommand {
    /// The `limn template import` command.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Imports PDFs into the library, with thumbnails, outlines and text.",
            discussion: """
                Either all PDFs are imported or none. PDFs with the same bytes are stored once. The password of an \
                encrypted PDF comes from --password-file or --password, or Limn asks for it on a terminal. The \
                password is never stored; the thumbnail and the text are.
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var input: InputOptions<PDFInput>
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        @Option(help: "The template's name; only for one PDF. (default: the file's name)")
        var name: Reference?

        @Flag(help: "Import the other PDFs even if some cannot be imported.")
        var keepGoing = false

        @Option(
            name: [.customShort("j"), .long],
            help: "How many PDFs are read at a time. (default: the number of processors)")
        var jobs: Int?

        func validate() throws {
            try checkStandardInput(input.read + [access.passwordFile])
            guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        }

        func run() throws {
            let inputs = DocumentSearch.documents(inAny: try input.all())
            if name != nil, inputs.count != 1 {
                throw Ending.usage("--name is for one PDF; there are \(inputs.count).")
            }
            if let name { try Ending.failing { _ = try NameRule.name.checked(name.text) } }
            var request = TemplateImportRequest(inputs: inputs, access: try access.access())
            request.name = name?.text
            request.isAllOrNone = !keepGoing
            request.passwords = PasswordPrompt.source
            let store = try library.open(takingIn: inputs)
            // While this thread waits, only the reporting thread uses these variables.
            nonisolated(unsafe) var line = ProgressLine(quiet: report.quiet)
            nonisolated(unsafe) var listener = Listener()
            nonisolated(unsafe) var outcome = Outcome()
            nonisolated(unsafe) var held = 0
            let tell: @Sendable (TemplateImportResult) -> Void = { [report, name = name?.text] result in
                outcome.add(result.status)
                held += result.isHeldBack ? 1 : 0
                line.clear()
                if !result.isHeldBack { Console.tell(result.diagnostics, report) }
                listener.tell { try Self.tell(result, named: name, report) }
            }
            try Ending.failing { [request, engine = access.engine(jobs: jobs)] in
                try waiting { () throws(LimnError) in
                    try await engine.importTemplates(request, into: store, report: tell) { line.show($0) }
                }
            }
            line.clear()
            if held > 0 {
                Console.complain(
                    "Nothing was imported. --keep-going imports the \(Console.count(held, "other PDF"))."
                )
            }
            try listener.end()
            try outcome.exit()
        }

        private static func tell(_ result: TemplateImportResult, named name: String?, _ report: ReportOptions) throws {
            if report.json {
                try Console.print(json: result)
            } else if let template = result.template, !report.quiet {
                try Console.print(Lines.template(template) + (result.wasThere ? "  (was there)" : ""))
                if result.wasThere, let name, name != template.name {
                    Console.complain(
                        "This PDF is in the library already, as “\(template.name)”; the name “\(name)” was not used. "
                            + "limn template rename changes it.")
                }
                if let original = result.editionOf, result.isFilledCopy {
                    Console.complain(
                        "“\(template.name)” is “\(original.name)”, filled in. limn character import makes a character of "
                            + "such a PDF, with its ink and its values.")
                } else if let original = result.editionOf {
                    Console.complain(
                        "“\(template.name)” looks like another edition of “\(original.name)”. limn character rebase "
                            + "NAME --to \(template.id) moves a character to it.")
                }
            }
        }
    }
}
