// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// An in-memory cache of recently drawn pictures. It removes the least recently used pictures first.
final class PictureCache: Sendable {
    /// A picture file.
    struct Picture: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    private struct State {
        var pictures: [String: (picture: Picture, use: UInt64)] = [:]
        /// The keys by the sequence number of their last use.
        var uses: [UInt64: String] = [:]
        var oldest: UInt64 = 0
        var next: UInt64 = 0
        var byteCount = 0
        var hits = 0
        var misses = 0
    }

    private let byteLimit: Int
    private let state = Mutex(State())

    /// The approximate memory for an entry in addition to the picture's bytes.
    private static let overhead = 512

    /// Creates an empty cache.
    ///
    /// - Parameter byteLimit: the maximum total size in bytes.
    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// Returns a cached picture; nil if there is none.
    func picture(_ key: String) -> Picture? {
        state.withLock { state in
            guard let entry = state.pictures[key] else {
                state.misses += 1
                return nil
            }
            state.hits += 1
            state.uses[entry.use] = nil
            Self.note(key, entry.picture, &state)
            return entry.picture
        }
    }

    /// Adds a picture, unless its size exceeds a quarter of the limit.
    func keep(_ picture: Picture, as key: String) {
        let size = picture.bytes.count + Self.overhead
        guard size <= byteLimit / 4 else { return }
        state.withLock { state in
            if let old = state.pictures[key] {
                state.uses[old.use] = nil
                state.byteCount -= old.picture.bytes.count + Self.overhead
            }
            state.byteCount += size
            Self.note(key, picture, &state)
            while state.byteCount > byteLimit, state.oldest < state.next {
                if let name = state.uses.removeValue(forKey: state.oldest),
                    let gone = state.pictures.removeValue(forKey: name)
                {
                    state.byteCount -= gone.picture.bytes.count + Self.overhead
                }
                state.oldest += 1
            }
        }
    }

    private static func note(_ key: String, _ picture: Picture, _ state: inout State) {
        state.pictures[key] = (picture, state.next)
        state.uses[state.next] = key
        state.next += 1
    }

    /// The current size in bytes, and the numbers of hits and misses.
    var figures: (bytes: Int, hits: Int, misses: Int) { state.withLock { ($0.byteCount, $0.hits, $0.misses) } }
}
