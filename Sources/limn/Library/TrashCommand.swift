// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

/// The `limn trash` command.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "Brings back removed templates and characters, or deletes them for good.",
        discussion:
            "Removed items stay in the trash for \(TrashAge.standardDays) days; limn trash keep changes the number.",
        subcommands: [List.self, Restore.self, Empty.self, Keep.self])

    /// The `limn trash list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the items in the trash, the last removed first.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let days = try store.trashDays()
                let entries = try store.trash()
                for entry in entries { try TrashCommand.tell(entry, days: days, report) }
                guard !report.json, !report.quiet else { return }
                let bytes = entries.reduce(0) { $0 + $1.byteCount }
                Console.complain(
                    entries.isEmpty
                        ? "The trash is empty."
                        : "\(Console.count(entries.count, "item")), \(bytes) bytes; deleted after "
                            + "\(Console.count(days, "day")).")
            }
        }
    }

    /// The `limn trash restore` command.
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Brings an item back from the trash.",
            discussion: """
                A template comes back with the characters that were removed with it, and a character with its template.
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The item: its name, its id, or an unambiguous beginning of either.", completion: .trash)
        var name: Reference

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let days = try store.trashDays()
                let restored = try store.restoreFromTrash(try store.resolveTrash(name.text).id)
                for entry in restored { try TrashCommand.tell(entry, days: days, report, "brought back") }
            }
        }
    }

    /// The `limn trash empty` command.
    struct Empty: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "empty", abstract: "Permanently deletes the named items, or everything in the trash.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The items. (default: all)", completion: .trash)
        var names: [Reference] = []
        @Option(help: "Only items that were removed more than this many days ago.")
        var olderThan: Int?
        @OptionGroup var confirmation: Confirmation

        func validate() throws {
            guard (0...TrashAge.highestDays).contains(olderThan ?? 0) else {
                throw ValidationError("--older-than takes a number of days from 0 to \(TrashAge.highestDays).")
            }
        }

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let limit = olderThan.map { Date(timeIntervalSinceNow: -Double($0) * 86_400) }
                let all = try names.isEmpty ? store.trash() : names.map { try store.resolveTrash($0.text) }
                let entries = all.filter { entry in limit.map { entry.removed < $0 } ?? true }
                guard !entries.isEmpty else {
                    if !report.quiet { Console.complain("There is nothing to delete in the trash.") }
                    return
                }
                let names = entries.prefix(10).map { "“\($0.name)”" }.joined(separator: ", ")
                let more = entries.count > 10 ? " and \(entries.count - 10) more" : ""
                try confirmation.ask("This permanently deletes \(names)\(more)")
                let days = try store.trashDays()
                // Only the entries in the question are deleted.
                for entry in try store.deleteFromTrash(removedBefore: limit, only: Set(entries.map(\.id))) {
                    try TrashCommand.tell(entry, days: days, report, "deleted")
                }
            }
        }
    }

    /// The `limn trash keep` command.
    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Sets how many days items stay in this library's trash.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The number of days, from 0 to \(TrashAge.highestDays).")
        var days: Int

        func validate() throws {
            guard (0...TrashAge.highestDays).contains(days) else {
                throw ValidationError("Give a number of days from 0 to \(TrashAge.highestDays).")
            }
        }

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                try store.setTrashDays(days)
                if report.json { return try Console.print(json: Kept(days: days)) }
                if !report.quiet { try Console.print("Items stay in the trash for \(Console.count(days, "day")).") }
            }
        }

        private struct Kept: Encodable {
            let days: Int
        }
    }

    /// Prints an entry.
    ///
    /// - Parameter change: what was done with the entry; nil in a list.
    static func tell(_ entry: TrashEntry, days: Int, _ report: ReportOptions, _ change: String? = nil) throws {
        let summary = TrashSummary(entry, days: days)
        if report.json { return try Console.print(json: summary) }
        guard !report.quiet || change == nil else { return }
        let state = change ?? "removed \(Lines.time(entry.removed)), deleted \(Lines.time(summary.expires))"
        try Console.print("\(entry.id)  \(entry.id.kind) “\(entry.name)”  \(state), \(entry.byteCount) bytes")
    }
}
