// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary
internal import LimnPipeline

/// `limn character`.
struct CharacterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "character", abstract: "Keeps filled copies of templates, and draws on them.",
        discussion: "Characters and templates are called by name, id, or an unambiguous beginning of either.",
        subcommands: [
            Create.self, List.self, Show.self, Rename.self, Duplicate.self, Favorite.self, Tag.self, Attach.self,
            Remove.self, CharacterDrawCommand.self, CharacterEraseCommand.self, CharacterUndoCommand.self,
            CharacterRedoCommand.self,
        ])

    /// What most of these commands have in common.
    struct Options: ParsableArguments {
        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        /// Does something with the library and tells of the character that it gives.
        func run(_ body: (Library) throws -> CharacterRecord) throws {
            let store = try library.open()
            try Ending.failing {
                let record = try body(store)
                let name = try record.template.map { try store.template($0).name }
                let summary = CharacterSummary(record, templateName: name)
                if report.json { return try Console.print(json: summary) }
                if !report.quiet { try Console.print(Lines.character(summary)) }
            }
        }
    }

    /// `limn character create`.
    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a character on a template.")

        @OptionGroup var options: Options
        @Argument(help: "The character's name; others may have the same.")
        var name: Reference
        @Option(help: "The template.")
        var template: Reference
        @Option(help: "A tag; may be given more than once.")
        var tag: [Reference] = []

        func run() throws {
            try options.run { store in
                let template = try store.template(meant: template.text)
                return try store.createCharacter(
                    NewCharacter(name: name.text, template: template.id, tags: tag.map(\.text)))
            }
        }
    }

    /// `limn character list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the characters by name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions
        @Option(
            help: "Only those where every word begins a word of name, tags, or the template's name or text.")
        var search: Reference?
        @Flag(help: "Only favourites.")
        var favorites = false
        @Option(help: "Only those with this tag; may be given more than once.")
        var tag: [Reference] = []
        @Option(help: "Only those on this template.")
        var template: Reference?

        func run() throws {
            guard let store = try library.openIfThere(quiet: report.quiet) else { return }
            try Ending.failing {
                let template = try template.map { try store.template(meant: $0.text).id }
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
        }
    }

    /// `limn character show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells what the library knows of a character, or of the one that was worked on last.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions
        @Argument(help: "The character. (default: the one that was worked on last)")
        var character: Reference?
        @Option(help: "Remember this page as the one that is looked at.")
        var page: Int?

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let id: CharacterID
                if let character {
                    id = try store.character(meant: character.text).id
                } else if let last = try store.lastViewed() {
                    id = last.character
                } else {
                    throw Sentence("No character of this library was worked on yet; name one.")
                }
                if let page { try store.setLastViewed(CharacterPage(id, page: page)) }
                let details = try CharacterDetails(of: id, in: store)
                if report.json { return try Console.print(json: details) }
                try Lines.details(details).forEach { try Console.print($0) }
            }
        }
    }

    /// `limn character rename`.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Gives a character another name.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference
        @Argument(help: "The new name.")
        var name: Reference

        func run() throws {
            try options.run { store in
                try store.renameCharacter(try store.character(meant: character.text).id, to: name.text)
            }
        }
    }

    /// `limn character duplicate`.
    struct Duplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copies a character with its ink and what can be undone of it.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference
        @Argument(help: "The copy's name. (default: that of the character)")
        var name: Reference?

        func run() throws {
            try options.run { store in
                let original = try store.character(meant: character.text)
                return try store.duplicateCharacter(original.id, named: name?.text ?? original.name)
            }
        }
    }

    /// `limn character favorite`.
    struct Favorite: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a character a favourite.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference
        @Flag(help: "Make it no favourite any more.")
        var off = false

        func run() throws {
            try options.run { store in
                try store.setFavorite(!off, of: try store.character(meant: character.text).id)
            }
        }
    }

    /// `limn character tag`.
    struct Tag: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Adds tags to a character, or takes some away.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference
        @Argument(help: "The tags.")
        var tags: [Reference]
        @Flag(help: "Take the tags away.")
        var off = false

        func run() throws {
            try options.run { store in
                let names = tags.map(\.text)
                return try store.changeTags(
                    of: try store.character(meant: character.text).id, adding: off ? [] : names,
                    removing: off ? names : [])
            }
        }
    }

    /// `limn character attach`.
    struct Attach: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts a character on another template, or an orphan on one.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference
        @Argument(help: "The template.")
        var template: Reference

        func run() throws {
            try options.run { store in
                let template = try store.template(meant: template.text)
                return try store.attach(try store.character(meant: character.text).id, to: template.id)
            }
        }
    }

    /// `limn character remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a character and its ink.")

        @OptionGroup var options: Options
        @Argument(help: "The character.")
        var character: Reference

        func run() throws {
            try options.run { store in
                let record = try store.character(meant: character.text)
                try store.removeCharacter(record.id)
                return record
            }
        }
    }
}
