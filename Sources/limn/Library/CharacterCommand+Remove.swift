// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

extension CharacterCommand {
    /// The `limn character remove` command.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Moves a character to the trash, with its ink and its form values.",
            discussion: "limn trash restore brings it back.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The character: its whole name or its id.", completion: .characters)
        var character: Reference
        @OptionGroup var confirmation: Confirmation

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let record = try store.resolveCharacter(character.text, isWhole: true)
                let pages = try store.drawnPages(of: record.id).count { $0.itemCount > 0 }
                var ink = pages == 0 ? "it has no ink" : "it has ink on \(Console.count(pages, "page"))"
                // A character can be removed even if its form values cannot be read.
                let fields = (try? store.formValues(of: record.id).entries.count) ?? 0
                if fields > 0 { ink += " and values in \(Console.count(fields, "field"))" }
                try confirmation.ask("“\(record.name)” goes to the trash; \(ink)")
                try store.removeCharacter(record.id)
                let removed = Removed(id: "\(record.id)", name: record.name, inkedPages: pages)
                if report.json { return try Console.print(json: removed) }
                guard !report.quiet else { return }
                try Console.print(
                    "\(record.id)  “\(record.name)” put into the trash, with ink on \(Console.count(pages, "page"))")
            }
        }

        private struct Removed: Encodable {
            let id: String
            let name: String
            let inkedPages: Int
        }
    }
}
