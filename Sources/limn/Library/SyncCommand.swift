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
        commandName: "sync", abstract: "Brings libraries on several machines together, through a folder or a server.",
        discussion: """
            A folder is one that Syncthing, Nextcloud, a USB stick or any other means carries between the machines; \
            Limn only adds files to it. A server is one that limn serve has started; it asks for the code of an \
            owner's link. All that the libraries have is sent, including the layers for the game master.

            Where two people changed the same thing without knowing of each other, one value counts, and the other \
            one is kept and listed here until somebody changes it again.
            """)

    @OptionGroup var library: LibraryOptions
    @Argument(
        help: "The folder, which is made if it does not exist, or the address of a server.", completion: .directory)
    var place: SyncPlace
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
    @Option(help: "Read the code, or the link, from a file's first line; - is standard input.")
    var codeFile: FilePath?
    @Option(help: "Trust the authority of this certificate, as limn serve --tls self has one.")
    var authority: FilePath?
    @Flag(help: "Also sync without TLS. Others on the network can read everything.")
    var insecure = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if pull, push {
            throw ValidationError("--pull and --push contradict each other; without both, sync goes both ways.")
        }
        if watch, dryRun { throw ValidationError("--watch and --dry-run contradict each other.") }
        if case .folder = place, codeFile != nil || authority != nil || insecure {
            throw ValidationError("--code-file, --authority and --insecure are for servers.")
        }
        if case .folder(let folder) = place, folder.string.wholeMatch(of: #/[\w.\-]+:\d+/#) != nil,
            !FileManager.default.fileExists(atPath: folder.string)
        {
            throw ValidationError("The address of a server begins with https:// or http://.")
        }
        if case .server(let address) = place, address.isOpen, !insecure {
            throw ValidationError(
                "Without TLS, everyone on the network can read what is sent. Take https://, or add --insecure.")
        }
        try checkStandardInput([access.passwordFile, codeFile])
    }

    func run() throws {
        let store = try library.open(creating: true)
        let code: String? = try Ending.failing { try self.code() }
        let wanted = characters.isEmpty ? nil : Set(try characters.characters(in: store).map(\.id))
        let (engine, known) = (access.engine(), try access.access())
        try Ending.failing {
            func synchronizer(_ place: any LibrarySync) -> Synchronizer {
                Synchronizer(store, with: place, characters: wanted) { file, name in
                    do throws(LimnError) {
                        _ = try waiting { () throws(LimnError) in
                            try await engine.storeTemplate(.path(file), named: name, into: store, access: known)
                        }
                    } catch { throw SyncError("“\(name ?? "Untitled")”: \(error.sentence)") }
                }
            }
            let directions: Synchronizer.Directions = pull ? .receiving : push ? .sending : .both
            if dryRun {
                let result = try synchronizer(try open(code)).preview(directions)
                try tell(result, store, "would be ")
                return result.notes.forEach { Console.complain("note: \($0)") }
            }
            var told: Set<String> = []
            var place: (any LibrarySync)?
            repeat {
                do {
                    if let server = place as? ServerSync { try server.greet() }
                    let current = try place ?? open(code)
                    place = current
                    let result = try synchronizer(current).run(directions)
                    if !watch || !(result.received.isEmpty && result.sent.isEmpty) { try tell(result, store, "") }
                    for note in result.notes where told.insert(note).inserted { Console.complain("note: \(note)") }
                    if !watch, !result.notes.isEmpty { throw ExitCode(3) }
                } catch  where watch && (error is SyncError || (error as? LibraryError)?.code == .busy) {
                    // A network, a server or a disk comes back.
                    if told.insert("\(error)").inserted { Console.complain("note: \(error)") }
                }
                if watch { Thread.sleep(forTimeInterval: 2) }
            } while watch
        }
    }

    private func open(_ code: String?) throws -> any LibrarySync {
        switch place {
        case .folder(let folder):
            if Self.isInside(folder, library.folder) {
                throw Sentence("The folder is inside the library; choose one outside.")
            }
            return try FolderSync(
                folder, newID: "\(ReplicaID(bits: .random(in: 0...(.max))))",
                missing: dryRun ? .imagined : pull ? .refused : .made)
        case .server(var address):
            if address.code != nil {
                Console.complain("a code on the command line can be seen by others; --code-file hides it.")
            }
            if let code { address.code = code }
            if let authority { _ = try InputFile(named: authority, limits: InputLimits(bytes: 1 << 20)) }
            let known = try access.access().password
            return try ServerSync(
                address, authorities: authority,
                password: known?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } == true ? known : nil)
        }
    }

    /// Returns the code in the file; nil if none is named.
    private func code() throws -> String? {
        guard let codeFile else { return nil }
        Secrets.protect()
        guard
            case let text = String(decoding: try firstLine(of: codeFile), as: UTF8.self)
                .trimmingCharacters(in: .whitespaces),
            let code = text.contains("://") ? try ServerSync.Address(text).code : text,
            ServerSync.Address.isCode(code)
        else { throw Sentence("\(codeFile.displayName) has no code in its first line.") }
        return code
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
        var lines: [(line: String, count: Int)] = []
        for value in result.kept {
            let name = (try? store.character(value.character))?.name ?? "\(value.character)"
            let what = [value.unit == "about" ? nil : value.unit, value.name].compactMap { $0 }.joined(separator: ", ")
            let others = value.others.filter { !$0.isEmpty }
            let line =
                "two versions  \(name), \(what)"
                + (value.current.map { current in
                    ": “\(current)” counts; kept: \(others.map { "“\($0)”" }.joined(separator: ", "))"
                } ?? "")
            if lines.last?.line == line { lines[lines.count - 1].count += 1 } else { lines.append((line, 1)) }
        }
        for (line, count) in lines { try Console.print(line + (count == 1 ? "" : ", \(Console.count(count, "item"))")) }
        if result.received.isEmpty, result.sent.isEmpty, result.notes.isEmpty { try Console.print("Nothing is new.") }
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

/// A folder or a server with which a library syncs.
enum SyncPlace: ExpressibleByArgument {
    case folder(FilePath)
    case server(ServerSync.Address)

    init?(argument: String) {
        guard argument.contains("://") else {
            guard !argument.isEmpty else { return nil }
            self = .folder(FilePath(argument))
            return
        }
        guard let address = try? ServerSync.Address(argument) else { return nil }
        self = .server(address)
    }
}
