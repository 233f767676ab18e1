// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The treatment of files that no template refers to.
///
/// A file is deleted only if it is proven unneeded: either the library has recorded that its template was permanently
/// deleted, or it is the temporary file of a killed process. Every other file may be the only remainder of a template
/// after damage, so it is set aside.
extension BlobFolder {
    /// The folder for files that are set aside.
    var setAsideFolder: FilePath { path.removingLastComponent().appending("set-aside") }

    /// Returns whether a name is that of a temporary file.
    static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".limn-") }

    /// Returns the names of all blobs in the folder, including damaged ones. The list is empty if the folder does not
    /// exist.
    func blobNames() -> [String] {
        ((try? names()) ?? []).filter { Self.isLimnFile($0) && !Self.isTemporary($0) }
    }

    /// Deletes the files that are proven unneeded, unless another process is adding blobs.
    ///
    /// - Parameters:
    ///   - discarded: reads the names of the blobs that the library has recorded as unneeded.
    ///   - forget: removes names from that record.
    /// - Returns: the names of the deleted files; nil if another process holds the lock.
    func collectGarbage(
        _ discarded: () throws -> Set<String>, forget: (Set<String>) throws -> Void
    ) throws -> [String]? {
        guard !isBorrowed else { return nil }
        return try ifFree {
            let unneeded = try discarded()
            let deleted = try names().filter { name in
                Self.isLimnFile(name) && (unneeded.contains(name) || Self.isTemporary(name))
                    && path.appending(name).withPlatformString { unlink($0) } == 0
            }
            // The deletion must be durable before the record is changed.
            if let first = deleted.first { try Publisher.syncParent(of: path.appending(first)) }
            try forget(unneeded.filter { !exists($0) })
            return deleted
        }
    }

    /// Moves the blobs that no template refers to into ``setAsideFolder``, unless another process is adding blobs.
    ///
    /// - Parameter referenced: reads the hashes that the database refers to.
    /// - Returns: the new names; nil if another process holds the lock.
    func setAside(notIn referenced: () throws -> Set<String>) throws -> [String]? {
        guard !isBorrowed else { return nil }
        return try ifFree {
            let known = try referenced()
            let loose = blobNames().filter { !known.contains($0) }
            guard !loose.isEmpty else { return [] }
            try Publisher.makeFolder(setAsideFolder, isPrivate: true)
            let moved = try loose.map { name in
                let target = Self.freeName(name, in: setAsideFolder)
                let result = path.appending(name).withPlatformString { old in
                    setAsideFolder.appending(target).withPlatformString { rename(old, $0) }
                }
                guard result == 0 else { throw FileError(writing: path.appending(name), cause: Errno(rawValue: errno)) }
                return target
            }
            try Publisher.syncParent(of: setAsideFolder.appending(moved[0]))
            try Publisher.syncParent(of: path.appending(loose[0]))
            return moved
        }
    }

    /// Returns a free file name: `HASH.pdf`, or `HASH-2.pdf` and so on if it exists.
    private static func freeName(_ hash: String, in folder: FilePath) -> String {
        var (name, number) = ("\(hash).pdf", 2)
        while FileIdentity(folder.appending(name)) != nil { (name, number) = ("\(hash)-\(number).pdf", number + 1) }
        return name
    }
}
