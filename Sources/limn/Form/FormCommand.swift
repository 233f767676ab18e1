// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser

/// The `limn form` command.
struct FormCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form", abstract: "Shows, fills in and reads the forms of PDFs, and makes forms of flat sheets.",
        subcommands: [
            FormShowCommand.self, FormFillCommand.self, FormClearCommand.self, FormDetectCommand.self,
            FormMapCommand.self, FormReadCommand.self,
        ])
}
