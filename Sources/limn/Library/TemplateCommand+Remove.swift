// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnLibrary
internal import LimnPipeline

extension TemplateCommand {
    /// `limn template remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
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
                let record = try store.resolveTemplate(template.text)
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
