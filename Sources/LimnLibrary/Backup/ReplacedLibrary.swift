// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// Keeps a copy of a library that a restore is about to replace, next to the library.
enum ReplacedLibrary {
    /// Returns the first free path of `LIBRARY.replaced-1`, `LIBRARY.replaced-2` and so on.
    static func freePath(for folder: FilePath) -> FilePath {
        let real = folder.withPlatformString { realpath($0, nil) }
        defer { free(real) }
        let base = real.map { FilePath(platformString: $0) } ?? folder.lexicallyNormalized()
        var number = 1
        while FileIdentity(base.appendingToName(".replaced-\(number)")) != nil { number += 1 }
        return base.appendingToName(".replaced-\(number)")
    }

    /// Copies a library. The copy appears only when it is complete and synced.
    ///
    /// PDFs become hard links to the same files, which are never changed in place.
    ///
    /// - Parameters:
    ///   - folder: the library, with a UTF-8 path.
    ///   - database: the open database; nil if it cannot be opened. Its files are then copied unchanged.
    static func keep(_ folder: FilePath, _ database: (any DatabaseWriter)?, as path: FilePath) throws {
        try StagedDirectory.create(path) { staging in
            do {
                guard let database else { throw CocoaError(.fileReadCorruptFile) }
                try LibraryFiles.makeDatabase(at: staging.appending(DatabaseFile.name))
                let queue = try DatabaseQueue(path: staging.appending(DatabaseFile.name).string)
                try database.backup(to: queue)
                try queue.close()
            } catch {
                guard database == nil || LibraryError.isDamage(error) else { throw error }
                for ending in ["", "-wal"] {
                    let name = DatabaseFile.name + ending
                    try? FileManager.default.removeItem(atPath: staging.appending(name).string)
                    guard FileIdentity(folder.appending(name)) != nil else { continue }
                    try LibraryFiles.copy(folder.appending(name), to: staging.appending(name))
                }
            }
            let old = BlobFolder(folder.appending(LibraryFiles.blobs))
            let new = BlobFolder(staging.appending(LibraryFiles.blobs))
            try Publisher.makeFolder(new.path, isPrivate: true)
            // Anything but a file in the place of a PDF is damage, and is not copied.
            for name in old.blobNames() where old.exists(name) {
                let (from, to) = (try old.file(name), try new.file(name))
                let isLinked = from.withPlatformString { from in to.withPlatformString { link(from, $0) == 0 } }
                // Not every file system has hard links.
                if !isLinked { try LibraryFiles.copy(from, to: to) }
            }
        }
    }
}

extension FilePath {
    /// Returns the path with characters appended to its last component. The bytes of the path do not change.
    func appendingToName(_ ending: String) -> FilePath {
        let bytes = withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        return (bytes + Array(ending.utf8CString)).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? self
        }
    }
}
