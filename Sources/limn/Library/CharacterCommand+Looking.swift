// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary
internal import LimnPipeline

extension CharacterCommand {
    /// The `limn character list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the characters by name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Option(
            help:
                "Only characters with these words in names, tags, form values, or printed or typed text and notes."
        )
        var search: Reference?
        @Flag(help: "Only favorites.")
        var favorites = false
        @Option(help: "Only characters with this tag. May be repeated.", completion: .tags)
        var tag: [Reference] = []
        @Option(help: "Only characters on this template.", completion: .templates)
        var template: Reference?

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let template = try template.map { try store.resolveTemplate($0.text).id }
                let filter = CharacterFilter(
                    search: search?.text, favoritesOnly: favorites, tags: tag.map(\.text), template: template)
                var (records, places) = (try store.characters(filter), [CharacterID: [Place]]())
                let words = SearchWords(search?.text ?? "")
                if !words.isEmpty {
                    var others = filter
                    others.search = nil
                    let (all, found) = (try store.characters(others), Set(records.map(\.id)))
                    for record in all { places[record.id] = try Place.all(of: words, on: record.id, in: store) }
                    records = all.filter { found.contains($0.id) || places[$0.id]?.isEmpty == false }
                }
                for summary in try CharacterSummary.all(records, in: store) {
                    if report.json {
                        try Console.print(json: summary)
                    } else {
                        try Console.print(Lines.character(summary))
                        for place in places[summary.record.id] ?? [] { try Console.print("  \(place.line)") }
                    }
                }
            }
            try library.tellDamage(store)
        }
    }

    /// A typed text or a note that a search has found.
    private struct Place {
        let page: Int
        let text: String

        var line: String {
            let shown = text.split(separator: "\n").joined(separator: " / ")
            return "page \(page): “\(shown.count > 70 ? shown.prefix(69) + "…" : shown)”"
        }

        /// Returns the texts and notes of a character in which all words occur. Pages that cannot be read have none.
        static func all(of words: SearchWords, on id: CharacterID, in store: Library) throws -> [Place] {
            let positions = try store.character(id).pageList?.positions
            return try store.drawnPages(of: id).flatMap { page -> [Place] in
                guard page.objectCount > 0, let position = positions.map({ $0[page.page] }) ?? page.page,
                    let ink = try? store.drawing(on: CharacterPage(id, page: page.page))
                else { return [] }
                return PageText.all(in: ink.drawing).filter { $0.contains(words) }.map {
                    Place(page: position, text: $0.text)
                }
            }
        }
    }

    /// The `limn character show` command.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows the details of a character.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The character. (default: the last one viewed or changed)", completion: .characters)
        var character: Reference?
        @Option(help: "Remember this page as the last one viewed.")
        var page: Int?

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let id: CharacterID
                if let character {
                    id = try store.resolveCharacter(character.text).id
                } else if let last = try store.lastViewed() {
                    id = last.character
                } else {
                    throw Sentence("No character of this library has been viewed or changed yet; name one.")
                }
                if let page { try store.setLastViewed(try store.page(at: page, of: id)) }
                let details = try CharacterDetails(of: id, in: store).byPosition
                if report.json { return try Console.print(json: details) }
                try Lines.details(details).forEach { try Console.print($0) }
            }
            try library.tellDamage(store)
        }
    }
}
