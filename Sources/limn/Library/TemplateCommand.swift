// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// `limn template`.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Keeps the PDFs that characters are written on.",
        discussion: "A template is called by its name, its id, or an unambiguous beginning of either.",
        subcommands: [Import.self, List.self, Show.self, Rename.self, Remove.self])

    /// `limn template import`.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Imports PDFs into the library, with thumbnails, outlines and text.",
            discussion: """
                Either all PDFs are imported or none. The same bytes are kept once. The password of a locked PDF is read from \
                --password-file or asked for at a terminal, and never kept; thumbnail and text are.
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var input: InputOptions
        @OptionGroup var access: AccessOptions
        @OptionGroup var report: ReportOptions

        @Option(help: "The template's name; only for one PDF. (default: the file's name)")
        var name: Reference?

        @Flag(help: "Import what can be, although some PDFs cannot.")
        var keepGoing = false

        @Option(help: "How many PDFs are read at a time. (default: the number of processors)")
        var jobs: Int?

        func validate() throws {
            try checkStandardInput(input.read + [access.passwordFile])
            guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
            if access.password != nil {
                throw ValidationError(
                    "A library takes no password from the command line, where others can see it; use --password-file.")
            }
        }

        func run() throws {
            let inputs = DocumentSearch.documents(inAny: try input.all())
            if name != nil, inputs.count != 1 {
                throw Ending.usage("--name is for one PDF; there are \(inputs.count).")
            }
            if let name { try Ending.failing { _ = try NameRule.name.checked(name.text) } }
            var request = TemplateImportRequest(inputs: inputs, access: try access.access())
            request.name = name?.text
            request.isAllOrNone = !keepGoing
            request.passwords = PasswordPrompt.source
            request.isolation = access.isolation
            request.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
            let store = try library.open(creating: true)
            var line = ProgressLine(quiet: report.quiet)
            let results = TemplateImport(request).run(into: store) { line.show($0) }
            line.clear()
            var outcome = Outcome()
            try Ending.failing {
                for result in results {
                    outcome.add(result.status)
                    if report.json {
                        try Console.print(json: result)
                    } else if let template = result.template, !report.quiet {
                        try Console.print(Lines.template(template) + (result.wasThere ? "  (was there)" : ""))
                    }
                    if !result.isHeldBack { Console.tell(result.remarks, quiet: report.quiet) }
                }
            }
            let held = results.count(where: \.isHeldBack)
            if held > 0 {
                Console.complain(
                    "Nothing was imported: \(Console.count(held, "other PDF")) could have been, and --keep-going does it."
                )
            }
            try outcome.exit()
        }
    }

    /// `limn template list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the templates by name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        func run() throws {
            guard let store = try library.openIfThere(quiet: report.quiet) else { return }
            try Ending.failing {
                for template in try store.templates() {
                    if report.json {
                        try Console.print(json: TemplateSummary(template))
                    } else {
                        try Console.print(Lines.template(template))
                    }
                }
            }
        }
    }

    /// `limn template show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Tells what the library knows of a template.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        @Argument(help: "The template.")
        var template: Reference

        @Option(help: "Also write its thumbnail, a PNG, to a file; - is standard output.")
        var thumbnail: FilePath?

        func validate() throws {
            if thumbnail == "-", report.json {
                throw ValidationError("--json and a picture cannot share standard output.")
            }
        }

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.template(meant: template.text)
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
        }
    }

    /// `limn template rename`.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Gives a template another name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        @Argument(help: "The template.")
        var template: Reference
        @Argument(help: "The new name.")
        var name: Reference

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.renameTemplate(try store.template(meant: template.text).id, to: name.text)
                if report.json { return try Console.print(json: TemplateSummary(record)) }
                if !report.quiet { try Console.print(Lines.template(record)) }
            }
        }
    }

    /// `limn template remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a template, and the characters that are written on it.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup var report: ReportOptions

        @Argument(help: "The template.")
        var template: Reference

        @Flag(help: "Keep the characters; they can be attached to another template.")
        var keepCharacters = false

        @Flag(help: "Do not ask, although characters go too.")
        var yes = false

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.template(meant: template.text)
                try confirm(record, try store.characterCount(of: record.id))
                let count = try store.removeTemplate(record.id, keepingCharacters: keepCharacters)
                _ = try store.collectBlobs()
                let removed = Removed(
                    id: "\(record.id)", name: record.name, characters: count, charactersKept: keepCharacters)
                if report.json { return try Console.print(json: removed) }
                guard !report.quiet else { return }
                let what = "\(Console.count(count, "character")) " + (keepCharacters ? "kept" : "removed with it")
                try Console.print("“\(record.name)” removed, \(what)")
            }
        }

        /// How many characters go is said before they do; at a terminal a person can still say no.
        private func confirm(_ record: TemplateRecord, _ count: Int) throws {
            guard count > 0, !keepCharacters else { return }
            let what = "“\(record.name)” has \(Console.count(count, "character")), removed with it"
            guard !yes, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
                if !report.quiet { Console.complain("\(what) (--keep-characters keeps them).") }
                return
            }
            Console.complain(text: "limn: \(what.onOneLine). Go on? [y/N] ")
            guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
                throw Sentence("Nothing was removed.")
            }
        }

        private struct Removed: Encodable {
            let id: String
            let name: String
            let characters: Int
            let charactersKept: Bool
        }
    }
}
