// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDispatch
internal import Foundation
internal import Glibc
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// The size of the library's folder and of other folders of the server, and their quota.
///
/// Everything that is written counts before it is written: it takes a ``Reservation``. The folders are measured at the start,
/// and again by a thread of its own, so that what other processes write and remove counts, too.
final class StorageQuota: Sendable {
    /// Bytes that are about to be written. They count until they are written or this object is released.
    final class Reservation: Sendable {
        private let quota: StorageQuota
        private let held = Mutex(0)

        fileprivate init(_ quota: StorageQuota) { self.quota = quota }

        /// Reserves more bytes.
        ///
        /// - Throws: ``Problem`` with status 507 if they would exceed the quota.
        func take(_ bytes: Int) throws(Problem) {
            let bytes = max(0, bytes)
            try quota.reserve(bytes)
            held.withLock { $0 += bytes }
        }

        /// Records how many bytes were written, and gives back the rest. Bytes beyond the reservation count, too.
        func settle(_ bytes: Int) {
            let reserved = held.withLock { held in
                defer { held = 0 }
                return held
            }
            quota.settle(reserved: reserved, written: max(0, bytes))
        }

        /// Records that all reserved bytes were written.
        func settle() { settle(held.withLock { $0 }) }

        deinit { quota.settle(reserved: held.withLock { $0 }, written: 0) }
    }

    private struct State {
        /// The size at the last measurement, and what was written since.
        var counted = 0
        var added = 0
        var reserved = 0
        var time: ContinuousClock.Instant?
        var isCounting = false

        var used: Int { counted + added + reserved }
    }

    private let folders: [FilePath]
    private let limit: Int
    private let state = Mutex(State())
    private let thread = BlockingThreads(count: 1, isBackground: true)

    /// The time for which a measurement is valid, and the shortest time between two of them.
    private static let validity = Duration.seconds(30)
    private static let pause = Duration.seconds(1)

    /// The message for a full library. Items in the trash count until the trash is emptied.
    static let full = "The library, with its trash, has reached its maximum size. Emptying the trash makes room."

    /// Creates a quota for folders, and measures them.
    ///
    /// - Parameters:
    ///   - folders: the folders, none of which is below another.
    ///   - limit: the quota in bytes.
    init(_ folders: [FilePath], limit: Int) {
        self.folders = folders
        self.limit = limit
        count()
    }

    /// Returns the size in bytes, with all reservations.
    func used() -> Int {
        if begins(after: Self.validity) { thread.start { [self] in count() } }
        return state.withLock(\.used)
    }

    /// Reserves bytes that are about to be written.
    ///
    /// - Throws: ``Problem`` with status 507 if they would exceed the quota.
    func take(_ bytes: Int) throws(Problem) -> Reservation {
        let reservation = Reservation(self)
        try reservation.take(bytes)
        return reservation
    }

    private func reserve(_ bytes: Int) throws(Problem) {
        _ = used()
        if fits(bytes) { return }
        // Something may have been removed since the last measurement.
        if begins(after: Self.pause) { count() }
        guard fits(bytes) else { throw Problem(.noSpace, "no-space", Self.full) }
    }

    private func fits(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard bytes <= limit - min(limit, state.used) else { return false }
            state.reserved += bytes
            return true
        }
    }

    private func settle(reserved: Int, written: Int) {
        state.withLock { state in
            state.reserved -= reserved
            state.added += written
        }
    }

    /// Records that a measurement begins, unless there is one, or the last one is recent.
    private func begins(after age: Duration) -> Bool {
        state.withLock { state in
            guard !state.isCounting, state.time.map({ .now - $0 > age }) ?? true else { return false }
            state.isCounting = true
            return true
        }
    }

    private func count() {
        let before = state.withLock(\.added)
        let size = folders.reduce(0) { $0 + FolderSize.allocatedBytes(below: $1) }
        state.withLock { state in
            state.counted = size
            // What was written during the measurement may count twice until the next one.
            state.added -= before
            state.time = .now
            state.isCounting = false
        }
    }
}

/// Measures folders.
enum FolderSize {
    /// Returns the bytes that the regular files below a folder take on the disk. Links are not followed, and a file with
    /// several names counts once for all of them.
    static func allocatedBytes(below folder: FilePath) -> Int {
        var bytes = 0
        var folders = [folder.string]
        while let path = folders.popLast() {
            guard let stream = opendir(path) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
                var status = stat()
                guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append("\(path)/\(name)")
                case S_IFREG: bytes += Int(status.st_blocks) * 512 / max(1, Int(clamping: status.st_nlink))
                default: break
                }
            }
        }
        return bytes
    }

    /// Returns the bytes that a file of a size takes at most, with its name.
    static func allocated(_ size: Int) -> Int { (size + 8191) & ~4095 }
}
