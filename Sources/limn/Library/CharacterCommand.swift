// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary
internal import LimnPipeline

/// The `limn character` command.
struct CharacterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "character",
        abstract: "Manages characters, the filled copies of templates: fills in their forms and draws on them.",
        discussion: "Characters and templates are identified by name, id, or an unambiguous beginning of either.",
        subcommands: [
            Create.self, List.self, Show.self, Rename.self, Duplicate.self, Favorite.self, Tag.self, Attach.self,
            Remove.self, CharacterDrawCommand.self, CharacterEraseCommand.self, CharacterUndoCommand.self,
            CharacterRedoCommand.self, CharacterChangesCommand.self, CharacterItemCommand.self,
            CharacterLayerCommand.self,
            CharacterFillCommand.self, CharacterValuesCommand.self, CharacterRebaseCommand.self,
        ])

    /// The options that most of these commands share.
    struct Options: ParsableArguments {
        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        /// Runs `body` with the library and prints the character that it returns.
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

    /// The `limn character create` command.
    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates a character from a template.")

        @OptionGroup var options: Options
        @Argument(help: "The character's name; others may have the same.")
        var name: Reference
        @Option(help: "The template.", completion: .templates)
        var template: Reference
        @Option(help: "A tag. May be repeated.", completion: .tags)
        var tag: [Reference] = []

        func run() throws {
            try options.run { store in
                let template = try store.resolveTemplate(template.text)
                return try store.createCharacter(
                    NewCharacter(name: name.text, template: template.id, tags: tag.map(\.text)))
            }
        }
    }
}
