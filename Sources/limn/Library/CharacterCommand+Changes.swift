// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary

extension CharacterCommand {
    /// The `limn character rename` command.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Renames a character.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Argument(help: "The new name.")
        var name: Reference

        func run() throws {
            try options.run { store in
                try store.renameCharacter(try store.resolveCharacter(character.text).id, to: name.text)
            }
        }
    }

    /// The `limn character duplicate` command.
    struct Duplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicate",
            abstract: "Copies a character with its ink, its form values and their undo history.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Argument(help: "The copy's name. (default: that of the character)")
        var name: Reference?

        func run() throws {
            try options.run { store in
                let original = try store.resolveCharacter(character.text)
                return try store.duplicateCharacter(original.id, named: name?.text ?? original.name)
            }
        }
    }

    /// The `limn character favorite` command.
    struct Favorite: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "favorite", abstract: "Adds a character to the favorites, or removes it from them.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Flag(help: "Remove it from the favorites.")
        var off = false

        func run() throws {
            try options.run { store in
                try store.setFavorite(!off, of: try store.resolveCharacter(character.text).id)
            }
        }
    }

    /// The `limn character tag` command.
    struct Tag: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tag", abstract: "Adds tags to a character, or removes them.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Argument(help: "The tags.", completion: .tags)
        var tags: [Reference]
        @Flag(help: "Remove the tags.")
        var off = false

        func run() throws {
            try options.run { store in
                let names = tags.map(\.text)
                return try store.changeTags(
                    of: try store.resolveCharacter(character.text).id, adding: off ? [] : names,
                    removing: off ? names : [])
            }
        }
    }

    /// The `limn character attach` command.
    struct Attach: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "attach",
            abstract: "Moves a character to another template, or gives a template to a character without one.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Argument(help: "The template.", completion: .templates)
        var template: Reference

        func run() throws {
            try options.run { store in
                let template = try store.resolveTemplate(template.text)
                return try store.attach(try store.resolveCharacter(character.text).id, to: template.id)
            }
        }
    }
}
