// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn library restore` command.
struct LibraryRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replaces the library with a backup, or brings back single characters from it.",
        discussion: """
            The backup is verified first. The library that is replaced is kept in a folder next to it, \
            LIBRARY.replaced-1. With --merge, nothing in the library is replaced.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The folder of the backup; it is not changed.", completion: .directory)
    var folder: FilePath
    @Flag(help: "Bring back the characters that the library does not have, and change nothing else.")
    var merge = false
    @Option(
        help:
            "With --merge: bring back this character, as a copy if it is still in the library. May be repeated.",
        completion: .characters)
    var character: [Reference] = []
    @OptionGroup var confirmation: Confirmation

    func validate() throws {
        if !character.isEmpty, !merge { throw ValidationError("--character requires --merge.") }
    }

    func run() throws {
        if merge { return try mergeCharacters() }
        var refusal: (any Error)?
        let copy = try Ending.failing {
            do throws(LibraryError) {
                return try Library.restore(from: folder, to: library.folder) { plan in
                    do { try confirmation.ask(Self.consequence(plan, of: library.folder)) } catch { refusal = error }
                    return refusal == nil
                }
            } catch { throw refusal ?? error }
        }
        try LibraryCommand.tell(copy, "restored", to: library.folder, report)
    }

    /// Returns the description of the consequences, for the confirmation before a library is replaced.
    private static func consequence(_ plan: RestorePlan, of folder: FilePath) -> String {
        var text = "The backup replaces the library \(folder.displayName)"
        if let templates = plan.templateCount, let characters = plan.characterCount {
            text += ", with \(Console.count(templates, "template")) and \(Console.count(characters, "character"))"
        } else {
            text += ", which is damaged"
        }
        let newer =
            plan.newerCharacters.map { "“\($0.name)” (changed \(Lines.time($0.modified)))" }
            + plan.newerTemplates.map { "the template “\($0.name)”" }
        if !newer.isEmpty {
            let more = newer.count > 10 ? " and \(newer.count - 10) more" : ""
            text += ". Newer than the backup: \(newer.prefix(10).joined(separator: ", "))\(more)"
        }
        if !plan.warnings.isEmpty { text += ". The backup is damaged: \(plan.warnings.joined(separator: " "))" }
        let name = plan.kept.lastComponent.map { FilePath($0.string).displayName } ?? plan.kept.displayName
        return text + ". The replaced library is kept in \(name)"
    }

    private func mergeCharacters() throws {
        let result = try Ending.failing {
            try Library.merge(
                from: folder, into: library.folder, characters: character.isEmpty ? nil : character.map(\.text))
        }
        var outcome = Outcome()
        outcome.add(result.warnings.isEmpty ? .ok : .warnings)
        try Ending.failing {
            if report.json {
                try Console.print(json: MergeSummary(result, folder: library.folder))
            } else if !report.quiet {
                for record in result.characters { try Console.print("\(record.id)  “\(record.name)” brought back") }
                for record in result.templates {
                    try Console.print("\(record.id)  template “\(record.name)” brought back")
                }
                if result.characters.isEmpty { try Console.print("Nothing was brought back.") }
            }
            if !report.quiet { result.warnings.forEach { Console.complain("warning: \($0)") } }
        }
        try outcome.exit()
    }
}

/// The result of a merge as JSON.
private struct MergeSummary: Encodable {
    struct Record: Encodable {
        let id: String
        let name: String
    }

    let folder: String
    let characters: [Record]
    let templates: [Record]
    let status: ResultStatus
    let messages: [String]

    init(_ result: MergeResult, folder: FilePath) {
        self.folder = folder.json
        characters = result.characters.map { Record(id: "\($0.id)", name: $0.name) }
        templates = result.templates.map { Record(id: "\($0.id)", name: $0.name) }
        status = result.warnings.isEmpty ? .ok : .warnings
        messages = result.warnings
    }
}
