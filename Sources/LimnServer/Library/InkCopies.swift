// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry
internal import Synchronization

/// The encoded ink that is being made or sent. However many people read the same page, it is read and encoded once.
final class InkCopies: Sendable {
    /// Identifies a form of a page's ink.
    struct Key: Hashable, Sendable {
        let page: CharacterPage
        let state: InkState
        /// Whether it has everything, also what is for the game master.
        let isForOwner: Bool
        let isBinary: Bool
    }

    /// Encoded ink. It stays while somebody reads it.
    final class Copy: Sendable {
        let bytes: [UInt8]
        /// The revision of the ink.
        let revision: Int
        /// The rotation of the page in the character's list of pages.
        let turn: PageGeometry.Rotation
        /// Whether the page has a layer for the game master.
        let hasSecrets: Bool

        init(_ bytes: [UInt8], revision: Int, turn: PageGeometry.Rotation, hasSecrets: Bool) {
            (self.bytes, self.revision, self.turn, self.hasSecrets) = (bytes, revision, turn, hasSecrets)
        }
    }

    private struct Entry {
        var making: Task<Copy, any Error>?
        weak var copy: Copy?
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private static let limit = 256

    /// Returns a copy, which is made if there is none.
    func copy(_ key: Key, make: @escaping @Sendable () async throws -> Copy) async throws -> Copy {
        if let copy = entries.withLock({ $0[key]?.copy }) { return copy }
        let task = entries.withLock { entries in
            if let task = entries[key]?.making { return task }
            if entries.count >= Self.limit {
                entries = entries.filter { $0.value.making != nil || $0.value.copy != nil }
            }
            let task = Task(executorPreference: HandlerThreads.shared) { [self] in
                let result: Result<Copy, any Error>
                do { result = .success(try await make()) } catch { result = .failure(error) }
                self.entries.withLock { $0[key] = Entry(making: nil, copy: try? result.get()) }
                return try result.get()
            }
            entries[key] = Entry(making: task)
            return task
        }
        return try await task.value
    }
}
