// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization
internal import SystemPackage

/// How much the library's folder holds, and whether more may come.
///
/// The folder is counted now and then; what is added meanwhile is counted at once.
final class StorageQuota: Sendable {
    private struct State {
        var counted = 0
        var added = 0
        var time: ContinuousClock.Instant?
    }

    private let folder: FilePath
    private let limit: Int
    private let state = Mutex(State())

    /// How long a count holds.
    private static let validity = Duration.seconds(30)

    /// What a library without room is told. What is in the trash counts, up to the moment in which it is emptied.
    static let full = "The library holds as much as it may, the trash included. Emptying the trash makes room."

    /// - Parameter limit: the most bytes.
    init(_ folder: FilePath, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// The bytes that are held. Blocks while the folder is counted.
    func used() -> Int {
        state.withLock { state in
            if let time = state.time, .now - time < Self.validity { return state.counted + state.added }
            state.counted = Self.count(folder)
            state.added = 0
            state.time = .now
            return state.counted
        }
    }

    /// Counts bytes that are about to be written.
    ///
    /// - Throws: ``Problem`` with 507 where they are too many.
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
