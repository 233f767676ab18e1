// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// The open database of a library.
///
/// If the disk is full or read-only, the library is opened for reading, and a later write tries to open it for writing
/// again. If the library is too damaged to be opened, its rescued data are read.
final class LibraryConnection: @unchecked Sendable {
    // Unchecked: `lock` guards `state`.
    private struct State {
        var database: any DatabaseWriter
        var aliases: [String: String] = [:]
        /// The reason why the library can only be read; nil if it can be written to.
        var obstacle: LibraryError?
    }
    private let lock = NSLock()
    private var state: State
    private let file: DatabaseFile
    private let utf8Folder: UTF8Folder
    private let blobs: BlobFolder

    /// Opens a library, for writing if that is possible.
    ///
    /// - Parameters:
    ///   - rescue: reads the rescued data of the library.
    ///   - damage: the reason why the database cannot be opened; nil if it can, or if this is not known yet.
    /// - Throws: ``LibraryError``.
    init(
        _ file: DatabaseFile, in utf8Folder: UTF8Folder, _ blobs: BlobFolder, _ rescue: Rescue,
        damage: LibraryError?
    ) throws(LibraryError) {
        (self.file, self.utf8Folder, self.blobs) = (file, utf8Folder, blobs)
        do throws(LibraryError) {
            if let damage { throw damage }
            state = try Self.open(file, in: utf8Folder, blobs)
        } catch {
            guard error.code == .damaged && !error.isOfForeignSchema || error.code == .notLibrary else { throw error }
            // If the database is missing or empty, only the log is left.
            guard file.hasBytes, let rescued = try? rescue.database() else { throw error }
            state = State(database: rescued.queue, obstacle: .unreadable(file.folder))
        }
    }

    private static func open(
        _ file: DatabaseFile, in utf8Folder: UTF8Folder, _ blobs: BlobFolder
    ) throws(LibraryError) -> State {
        do throws(LibraryError) {
            let (pool, aliases) = try file.open(in: utf8Folder, blobs)
            return State(database: pool, aliases: aliases)
        } catch {
            guard error.code == .denied || error.code == .noSpace else { throw error }
            guard let database = try file.openForReading(in: utf8Folder) else { throw error }
            return State(database: database, obstacle: error)
        }
    }

    /// The database, for reading.
    var database: any DatabaseWriter { lock.withLock { state.database } }
    /// See ``BlobFolder/aliases``.
    var aliases: [String: String] { lock.withLock { state.aliases } }
    /// Whether the library is read-only at present.
    var isReadOnly: Bool { lock.withLock { state.obstacle != nil } }
    /// Whether the database contains the rescued data of a damaged one.
    var isRescued: Bool { lock.withLock { state.obstacle?.code == .damaged } }

    /// The database, for writing.
    ///
    /// - Throws: ``LibraryError`` if it still cannot be written to.
    func writable() throws(LibraryError) -> any DatabaseWriter {
        lock.lock()
        defer { lock.unlock() }
        guard let obstacle = state.obstacle else { return state.database }
        if obstacle.code == .damaged { throw obstacle }
        do throws(LibraryError) {
            let (pool, aliases) = try file.open(in: utf8Folder, blobs)
            state = State(database: pool, aliases: aliases)
            return pool
        } catch {
            guard error.code == .denied else { throw error }
            throw LibraryError(
                .denied, "The library \(file.folder.displayName) cannot be changed: writing there is not permitted.")
        }
    }
}

extension DatabaseFile {
    /// Opens the database without writing anything next to it, in the first way that succeeds.
    ///
    /// - Returns: the database; nil if it cannot even be read.
    /// - Throws: ``LibraryError`` with `damaged`.
    func openForReading(in utf8Folder: UTF8Folder) throws(LibraryError) -> (any DatabaseWriter)? {
        let path = utf8Folder.path.appending(Self.name)
        if let found = try openForReading(path.string) { return found }
        // The log requires a shared-memory file, which is missing and cannot be created.
        let log = try? InputFile(regularFile: utf8Folder.path.appending(Self.name + "-wal"))
        guard let log, log.size > 0 else { return try openForReading(Self.address(path, "immutable=1")) }
        guard let copy = try? ScratchFolder() else { return nil }
        do {
            for name in [Self.name, Self.name + "-wal"] {
                let target = try FileDescriptor.open(
                    copy.path.appending(name), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: [.ownerReadWrite])
                defer { try? target.close() }
                try InputFile(regularFile: utf8Folder.path.appending(name)).copy(to: target)
            }
        } catch { return nil }
        // The connection has all files open, so the files may be deleted when this method returns.
        defer { withExtendedLifetime(copy) {} }
        return try openForReading(copy.path.appending(Self.name).string)
    }

    private func openForReading(_ path: String) throws(LibraryError) -> (any DatabaseWriter)? {
        var configuration = Self.configuration
        configuration.readonly = true
        configuration.journalMode = .default
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let version = try verifySchema(queue)
            return try version > 0 ? version == Schema.version ? queue : Self.migratedCopy(of: queue) : nil
        } catch {
            if LibraryError.isDamage(error) { throw LibraryError(error, in: folder) }
            return nil
        }
    }

    /// Returns a temporary copy of an old database with the current schema. Its blobs keep their old names.
    private static func migratedCopy(of database: DatabaseQueue) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.journalMode = .default
        // Small databases stay in memory, because the disk may be full.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -65536") }
        let copy = try DatabaseQueue(path: "", configuration: configuration)
        try database.backup(to: copy)
        try Schema.migrator().migrate(copy)
        return copy
    }

    /// Returns a path as a URI (sqlite.org/uri.html).
    private static func address(_ path: FilePath, _ parameter: String) -> String {
        let full = path.isAbsolute ? path : FilePath(FileManager.default.currentDirectoryPath).pushing(path)
        let escaped = full.bytes.map { byte -> String in
            let isPlain = byte < 0x80 && byte > 0x20 && ![0x22, 0x23, 0x25, 0x3f].contains(byte)
            let digits = String(byte, radix: 16)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return "file://\(escaped.joined())?\(parameter)"
    }
}
