// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

/// `limn character changes`.
struct CharacterChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes", abstract: "Lists the changes of a character's ink that can be undone or redone.",
        discussion: "Each is what one command did, on all its pages; undo takes back the last one.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup var report: ReportOptions
    @Argument(help: "The character.")
    var character: Reference
    @Option(help: "Only changes since a day or a time, such as 2026-03-01 or 2026-03-01T18:30:00Z.")
    var since: Moment?

    func run() throws {
        let store = try library.open()
        var outcome = Outcome()
        try Ending.failing {
            let id = try store.resolveCharacter(character.text).id
            for change in try CharacterChange.all(of: id, since: since?.date, in: store) {
                outcome.add(change.isReadable ? .ok : .warnings)
                if report.json {
                    try Console.print(json: change)
                } else {
                    try Console.print(Lines.change(change))
                }
            }
        }
        try outcome.exit()
    }
}

extension Lines {
    static func change(_ change: CharacterChange) -> String {
        let pages = change.group.pages.map { page in
            guard let added = page.added, let removed = page.removed else { return "page \(page.page) damaged" }
            var parts: [String] = []
            if removed > 0 { parts.append("−\(removed)") }
            if added > 0 { parts.append("+\(added)") }
            return "page \(page.page) \(parts.isEmpty ? "layers" : parts.joined(separator: " "))"
        }
        let time = change.group.made.map { Lines.time($0) } ?? "some time ago"
        return "\(time)  \(pages.joined(separator: ", "))" + (change.group.isUndone ? "  (undone)" : "")
    }
}
