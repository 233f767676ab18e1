// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// A compressor that writes the scanlines of a picture as a zlib stream (RFC 1950).
///
/// Pages are mostly white, so they have long runs of one color and many rows that are equal to the row above.
/// Therefore each position is first compared, eight bytes at a time, with the previous pixel and with the row above.
/// Everything else is compressed with hash chains and lazy matching as in zlib (`deflate.c`, `deflate_slow`).
struct ScanlineCompressor: ~Copyable {
    /// The maximum distance of a match, in bytes.
    private static let reach = 32_768
    private static let reachMask: UInt32 = 32_767
    /// The number of bytes to buffer before compressing them.
    private static let bandSize = 1 << 18
    private static let hashBits: UInt32 = 15
    /// The maximum number of candidates to try in a hash chain.
    private static let chainLimit = 12
    /// The minimum length of a match that is used without lazy matching.
    private static let goodLength = 48
    /// The padding of the window in bytes, so that eight bytes can be loaded at any position.
    private static let padding = 16

    private let step: Int
    private let rowSize: Int
    private let window: UnsafeMutablePointer<UInt8>
    /// The most recent position of each hash.
    private let heads: UnsafeMutablePointer<UInt32>
    /// The previous position with the same hash, for each position within reach.
    private let previous: UnsafeMutablePointer<UInt32>
    /// The position of the window's first byte. Positions wrap around. Initially, position 0 is out of reach, because
    /// it marks empty slots.
    private var origin: UInt32 = 65_536
    /// The range of the uncompressed bytes in the window.
    private var start = 0
    private var end = 0
    private var adler: UInt32 = 1
    private var block = DeflateBlock()
    private var writer: BitWriter

    /// Makes a compressor. Nil if there is not enough memory.
    ///
    /// - Parameters:
    ///   - step: the number of bytes per pixel.
    ///   - rowSize: the number of bytes per scanline.
    ///   - capacity: the expected size of the result in bytes.
    init?(step: Int, rowSize: Int, expecting capacity: Int) {
        guard let writer = BitWriter(capacity: capacity) else { return nil }
        self.writer = writer
        self.step = step
        self.rowSize = rowSize
        let size = Self.reach + max(Self.bandSize, rowSize) + Self.padding
        window = .allocate(capacity: size)
        window.initialize(repeating: 0, count: size)
        heads = .allocate(capacity: 1 << Int(Self.hashBits))
        heads.initialize(repeating: 0, count: 1 << Int(Self.hashBits))
        previous = .allocate(capacity: Self.reach)
        previous.initialize(repeating: 0, count: Self.reach)
        _ = self.writer.reserve(2)
        self.writer.append(0x78, 8)  // CMF: deflate with a window of 32 KiB
        self.writer.append(0x5e, 8)  // FLG: level 1, which is informative only
    }

    deinit {
        window.deallocate()
        heads.deallocate()
        previous.deallocate()
    }

    /// Returns a buffer for the next scanline, or nil if there is not enough memory. Fill it, then call
    /// ``commitRow()``.
    mutating func nextRow() -> UnsafeMutablePointer<UInt8>? {
        if end + rowSize > Self.reach + max(Self.bandSize, rowSize) {
            guard compress() else { return nil }
            slide()
        }
        return window + end
    }

    /// Adds the scanline in the buffer that ``nextRow()`` returned.
    mutating func commitRow() { end += rowSize }

    /// Compresses the remaining bytes and returns the result of `body`, called with the stream. Nil if there is not
    /// enough memory.
    mutating func finish<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        guard compress(), block.write(to: &writer, isLast: true), writer.reserve(8) else { return nil }
        writer.align()
        writer.append(bigEndian: adler)
        return try body(UnsafeRawBufferPointer(start: writer.bytes, count: writer.count))
    }

    /// Discards everything in the window except the last 32 KiB, which matches may refer to.
    private mutating func slide() {
        let shift = end - Self.reach
        guard shift > 0 else { return }
        window.update(from: window + shift, count: Self.reach)
        origin &+= UInt32(truncatingIfNeeded: shift)
        end = Self.reach
        start = end
    }

    private mutating func compress() -> Bool {
        adler = UInt32(libdeflate_adler32(adler, window + start, end - start))
        var index = start
        /// The match at `index`, if lazy matching wrote the preceding byte as a literal to use this match; otherwise
        /// empty.
        var known = Match(length: 0, distance: 0)
        while index < end {
            // An iteration appends at most 8 tokens, except in `appendLong`, which checks the remaining space itself.
            if block.count > DeflateBlock.capacity - 8 {
                guard block.write(to: &writer, isLast: false) else { return false }
            }
            let best: Match
            if known.length > 0 {
                best = known
                known.length = 0
            } else {
                let run = repetition(at: index)
                if run.length >= Self.goodLength {
                    guard appendLong(run) else { return false }
                    insertEnds(from: index, count: run.length)
                    index &+= run.length
                    continue
                }
                best = search(at: index, beyond: run)
            }
            insert(index)
            guard best.length > 0 else {
                block.append(literal: window[index])
                index &+= 1
                continue
            }
            if best.length < Self.goodLength, index &+ 1 < end {
                let next = search(at: index &+ 1, beyond: repetition(at: index &+ 1))
                if next.length > best.length {
                    block.append(literal: window[index])
                    index &+= 1
                    known = next
                    known.length = min(next.length, 258)
                    continue
                }
            }
            block.append(length: best.length, distance: best.distance)
            for inside in index &+ 1..<index &+ best.length { insert(inside) }
            index &+= best.length
        }
        start = end
        return true
    }

    private struct Match {
        var length: Int
        var distance: Int
    }

    /// Returns the longer match with the previous pixel or the row above. Its length is 0 if there is no match of at
    /// least 8 bytes. A match with the previous pixel may exceed 258 bytes.
    @inline(__always) private func repetition(at index: Int) -> Match {
        var best = Match(length: 0, distance: 0)
        guard end &- index >= 8 else { return best }
        let bytes = load(index)
        if index >= step, load(index &- step) == bytes {
            best = Match(length: length(at: index, and: index &- step, from: 8, limit: end &- index), distance: step)
        }
        // The previous pixel is preferred, because shorter distances take fewer bits.
        if best.length < 258, rowSize <= Self.reach, index >= rowSize, load(index &- rowSize) == bytes {
            let above = length(at: index, and: index &- rowSize, from: 8, limit: min(258, end &- index))
            if above > best.length &+ 2 { best = Match(length: above, distance: rowSize) }
        }
        return best
    }

    /// Returns the longest match of 4…258 bytes in the position's hash chain, or `known` if it is at least as long.
    @inline(__always) private func search(at index: Int, beyond known: Match) -> Match {
        var best = known
        let limit = min(258, end &- index)
        guard limit >= 4, best.length < Self.goodLength else {
            return Match(length: min(best.length, 258), distance: best.distance)
        }
        best.length = max(3, best.length)
        let first = load32(index)
        let position = origin &+ UInt32(truncatingIfNeeded: index)
        let reach = UInt32(truncatingIfNeeded: min(Self.reach, index))
        var back = position &- heads[hash(index)]
        for _ in 0..<Self.chainLimit {
            guard back &- 1 < reach else { break }
            let candidate = index &- Int(back)
            if load32(candidate) == first, window[candidate &+ best.length] == window[index &+ best.length] {
                let found = length(at: index, and: candidate, from: 4, limit: limit)
                if found > best.length {
                    best = Match(length: found, distance: Int(back))
                    if found >= Self.goodLength { break }
                }
            }
            let further = position &- previous[Int((position &- back) & Self.reachMask)]
            guard further > back else { break }
            back = further
        }
        return best.length > 3 ? best : Match(length: 0, distance: 0)
    }

    private mutating func appendLong(_ run: Match) -> Bool {
        var left = run.length
        while left > 0 {
            if block.isFull { guard block.write(to: &writer, isLast: false) else { return false } }
            // The rest must be long enough for a match, so at least 3 bytes must remain.
            let part = left <= 258 ? left : min(258, left &- 3)
            block.append(length: part, distance: run.distance)
            left &-= part
        }
        return true
    }

    /// Adds the two ends of a long run to the hash chains. ``repetition(at:)`` finds the positions in between.
    @inline(__always) private func insertEnds(from index: Int, count: Int) {
        for offset in 0..<4 { insert(index &+ offset) }
        for offset in count &- 16..<count { insert(index &+ offset) }
    }

    @inline(__always) private func insert(_ index: Int) {
        guard index &+ 4 <= end else { return }
        let hash = hash(index)
        let position = origin &+ UInt32(truncatingIfNeeded: index)
        previous[Int(position & Self.reachMask)] = heads[hash]
        heads[hash] = position
    }

    @inline(__always) private func hash(_ index: Int) -> Int {
        Int((load32(index) &* 0x9e37_79b1) &>> (32 &- Self.hashBits))
    }

    @inline(__always) private func load(_ index: Int) -> UInt64 {
        UnsafeRawPointer(window + index).loadUnaligned(as: UInt64.self)
    }

    @inline(__always) private func load32(_ index: Int) -> UInt32 {
        UnsafeRawPointer(window + index).loadUnaligned(as: UInt32.self)
    }

    /// Returns the number of equal bytes at two positions, at most `limit`. The first `equal` bytes are known to be
    /// equal.
    @inline(__always) private func length(at index: Int, and other: Int, from equal: Int, limit: Int) -> Int {
        var count = equal
        while count < limit {
            let difference = load(index &+ count) ^ load(other &+ count)
            if difference != 0 {
                return min(count &+ difference.littleEndian.trailingZeroBitCount &>> 3, limit)
            }
            count &+= 8
        }
        return limit
    }
}
