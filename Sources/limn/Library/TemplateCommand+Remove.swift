// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

extension TemplateCommand {
    /// The `limn template remove` command.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Moves a template, and the characters on it, to the trash.",
            discussion: "limn trash restore brings them back.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        @Argument(help: "The template: its whole name or its id.", completion: .templates)
        var template: Reference

        @Flag(help: "Keep the characters; they can be attached to another template.")
        var keepCharacters = false

        @OptionGroup var confirmation: Confirmation

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.resolveTemplate(template.text, isWhole: true)
                let found = try store.characters(CharacterFilter(template: record.id))
                try confirmation.ask("“\(record.name)” goes to the trash\(consequence(found))")
                let count = try store.removeTemplate(record.id, keepingCharacters: keepCharacters)
                let removed = Removed(
                    id: "\(record.id)", name: record.name, characters: count, charactersKept: keepCharacters)
                if report.json { return try Console.print(json: removed) }
                guard !report.quiet else { return }
                let what = "\(Console.count(count, "character")) " + (keepCharacters ? "kept" : "with it")
                try Console.print("\(record.id)  “\(record.name)” put into the trash, \(what)")
            }
        }

        /// Returns the part of the question that says what will happen to the characters.
        private func consequence(_ found: [CharacterRecord]) -> String {
            guard !found.isEmpty else { return "; it has no characters" }
            let names = found.prefix(5).map { "“\($0.name)”" }.joined(separator: ", ")
            let more = found.count > 5 ? " and \(found.count - 5) more" : ""
            return keepCharacters
                ? "; its characters stay, without a template: \(names)\(more)"
                : " with its characters \(names)\(more) (--keep-characters keeps them)"
        }

        private struct Removed: Encodable {
            let id: String
            let name: String
            let characters: Int
            let charactersKept: Bool
        }
    }
}
