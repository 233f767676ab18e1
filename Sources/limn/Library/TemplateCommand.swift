// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn template` command.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Manages templates, the PDFs on which characters are drawn.",
        discussion: "A template is identified by its name, its id, or an unambiguous beginning of either.",
        subcommands: [Import.self, List.self, Show.self, TemplateDetectCommand.self, Rename.self, Remove.self])

    /// The `limn template list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the templates by name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                for template in try store.templates() {
                    if report.json {
                        try Console.print(json: TemplateSummary(template))
                    } else {
                        try Console.print(Lines.template(template))
                    }
                }
            }
            try library.tellDamage(store)
        }
    }

    /// The `limn template show` command.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows the details of a template.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        @Argument(help: "The template.", completion: .templates)
        var template: Reference

        @Option(help: "Also write the thumbnail to a PNG file; - is standard output.")
        var thumbnail: FilePath?

        func validate() throws {
            if thumbnail == "-", report.json {
                throw ValidationError("--json and a picture cannot share standard output.")
            }
        }

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.resolveTemplate(template.text)
                if let thumbnail {
                    guard let picture = try store.thumbnail(of: record.id) else {
                        throw Sentence("“\(record.name)” has no thumbnail.")
                    }
                    try Picture.write(picture, to: thumbnail, outside: store)
                    guard thumbnail != "-" else { return }
                }
                let details = try TemplateDetails(of: record.id, in: store)
                if report.json { return try Console.print(json: details) }
                try Lines.details(details).forEach { try Console.print($0) }
            }
            try library.tellDamage(store)
        }
    }

    /// The `limn template rename` command.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Renames a template.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        @Argument(help: "The template.", completion: .templates)
        var template: Reference
        @Argument(help: "The new name.")
        var name: Reference

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.renameTemplate(try store.resolveTemplate(template.text).id, to: name.text)
                if report.json { return try Console.print(json: TemplateSummary(record)) }
                if !report.quiet { try Console.print(Lines.template(record)) }
            }
        }
    }
}
