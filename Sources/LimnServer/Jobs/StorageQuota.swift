// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization
internal import SystemPackage

/// Measures the size of the library's folder and enforces its quota.
///
/// The folder is measured again when a measurement is older than 30 seconds. Bytes that are added in the meantime count
/// at once.
final class StorageQuota: Sendable {
    private struct State {
        var counted = 0
        var added = 0
        var time: ContinuousClock.Instant?
    }

    private let folder: FilePath
    private let limit: Int
    private let state = Mutex(State())

    /// The time for which a measurement is valid.
    private static let validity = Duration.seconds(30)

    /// The message for a full library. Items in the trash count until the trash is emptied.
    static let full = "The library holds as much as it may, the trash included. Emptying the trash makes room."

    /// Creates a quota for a folder.
    ///
    /// - Parameter limit: the quota in bytes.
    init(_ folder: FilePath, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// Returns the size in bytes. The call blocks while the folder is measured.
    func used() -> Int {
        state.withLock { state in
            if let time = state.time, .now - time < Self.validity { return state.counted + state.added }
            state.counted = Self.count(folder)
            state.added = 0
            state.time = .now
            return state.counted
        }
    }

    /// Adds bytes that are about to be written.
    ///
    /// - Throws: ``Problem`` with status 507 if they would exceed the quota.
    func take(_ bytes: Int) throws(Problem) {
        guard bytes >= 0, bytes <= limit - min(limit, used()) else {
            throw Problem(.noSpace, "no-space", StorageQuota.full)
        }
        state.withLock { $0.added += bytes }
    }

    private static func count(_ folder: FilePath) -> Int {
        let keys: [URLResourceKey] = [.totalFileAllocatedSizeKey, .isRegularFileKey]
        let url = URL(fileURLWithPath: folder.string, isDirectory: true)
        guard let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: keys) else { return 0 }
        var sum = 0
        for case let file as URL in files {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            sum += values.totalFileAllocatedSize ?? 0
        }
        return sum
    }
}
