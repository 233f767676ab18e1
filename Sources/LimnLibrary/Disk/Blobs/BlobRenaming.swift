// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// Migrates a library, and gives the blobs of old libraries the names of today.
///
/// Before version 3 of the schema, a blob had the XXH3 hash of its content as its name. Each gets a second name (a hard
/// link), which is synced; then the rows are changed in the transaction that changes the schema; then the first names are
/// deleted. Whoever is killed in between leaves the old library or the new one, and perhaps names that nobody needs.
///
/// Blobs that are missing or damaged keep their old names, by which they can still be recognised when their PDF is
/// imported again.
struct BlobRenaming {
    private let pool: DatabasePool
    private let blobs: BlobFolder

    init(_ pool: DatabasePool, _ blobs: BlobFolder) {
        self.pool = pool
        self.blobs = blobs
    }

    /// Migrates the library.
    ///
    /// - Returns: the names that the files of a borrowed folder still have, as in ``BlobFolder/aliases``.
    func migrate() throws -> [String: String] {
        // Without garbage collection, which would delete the new names as long as no row has them.
        let names = try blobs.withoutGarbageCollection {
            let names = try newNames()
            try Schema.migrator(renaming: names).migrate(pool)
            return names
        }
        guard !blobs.isBorrowed else {
            return Dictionary(uniqueKeysWithValues: names.map { (key: $0.value, value: $0.key) })
        }
        // Those that are left are collected later.
        _ = try? blobs.collectGarbage {
            try pool.read(Schema.unneededBlobs)
        } forget: { names in
            try pool.write { try Schema.forgetDiscarded(names, $0) }
        }
        return [:]
    }

    /// The new names of sound blobs by their old ones. The new names exist and are synced.
    private func newNames() throws -> [String: String] {
        let used = try pool.read { database in
            try database.tableExists("template") ? Schema.blobNames(database) : []
        }
        var names: [String: String] = [:]
        for old in used.sorted() where BlobName(old)?.isOld == true {
            guard let file = try? blobs.open(old) else { continue }
            let (content, quick) = try file.hashes()
            guard quick.description == old else { continue }
            if !blobs.isBorrowed { try link(file, old, to: content.description) }
            names[old] = content.description
        }
        if !names.isEmpty, !blobs.isBorrowed { try Publisher.syncParent(of: blobs.path.appending("any")) }
        return names
    }

    private func link(_ file: InputFile, _ old: String, to new: String) throws {
        let (source, target) = (try blobs.file(old), try blobs.file(new))
        if let descriptor = file.descriptor, fsync(descriptor.rawValue) != 0 {
            throw FileError(writing: source, cause: Errno(rawValue: errno))
        }
        let status = source.withPlatformString { source in target.withPlatformString { Foundation.link(source, $0) } }
        if status == 0 || errno == EEXIST && blobs.isSound(new) { return }
        // The file system has no hard links, or something else is in the way.
        try blobs.publish([(hash: new, content: file)])
    }
}
