// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnFiles
internal import LimnGeometry
internal import LimnLibrary
package import SystemPackage

/// A plain folder that some other program carries between machines.
///
///     limn-sync.json                         which folder this is
///     changes/<library>/<hash>.limnsync      packets, each named by its content, in a folder of its author
///     templates/<hash>.pdf                   the PDFs of templates
///
/// No file is ever changed, and no library writes into the folder of another one. So there are no conflicts: a file that
/// is incomplete or that another program has renamed is not what its name says, and is left alone.
package struct FolderSync: PacketSync {
    package let id: String
    private let folder: FilePath
    private var isImagined = false

    /// What may be in a folder before it is used: what Limn makes, and what systems put on every disk.
    private static let harmless: Set = [
        "changes", "templates", "lost+found", "System Volume Information", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN",
    ]
    private static let mark = "limn-sync.json"
    private static let suffix = ".limnsync"

    private struct Mark: Codable {
        var limnSync: Int
        var id: String
    }

    /// What becomes of a folder that is not used for sync yet.
    package enum Missing: Sendable {
        case made, refused
        /// It counts as one that is empty, and is not made.
        case imagined
    }

    /// Opens a folder, and makes it one for sync if it is empty or missing.
    ///
    /// - Parameters:
    ///   - newID: the id of a new folder.
    ///   - missing: what becomes of a folder that is not used for sync yet.
    package init(
        _ folder: FilePath, newID: @autoclosure () -> String, missing: Missing = .made
    ) throws(SyncError) {
        self.folder = folder
        let file = folder.appending(Self.mark)
        if let mark = try Self.mark(file, of: folder) {
            id = mark.id
            return
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        // A syncer may have carried packets before the mark, and leaves its own hidden files.
        let others = names.filter { !$0.hasPrefix(".") && !$0.hasPrefix("limn-sync") && !Self.harmless.contains($0) }
        guard others.isEmpty else {
            throw SyncError(
                "The folder \(folder.displayName) has other files. Choose an empty folder, or a new one, for sync.")
        }
        switch missing {
        case .made: break
        case .refused: throw SyncError("The folder \(folder.displayName) is not used for sync yet.")
        case .imagined:
            id = newID()
            isImagined = true
            return
        }
        let parent = folder.removingLastComponent()
        guard parent.isEmpty || FileManager.default.fileExists(atPath: parent.string) else {
            throw SyncError("There is no folder \(parent.displayName) in which to make \(folder.displayName).")
        }
        let mark = Mark(limnSync: 1, id: newID())
        do {
            try Publisher.makeFolder(folder, isPrivate: true)
            try Publisher(keepsExisting: true).publish(try Array(JSONEncoder().encode(mark)), to: file)
        } catch {
            // Another library may have been faster.
            guard try Self.mark(file, of: folder) != nil else { throw Self.error(error, "make", folder) }
        }
        guard let made = try Self.mark(file, of: folder) else {
            throw SyncError("The folder \(folder.displayName) cannot be read.")
        }
        id = made.id
    }

    private static func mark(_ file: FilePath, of folder: FilePath) throws(SyncError) -> Mark? {
        guard let bytes = try? InputFile(regularFile: file).bytes(limit: 4096) else { return nil }
        guard let mark = try? BoundedJSON.decode(Mark.self, from: Data(bytes)) else {
            throw SyncError("\(file.displayName) is damaged or incomplete. Wait until it has arrived, or remove it.")
        }
        guard mark.limnSync == 1 else {
            throw SyncError("The folder \(folder.displayName) was written by a newer Limn. Use a newer Limn.")
        }
        return mark
    }

    private static func error(_ error: any Error, _ verb: String, _ path: FilePath) -> SyncError {
        (error as? FileError).map { SyncError("\($0)") }
            ?? SyncError("Limn cannot \(verb) \(path.displayName): \(error)")
    }

    /// Checks that the folder is still there and the same: a disk may have been taken out.
    private func check() throws(SyncError) {
        if isImagined { return }
        guard try Self.mark(folder.appending(Self.mark), of: folder)?.id == id else {
            throw SyncError("The folder \(folder.displayName) is gone, or another one.")
        }
    }

    package func packets() throws(SyncError) -> [String] {
        try check()
        let changes = folder.appending("changes")
        guard let authors = try? FileManager.default.contentsOfDirectory(atPath: changes.string) else { return [] }
        return authors.sorted().flatMap { author -> [String] in
            guard ReplicaID(author) != nil else { return [] }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: changes.appending(author).string)) ?? []
            return names.filter { name in
                name.hasSuffix(Self.suffix) && ContentHash(String(name.dropLast(Self.suffix.count))) != nil
            }.sorted().map { "\(author)/\($0)" }
        }
    }

    package func packet(_ name: String) throws(SyncError) -> SyncPacket? {
        let path = folder.appending("changes").pushing(FilePath(name))
        guard let bytes = try? InputFile(regularFile: path).bytes(limit: SyncPacket.sizeLimit),
            ContentHash(bytes).description == path.stem
        else { return nil }
        return try SyncPacket(decoding: bytes, named: path.displayName)
    }

    package func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt {
        try check()
        let bytes = try packet.encoded()
        let name = "\(replica)/\(ContentHash(bytes))\(Self.suffix)"
        let path = folder.appending("changes").pushing(FilePath(name))
        do {
            try Publisher.makeFolder(folder.appending("changes"))
            try Publisher.makeFolder(path.removingLastComponent())
            try Publisher().publish(bytes, to: path)
        } catch { throw Self.error(error, "write to", folder) }
        return SyncReceipt(packet: name)
    }

    package func template(_ hash: String) throws(SyncError) -> FilePath? {
        guard ContentHash(hash) != nil else { return nil }
        let path = folder.appending("templates").appending("\(hash).pdf")
        guard let file = try? InputFile(regularFile: path), let content = try? ContentHash(of: file),
            content.description == hash
        else { return nil }
        return path
    }

    package func sendTemplate(_ hash: String, named name: String, _ file: InputFile) throws(SyncError) -> String? {
        try check()
        guard try template(hash) == nil else { return nil }
        let templates = folder.appending("templates")
        let path = templates.appending("\(hash).pdf")
        do {
            try Publisher.makeFolder(templates)
            let staged = try Publisher().stage(path)
            try file.copy(to: staged.descriptor)
            if let error = Publisher().publish([staged]).compactMap({ $0 }).first { throw error }
        } catch { throw Self.error(error, "write to", templates) }
        return nil
    }
}
