// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// Compresses the scanlines of a picture into a zlib stream (RFC 1950).
///
/// Pages are mostly paper: long runs of one colour, and rows like the row above. General compressors walk through
/// those byte by byte; here they are tried first, eight bytes at a time, at the two distances where they are to be
/// expected. What is left is searched with hash chains and lazy matching as zlib does (`deflate.c`, `deflate_slow`).
struct ScanlineCompressor: ~Copyable {
    /// How far back a match may start.
    private static let reach = 32_768
    private static let reachMask: UInt32 = 32_767
    /// How many bytes are gathered before they are compressed.
    private static let bandSize = 1 << 18
    private static let hashBits: UInt32 = 15
    /// How many earlier places are looked at.
    private static let chainLimit = 12
    /// A match of this length is taken without looking at the next place.
    private static let goodLength = 48
    /// Bytes of padding, so that eight can be read anywhere.
    private static let padding = 16

    private let step: Int
    private let rowSize: Int
    private let window: UnsafeMutablePointer<UInt8>
    /// The latest position of each hash, and for each position within reach the one before it with the same hash.
    private let heads: UnsafeMutablePointer<UInt32>
    private let previous: UnsafeMutablePointer<UInt32>
    /// The position of the window's first byte; positions wrap around, and 0 is out of reach at first.
    private var origin: UInt32 = 65_536
    /// Where uncompressed bytes start in the window, and where they end.
    private var start = 0
    private var end = 0
    private var adler: UInt32 = 1
    private var block = DeflateBlock()
    private var sink: BitSink

    /// Nil where there is no memory.
    ///
    /// - Parameters:
    ///   - step: the bytes of a pixel.
    ///   - rowSize: the bytes of a scanline.
    init?(step: Int, rowSize: Int, expecting capacity: Int) {
        guard let sink = BitSink(capacity: capacity) else { return nil }
        self.sink = sink
        self.step = step
        self.rowSize = rowSize
        let size = Self.reach + max(Self.bandSize, rowSize) + Self.padding
        window = .allocate(capacity: size)
        window.initialize(repeating: 0, count: size)
        heads = .allocate(capacity: 1 << Int(Self.hashBits))
        heads.initialize(repeating: 0, count: 1 << Int(Self.hashBits))
        previous = .allocate(capacity: Self.reach)
        previous.initialize(repeating: 0, count: Self.reach)
        _ = self.sink.reserve(2)
        self.sink.append(0x78, 8)  // deflate with a window of 32 KiB
        self.sink.append(0x5e, 8)  // and no promise about the effort
    }

    deinit {
        window.deallocate()
        heads.deallocate()
        previous.deallocate()
    }

    /// Where the next scanline is to be written; ``commitRow()`` takes it. Nil where there is no memory.
    mutating func nextRow() -> UnsafeMutablePointer<UInt8>? {
        if end + rowSize > Self.reach + max(Self.bandSize, rowSize) {
            guard compress() else { return nil }
            slide()
        }
        return window + end
    }

    /// Takes the scanline that was written to ``nextRow()``.
    mutating func commitRow() { end += rowSize }

    /// Compresses what is left and lends the stream; nil where there is no memory.
    mutating func finish<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        guard compress(), block.write(to: &sink, isLast: true), sink.reserve(8) else { return nil }
        sink.align()
        sink.append(bigEndian: adler)
        return try body(UnsafeRawBufferPointer(start: sink.bytes, count: sink.count))
    }

    /// Keeps the last 32 KiB as what matches may point to.
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
        var place = start
        /// The match at `place` that the place before it gave way to.
        var known = Match(length: 0, distance: 0)
        while place < end {
            // Each pass appends at most this many tokens but for long runs, which see to themselves.
            if block.count > DeflateBlock.capacity - 8 {
                guard block.write(to: &sink, isLast: false) else { return false }
            }
            let best: Match
            if known.length > 0 {
                best = known
                known.length = 0
            } else {
                let run = repetition(at: place)
                if run.length >= Self.goodLength {
                    guard appendLong(run) else { return false }
                    insertEnds(from: place, count: run.length)
                    place &+= run.length
                    continue
                }
                best = search(at: place, beyond: run)
            }
            insert(place)
            guard best.length > 0 else {
                block.append(literal: window[place])
                place &+= 1
                continue
            }
            if best.length < Self.goodLength, place &+ 1 < end {
                let next = search(at: place &+ 1, beyond: repetition(at: place &+ 1))
                if next.length > best.length {
                    block.append(literal: window[place])
                    place &+= 1
                    known = next
                    known.length = min(next.length, 258)
                    continue
                }
            }
            block.append(length: best.length, distance: best.distance)
            for inside in place &+ 1..<place &+ best.length { insert(inside) }
            place &+= best.length
        }
        start = end
        return true
    }

    private struct Match {
        var length: Int
        var distance: Int
    }

    /// The longer of the repetitions of the pixel before and of the row above, 8 bytes or longer and without an upper
    /// bound; else length 0.
    @inline(__always) private func repetition(at place: Int) -> Match {
        var best = Match(length: 0, distance: 0)
        guard end &- place >= 8 else { return best }
        let bytes = load(place)
        if place >= step, load(place &- step) == bytes {
            best = Match(length: length(at: place, and: place &- step, from: 8, limit: end &- place), distance: step)
        }
        // A short distance needs fewer bits, so it is taken where it is possible.
        if best.length < 258, rowSize <= Self.reach, place >= rowSize, load(place &- rowSize) == bytes {
            let above = length(at: place, and: place &- rowSize, from: 8, limit: min(258, end &- place))
            if above > best.length &+ 2 { best = Match(length: above, distance: rowSize) }
        }
        return best
    }

    /// The longest match that the chain of the place's hash finds, of at least 4 bytes and at most 258, if it is longer
    /// than what is known.
    @inline(__always) private func search(at place: Int, beyond known: Match) -> Match {
        var best = known
        let limit = min(258, end &- place)
        guard limit >= 4, best.length < Self.goodLength else {
            return Match(length: min(best.length, 258), distance: best.distance)
        }
        best.length = max(3, best.length)
        let first = load32(place)
        let position = origin &+ UInt32(truncatingIfNeeded: place)
        let reach = UInt32(truncatingIfNeeded: min(Self.reach, place))
        var back = position &- heads[hash(place)]
        for _ in 0..<Self.chainLimit {
            guard back &- 1 < reach else { break }
            let candidate = place &- Int(back)
            if load32(candidate) == first, window[candidate &+ best.length] == window[place &+ best.length] {
                let found = length(at: place, and: candidate, from: 4, limit: limit)
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
            if block.isFull { guard block.write(to: &sink, isLast: false) else { return false } }
            // What is left after the last but one match must be a match too.
            let part = left <= 258 ? left : min(258, left &- 3)
            block.append(length: part, distance: run.distance)
            left &-= part
        }
        return true
    }

    /// Remembers the ends of a long repetition; in between there is nothing that is not found without help.
    @inline(__always) private func insertEnds(from place: Int, count: Int) {
        for offset in 0..<4 { insert(place &+ offset) }
        for offset in count &- 16..<count { insert(place &+ offset) }
    }

    @inline(__always) private func insert(_ place: Int) {
        guard place &+ 4 <= end else { return }
        let hash = hash(place)
        let position = origin &+ UInt32(truncatingIfNeeded: place)
        previous[Int(position & Self.reachMask)] = heads[hash]
        heads[hash] = position
    }

    @inline(__always) private func hash(_ place: Int) -> Int {
        Int((load32(place) &* 0x9e37_79b1) &>> (32 &- Self.hashBits))
    }

    @inline(__always) private func load(_ place: Int) -> UInt64 {
        UnsafeRawPointer(window + place).loadUnaligned(as: UInt64.self)
    }

    @inline(__always) private func load32(_ place: Int) -> UInt32 {
        UnsafeRawPointer(window + place).loadUnaligned(as: UInt32.self)
    }

    /// How many bytes are equal, the first few being known to be.
    @inline(__always) private func length(at place: Int, and other: Int, from equal: Int, limit: Int) -> Int {
        var count = equal
        while count < limit {
            let difference = load(place &+ count) ^ load(other &+ count)
            if difference != 0 {
                return min(count &+ difference.littleEndian.trailingZeroBitCount &>> 3, limit)
            }
            count &+= 8
        }
        return limit
    }
}
