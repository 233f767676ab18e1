// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

extension CharacterCommand {
    /// The `limn character list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the characters by name.",
            discussion: """
                With --search, tells where the words are on the pages. Handwriting is found if what reads it is \
                installed: pages that have changed are read first, about a second each, and the library keeps what was \
                read. Each place ends with how certain it is.
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Option(
            help:
                "Only characters with these words in names, tags, values of forms, text, notes or handwriting."
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
            var outcome = Outcome()
            try Ending.failing {
                let template = try template.map { try store.resolveTemplate($0.text).id }
                let filter = CharacterFilter(
                    search: search?.text, favoritesOnly: favorites, tags: tag.map(\.text), template: template)
                var (records, places) = (try store.characters(filter), [CharacterID: [FoundPlace]]())
                let text = search?.text ?? ""
                let isSearch = !SearchWords(text).isEmpty
                if isSearch {
                    var others = filter
                    others.search = nil
                    let (all, found) = (try store.characters(others), Set(records.map(\.id)))
                    let reading = try HandwrittenPage.isQuery(text) ? HandwritingReading(all, in: store, report) : nil
                    outcome.add(reading?.status ?? .ok)
                    for record in all {
                        let read = reading?.unkept[record.id] ?? []
                        places[record.id] = try FoundPlace.all(of: text, on: record, in: store, read: read)
                    }
                    records = all.filter { found.contains($0.id) || places[$0.id]?.isEmpty == false }
                }
                for summary in try CharacterSummary.all(records, in: store) {
                    let own = places[summary.record.id] ?? []
                    if report.json {
                        try Console.print(json: FoundCharacter(summary: summary, places: isSearch ? own : nil))
                    } else {
                        try Console.print(Lines.character(summary))
                        for place in own { try Console.print("  \(place.line)") }
                    }
                }
            }
            try library.tellDamage(store)
            try outcome.exit()
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
