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
            Prints words in reading order, line by line, also those that form fields and annotations show. An empty line \
            separates paragraphs, and a form feed pages. With --json, every word has its box in points, from the upper \
            left corner of the page.
            """)

    @OptionGroup var input: InputOptions<PDFInput>

    @Option(help: "The pages.")
    var pages = "1-z"

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        _ = try PageSelection(option: pages)
    }

    func run() throws {
        let (access, engine, pages) = (try access.access(), access.engine(), try PageSelection(option: pages))
        var isFirst = true
        try Ending.failing {
            try DocumentReading(inputs: try input.all(), isJSON: report.json).run { (file) throws(LimnError) in
                try await engine.text(of: .path(file), pages: pages, access: access)
            } show: { found, file in
                for page in found {
                    if report.json {
                        try Console.print(json: FoundInput(input: file.json, found: page))
                    } else {
                        try Console.print(text: (isFirst ? "" : "\u{c}") + page.text)
                    }
                    isFirst = false
                }
            }
        }
    }
}
