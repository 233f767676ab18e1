// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Pictures that were drawn lately, in memory. The ones that nobody asked for the longest go first.
final class PictureCache: Sendable {
    /// A picture file.
    struct Picture: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    private struct State {
        var pictures: [String: (picture: Picture, use: UInt64)] = [:]
        /// The keys by the time of their last use.
        var uses: [UInt64: String] = [:]
        var oldest: UInt64 = 0
        var next: UInt64 = 0
        var byteCount = 0
        var hits = 0
        var misses = 0
    }

    private let byteLimit: Int
    private let state = Mutex(State())

    /// What a picture costs besides its bytes, roughly.
    private static let overhead = 512

    /// - Parameter byteLimit: pictures may take so many bytes in all.
    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// A picture that is there.
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

    /// Keeps a picture, unless it alone would take a quarter of the room.
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

    /// How many bytes are held, how often a picture was there, and how often not.
    var figures: (bytes: Int, hits: Int, misses: Int) { state.withLock { ($0.byteCount, $0.hits, $0.misses) } }
}
