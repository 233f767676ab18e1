// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn text` command.
struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Prints the text of PDFs.",
        discussion: """
            Prints words in reading order, line by line. An empty line separates paragraphs, and a form feed pages. With \
            --json, every word, line and block has its box in points, from the upper left corner of the page.
            """)

    @OptionGroup var input: InputOptions<PDFInput>

    @Option(help: "The pages.")
    var pages = "1-z"

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    /// A page of a file.
    private struct Result: Encodable {
        let input: String
        let page: PrintedText

        enum Key: CodingKey { case input }

        func encode(to encoder: any Encoder) throws {
            try page.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(input, forKey: .input)
        }
    }

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        _ = try PageSelection(option: pages)
    }

    func run() throws {
        let access = try access.access()
        let engine = self.access.engine()
        let pages = try PageSelection(option: pages)
        var outcome = Outcome()
        var isFirst = true
        try Ending.failing {
            let files = try input.all().flatMap { path in
                path != "-" && DocumentSearch.isFolder(path) ? DocumentSearch.documents(inAny: [path]) : [path]
            }
            for file in files {
                let found: [PrintedText]
                do throws(LimnError) {
                    found = try waiting { () throws(LimnError) in
                        try await engine.text(of: .path(file), pages: pages, access: access)
                    }
                } catch {
                    Console.complain(Advice.line(Diagnostic(error, about: file)))
                    if report.json { try Console.print(json: JSONResult.FailedInput(file, error)) }
                    outcome.add(.init(error))
                    continue
                }
                for page in found {
                    if report.json {
                        try Console.print(json: Result(input: file.json, page: page))
                    } else {
                        try Console.print(text: (isFirst ? "" : "\u{c}") + page.text)
                    }
                    isFirst = false
                }
                outcome.add(.ok)
            }
        }
        try outcome.exit()
    }
}
