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
        subcommands: [
            RenderCommand.self, ThumbnailCommand.self, ContactSheetCommand.self, FlattenCommand.self,
            InspectCommand.self, InkCommand.self, ItemCommand.self, LayerCommand.self, FormCommand.self,
            RebaseCommand.self,
            TemplateCommand.self, CharacterCommand.self,
            ExportCommand.self,
            ThumbnailsCommand.self, LibraryCommand.self, TrashCommand.self, ServeCommand.self, AccessCommand.self,
            BatchCommand.self, EngineCommand.self, DoctorCommand.self,
        ])

    /// The prefix of usage errors, as in all other messages: `limn: message`.
    static var _errorLabel: String { "limn" }
}
