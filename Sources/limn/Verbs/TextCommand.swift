// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnGeometry
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
            left corner of the page. With --ink, reads the handwriting of ink files, or of the ink in PDFs, instead: what \
            it prints is a guess, and often wrong. --search finds more than the guess, and tells how sure it is.
            """)

    @OptionGroup var input: InputOptions<PDFInput>

    @Option(help: "The pages.")
    var pages = "1-z"

    @Flag(help: "Read the handwriting of ink files, or of the ink in PDFs.")
    var ink = false

    @Option(help: "List the places that may say these words, or words that begin so. Requires --ink.")
    var search: String?

    @Option(help: "The least certainty of a place, from 0 to 1; otherwise 0.17. Requires --search.")
    var certainty: Double?

    @Option(help: "Who gets the handwriting: players do not get layers for the game master. Requires --ink.")
    var audience: AudienceWord?

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        _ = try PageSelection(option: pages)
        if search != nil, !ink { throw ValidationError("--search requires --ink.") }
        if audience != nil, !ink { throw ValidationError("--audience requires --ink.") }
        if certainty != nil, search == nil { throw ValidationError("--certainty requires --search.") }
        guard (0...1).contains(certainty ?? 0) else { throw ValidationError("--certainty must be from 0 to 1.") }
        if let search, !HandwrittenPage.isQuery(search) {
            throw ValidationError("--search needs a word with a letter or a digit, of at most 64 letters.")
        }
    }

    func run() throws {
        if ink { return try readHandwriting() }
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

    private func readHandwriting() throws {
        let (access, engine) = (try access.access(), access.engine())
        let pages = pages == "1-z" ? nil : try PageSelection(option: pages)
        let reader = (audience ?? .players).audience
        var isFirst = true
        try Ending.failing {
            try DocumentReading(inputs: try input.all(), isJSON: report.json).run { (file) throws(LimnError) in
                try await engine.handwriting(in: .path(file), pages: pages, for: reader, access: access)
            } status: { found in
                found.flatMap(\.diagnostics).contains { $0.severity == .warning } ? .warnings : .ok
            } show: { found, file in
                Console.tell(found.flatMap(\.diagnostics), report)
                if let search {
                    let least = certainty ?? HandwrittenPage.leastCertainty
                    try show(found.flatMap { $0.hits(of: search, atLeast: least) }, in: file)
                    return
                }
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

    private func show(_ hits: [HandwrittenPage.Hit], in file: FilePath) throws {
        for hit in hits {
            if report.json {
                try Console.print(json: FoundInput(input: file.json, found: hit))
            } else {
                let percent = Int(clamping: (hit.certainty * 100).rounded(.down))
                try Console.print(
                    text: "\(file.displayName): page \(hit.page): \(hit.query) (\(percent) %) in: \(hit.line)\n")
            }
        }
    }
}
