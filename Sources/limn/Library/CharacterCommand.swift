// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn character` command.
struct CharacterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "character",
        abstract: "Manages characters, the filled copies of templates: fills in their forms and draws on them.",
        discussion: "Characters and templates are identified by name, id, or an unambiguous beginning of either.",
        subcommands: [
            Create.self, CharacterImportCommand.self, List.self, Show.self, Rename.self, Duplicate.self, Favorite.self,
            Tag.self, Attach.self, Remove.self, CharacterDrawCommand.self, CharacterEraseCommand.self,
            CharacterUndoCommand.self, CharacterRedoCommand.self, CharacterChangesCommand.self,
            CharacterItemCommand.self, CharacterLayerCommand.self, CharacterPageCommand.self,
            CharacterFillCommand.self, CharacterValuesCommand.self, CharacterRebaseCommand.self,
        ])

    /// The options that most of these commands share.
    struct Options: ParsableArguments {
        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

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
            commandName: "create", abstract: "Creates a character from a template, or one for each row of a table.")

        @OptionGroup var options: Options
        @Argument(help: "The character's name; others may have the same.")
        var name: Reference?
        @Option(help: "A table, such as party.csv: each row becomes a character with these form values.")
        var from: FilePath?
        @Option(help: "The column of --from with the names. (default: the first called name, or ending in .name)")
        var nameColumn: String?
        @Option(help: "The template.", completion: .templates)
        var template: Reference
        @Option(help: "A tag. May be repeated.", completion: .tags)
        var tag: [Reference] = []
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

        func validate() throws {
            guard (name == nil) != (from == nil) else {
                throw ValidationError("Give a name, or a table with --from.")
            }
            if nameColumn != nil, from == nil { throw ValidationError("--name-column requires --from.") }
            try checkStandardInput([from, access.passwordFile])
        }

        func run() throws {
            if let from { return try createParty(from) }
            guard let name else { return }
            try options.run { store in
                let template = try store.resolveTemplate(template.text)
                return try store.createCharacter(
                    NewCharacter(name: name.text, template: template.id, tags: tag.map(\.text)))
            }
        }

        private func createParty(_ file: FilePath) throws {
            let store = try options.library.open()
            var outcome = Outcome()
            try Ending.failing {
                let template = try store.resolveTemplate(template.text)
                for member in try PartyRows(file, column: nameColumn, access: access).members {
                    let record = try store.createCharacter(
                        NewCharacter(name: member.name, template: template.id, tags: tag.map(\.text)))
                    outcome.add(
                        try PartyRows.fill(
                            record.id, with: member.row, in: store, access, options.report, isRehearsal: false))
                }
            }
            try outcome.exit()
        }
    }
}
