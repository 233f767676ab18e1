// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// The open database of a library.
///
/// A library that cannot be written to, because its disk is full or read-only, is opened for reading. A later write tries
/// to open it for writing again.
final class LibraryConnection: @unchecked Sendable {
    // Unchecked: `lock` guards `state`.
    private struct State {
        var database: any DatabaseWriter
        var aliases: [String: String] = [:]
        /// Why the library can only be read; nil if it can be written to.
        var obstacle: LibraryError?
        /// The version of the schema.
        var version = Schema.version
    }
    private let lock = NSLock()
    private var state: State
    private let file: DatabaseFile
    private let utf8Folder: UTF8Folder
    private let blobs: BlobFolder

    /// Opens a library, for writing if that is possible.
    ///
    /// - Throws: ``LibraryError``.
    init(_ file: DatabaseFile, in utf8Folder: UTF8Folder, _ blobs: BlobFolder) throws(LibraryError) {
        (self.file, self.utf8Folder, self.blobs) = (file, utf8Folder, blobs)
        do throws(LibraryError) {
            let (pool, aliases) = try file.open(in: utf8Folder, blobs)
            state = State(database: pool, aliases: aliases)
        } catch {
            guard error.code == .denied || error.code == .noSpace else { throw error }
            guard let (database, version) = file.openForReading(in: utf8Folder) else { throw error }
            state = State(database: database, obstacle: error, version: version)
        }
    }

    /// The database, for reading.
    var database: any DatabaseWriter { lock.withLock { state.database } }
    /// See ``BlobFolder/aliases``.
    var aliases: [String: String] { lock.withLock { state.aliases } }
    /// The version of the schema, which is old where an old library can only be read.
    var version: Int { lock.withLock { state.version } }
    /// Whether the library can only be read for now.
    var isReadOnly: Bool { lock.withLock { state.obstacle != nil } }

    /// The database, for writing.
    ///
    /// - Throws: ``LibraryError`` if it still cannot be written to.
    func writable() throws(LibraryError) -> any DatabaseWriter {
        lock.lock()
        defer { lock.unlock() }
        guard state.obstacle != nil else { return state.database }
        let (pool, aliases) = try file.open(in: utf8Folder, blobs)
        state = State(database: pool, aliases: aliases)
        return pool
    }
}

extension DatabaseFile {
    /// Opens the database without writing anything, in the first of three ways that succeeds.
    ///
    /// - Returns: the database and the version of its schema; nil if it cannot even be read.
    func openForReading(in utf8Folder: UTF8Folder) -> (database: any DatabaseWriter, version: Int)? {
        let path = utf8Folder.path.appending(Self.name)
        var ways: [(path: String, isAlone: Bool)] = [(path.string, false)]
        // Without the shared memory of the log, which needs a file that can be written to.
        if let log = try? InputFile(regularFile: utf8Folder.path.appending(Self.name + "-wal")), log.size > 0 {
            ways.append((Self.address(path, "nolock=1"), true))
        } else {
            ways.append((Self.address(path, "immutable=1"), false))
        }
        for way in ways {
            var configuration = Self.configuration
            configuration.readonly = true
            configuration.journalMode = .default
            configuration.prepareDatabase { database in
                try database.forbidHarm()
                if way.isAlone { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            }
            if let queue = try? DatabaseQueue(path: way.path, configuration: configuration),
                let version = try? verifySchema(queue), version > 0
            {
                return (queue, version)
            }
        }
        return nil
    }

    /// A path as a URI (sqlite.org/uri.html).
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
