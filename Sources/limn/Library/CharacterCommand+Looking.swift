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
                "Only characters with all of these words, or their beginnings, in names, tags, form values or text."
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
                for summary in try CharacterSummary.all(try store.characters(filter), in: store) {
                    if report.json {
                        try Console.print(json: summary)
                    } else {
                        try Console.print(Lines.character(summary))
                    }
                }
            }
            try library.tellDamage(store)
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
                if let page { try store.setLastViewed(CharacterPage(id, page: page)) }
                let details = try CharacterDetails(of: id, in: store)
                if report.json { return try Console.print(json: details) }
                try Lines.details(details).forEach { try Console.print($0) }
            }
            try library.tellDamage(store)
        }
    }
}
