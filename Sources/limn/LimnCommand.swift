// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnPipeline

/// The `limn` command.
struct LimnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limn",
        abstract:
            "Puts ink on PDF pages: renders pages, makes thumbnails, flattens drawings into PDFs, manages characters.",
        version: LimnVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Pages and files",
                subcommands: [
                    RenderCommand.self, ThumbnailCommand.self, ContactSheetCommand.self, FlattenCommand.self,
                    InspectCommand.self, TextCommand.self, MarksCommand.self, InkCommand.self, ItemCommand.self,
                    LayerCommand.self,
                    RebaseCommand.self,
                ]),
            CommandGroup(name: "Forms", subcommands: [FormCommand.self]),
            CommandGroup(
                name: "A library",
                subcommands: [
                    TemplateCommand.self, CharacterCommand.self, ExportCommand.self, ThumbnailsCommand.self,
                    LibraryCommand.self, SyncCommand.self, TrashCommand.self,
                ]),
            CommandGroup(name: "Sharing", subcommands: [ServeCommand.self, AccessCommand.self]),
            CommandGroup(name: "Many at once", subcommands: [BatchCommand.self]),
            CommandGroup(name: "This machine", subcommands: [DoctorCommand.self, EngineCommand.self]),
        ])

    /// The prefix of usage errors, as in all other messages: `limn: message`.
    static var _errorLabel: String { "limn" }
}
