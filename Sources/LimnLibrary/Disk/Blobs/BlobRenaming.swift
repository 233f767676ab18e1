// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// Migrates a library, and gives the blobs of old libraries their current names.
///
/// Before version 3 of the schema, blobs were named by the XXH3 hashes of their contents. First, each blob gets a
/// second name (a hard link), which is synced. Then the transaction that changes the schema also changes the rows.
/// Finally, the first names are deleted. If the process is killed, the library is either the old or the new one,
/// perhaps with unneeded names.
///
/// Blobs that are missing or damaged keep their old names, so that they can still be recognized when their PDFs are
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
    /// - Returns: the names that the files in a borrowed folder still have, as in ``BlobFolder/aliases``.
    func migrate() throws -> [String: String] {
        // Garbage collection would delete the new names while no row refers to them.
        let names = try blobs.withoutGarbageCollection {
            let names = try newNames()
            try Schema.migrator(renaming: names).migrate(pool)
            return names
        }
        guard !blobs.isBorrowed else {
            return Dictionary(uniqueKeysWithValues: names.map { (key: $0.value, value: $0.key) })
        }
        // A later collection deletes the names that remain.
        _ = try? blobs.collectGarbage {
            try pool.read(Schema.unneededBlobs)
        } forget: { names in
            try pool.write { try Schema.forgetDiscarded(names, $0) }
        }
        return [:]
    }

    /// Returns the new names of undamaged blobs by their old names. The new names exist and are synced, unless the
    /// folder is borrowed.
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
        // The file system has no hard links, or the name belongs to something else.
        try blobs.publish([(hash: new, content: file)])
    }
}
