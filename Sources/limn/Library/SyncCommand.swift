// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import LimnSync
internal import SystemPackage

/// The `limn sync` command.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Brings the library together with those on other machines, through a folder.",
        discussion: """
            The folder is an ordinary one that Syncthing, Nextcloud, a USB stick or any other means carries between \
            the machines. Limn only adds files to it, so that nothing conflicts there. Everything in it is readable \
            for whoever gets it, including the layers for the game master.

            Ink, form values, names, tags and pages of all libraries come together. Where two people changed the same \
            thing without knowing of each other, one value counts, and the other one is kept and listed here until \
            somebody changes it again.
            """)

    @OptionGroup var library: LibraryOptions
    @Argument(help: "The folder. It is made if it does not exist.", completion: .directory)
    var place: FilePath
    @Argument(help: "Only these characters of the library. (default: all)", completion: .characters)
    var characters: [References] = []
    @Flag(help: "Only take in what others have changed.")
    var pull = false
    @Flag(help: "Only send what has changed here.")
    var push = false
    @Flag(help: "Tell what would be received and sent, and change nothing.")
    var dryRun = false
    @Flag(help: "Go on, and sync every few seconds until interrupted.")
    var watch = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if pull, push {
            throw ValidationError("--pull and --push contradict each other; without both, sync goes both ways.")
        }
        if watch, dryRun { throw ValidationError("--watch and --dry-run contradict each other.") }
        // A path has one slash where several were.
        if place.string.contains(":/") {
            throw ValidationError("limn sync takes a folder; sync with a server by its address is not there yet.")
        }
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        let store = try library.open(creating: true)
        let wanted = characters.isEmpty ? nil : Set(try characters.characters(in: store).map(\.id))
        let (engine, known) = (access.engine(), try access.access())
        try Ending.failing {
            if Self.isInside(place, library.folder) {
                throw Sentence("The folder is inside the library; choose one outside.")
            }
            let folder = try FolderSync(
                place, newID: "\(ReplicaID(bits: .random(in: 0...(.max))))",
                missing: dryRun ? .imagined : pull ? .refused : .made)
            let synchronizer = Synchronizer(store, with: folder, characters: wanted) { file, name in
                _ = try waiting { () throws(LimnError) in
                    try await engine.storeTemplate(.path(file), named: name, into: store, access: known)
                }
            }
            let directions: Synchronizer.Directions = pull ? .receiving : push ? .sending : .both
            if dryRun { return try tell(try synchronizer.preview(directions), store, "would be ") }
            var told: Set<String> = []
            repeat {
                let result = try synchronizer.run(directions)
                if !watch || !(result.received.isEmpty && result.sent.isEmpty) { try tell(result, store, "") }
                for note in result.notes where told.insert(note).inserted { Console.complain("note: \(note)") }
                if watch { Thread.sleep(forTimeInterval: 2) } else if !result.notes.isEmpty { throw ExitCode(3) }
            } while watch
        }
    }

    /// Whether a path leads into a folder.
    private static func isInside(_ path: FilePath, _ folder: FilePath) -> Bool {
        let here = FilePath(FileManager.default.currentDirectoryPath)
        return here.pushing(path).lexicallyNormalized().starts(with: here.pushing(folder).lexicallyNormalized())
    }

    private func tell(_ result: SyncResult, _ store: Library, _ would: String) throws {
        func characters(_ ids: Set<CharacterID>) -> [Character] {
            ids.sorted().map { Character(id: "\($0)", name: (try? store.character($0))?.name) }
        }
        let kept = result.kept.map { kept in
            Kept(
                character: "\(kept.character)", part: kept.unit, name: kept.name, current: kept.current,
                others: kept.others)
        }
        if report.json {
            return try Console.print(
                json: Summary(
                    received: characters(result.received), sent: characters(result.sent), kept: kept,
                    status: result.notes.isEmpty ? .ok : .warnings, messages: result.notes))
        }
        guard !report.quiet else { return }
        for (verb, ids) in [("received", result.received), ("sent", result.sent)] {
            for character in characters(ids) {
                try Console.print("\(would)\(verb)  \(character.name ?? character.id)")
            }
        }
        for value in result.kept {
            let name = (try? store.character(value.character))?.name ?? "\(value.character)"
            let what = [value.unit == "about" ? nil : value.unit, value.name].compactMap { $0 }.joined(separator: ", ")
            let others = value.others.filter { !$0.isEmpty }
            try Console.print(
                "two versions  \(name), \(what)"
                    + (value.current.map { current in
                        ": “\(current)” counts; kept: \(others.map { "“\($0)”" }.joined(separator: ", "))"
                    } ?? ""))
        }
        if result.received.isEmpty, result.sent.isEmpty { try Console.print("Nothing is new.") }
    }

    private struct Character: Encodable {
        let id: String
        let name: String?
    }

    private struct Kept: Encodable {
        let character: String
        let part: String
        let name: String?
        let current: String?
        let others: [String]
    }

    private struct Summary: Encodable {
        let received: [Character]
        let sent: [Character]
        let kept: [Kept]
        let status: ResultStatus
        let messages: [String]
    }
}
