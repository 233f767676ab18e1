// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn marks` command.
struct MarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marks", abstract: "Lists the marks on the text of PDFs, with their words.",
        discussion: """
            Lists highlights, underlines, strike-outs and squiggly lines, in the order in which people read, with the words \
            below them and the notes that belong to them. They are the annotations of PDF viewers and readers.
            """)

    /// The format of the list.
    enum Format: String, ExpressibleByArgument, CaseIterable { case md, json }

    @OptionGroup var input: InputOptions<PDFInput>

    @Option(help: "The pages.")
    var pages = "1-z"

    @Option(help: "The format: md for Markdown, json for one object a mark, as with --json.")
    var format = Format.md

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        _ = try PageSelection(option: pages)
    }

    func run() throws {
        let (access, engine, pages) = (try access.access(), access.engine(), try PageSelection(option: pages))
        let isJSON = report.json || format == .json
        var isFirst = true
        try Ending.failing {
            try DocumentReading(inputs: try input.all(), isJSON: isJSON).run { (file) throws(LimnError) in
                try await engine.marks(in: .path(file), pages: pages, access: access)
            } show: { found, file in
                if isJSON {
                    for mark in found { try Console.print(json: FoundInput(input: file.json, found: mark)) }
                } else if !found.isEmpty {
                    try Console.print(text: (isFirst ? "" : "\n") + Self.markdown(found, of: file))
                    isFirst = false
                }
            }
        }
    }

    /// Returns a heading for the file and for each page, and an item for each mark.
    private static func markdown(_ marks: [TextMark], of file: FilePath) -> String {
        var lines = ["# \(escaped(file.displayName))"]
        var page = 0
        for mark in marks {
            if mark.page != page {
                page = mark.page
                lines += ["", "## Page \(page)", ""]
            }
            let words = mark.text.isEmpty ? "(no text)" : escaped(mark.text)
            let shown =
                switch mark.kind {
                case "strikeOut": "~~\(words)~~"
                case "underline", "squiggly": "_\(words)_"
                default: words
                }
            let author = mark.author.isEmpty ? "" : " (\(escaped(mark.author)))"
            lines.append("- \(shown)" + (mark.note.isEmpty ? author : " — \(escaped(mark.note))\(author)"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns text in which no character starts Markdown.
    private static func escaped(_ text: String) -> String {
        let inner = String(text.flatMap { "\\`*_[]<>#~|&".contains($0) ? ["\\", $0] : [$0] })
        let digits = inner.prefix { $0.isNumber }
        if !digits.isEmpty, let end = inner.dropFirst(digits.count).first, ".)".contains(end) {
            return digits + "\\" + inner.dropFirst(digits.count)
        }
        return inner.first.map { "+-".contains($0) } == true ? "\\" + inner : inner
    }
}
