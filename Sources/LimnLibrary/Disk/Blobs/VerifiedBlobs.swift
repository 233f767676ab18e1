// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Remembers which blobs have been compared with their hashes, so that each is compared only once while a library is
/// open, unless the blob changes.
final class VerifiedBlobs: @unchecked Sendable {
    /// The state of a file. A write changes the times, and a replacement changes the inode number.
    private struct State: Hashable {
        let hash: String
        let device, number, size: Int
        let modified, changed: [Int]
    }

    // Unchecked: `lock` guards `sound`.
    private let lock = NSLock()
    private var sound: Set<State> = []

    /// Returns whether the content of a file has a hash.
    ///
    /// - Throws: ``FileError`` if the file cannot be read.
    func isSound(_ file: InputFile, as hash: String, _ name: BlobName?) throws(FileError) -> Bool {
        let state = Self.state(of: file, hash)
        if let state, lock.withLock({ sound.contains(state) }) { return true }
        guard let name, try name.fits(file) else { return false }
        if let state { _ = lock.withLock { sound.insert(state) } }
        return true
    }

    private static func state(of file: InputFile, _ hash: String) -> State? {
        var status = stat()
        guard let descriptor = file.descriptor, fstat(descriptor.rawValue, &status) == 0 else { return nil }
        return State(
            hash: hash, device: Int(truncatingIfNeeded: status.st_dev),
            number: Int(truncatingIfNeeded: status.st_ino), size: Int(truncatingIfNeeded: status.st_size),
            modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec],
            changed: [status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
    }
}
