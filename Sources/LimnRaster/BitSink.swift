// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Growing memory that is written bit by bit, the lowest bit of a byte first (RFC 1951, 3.1.1).
struct BitSink: ~Copyable {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// Nil where there is no memory.
    init?(capacity: Int) {
        guard let memory = malloc(capacity) else { return nil }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
    }

    deinit { free(bytes) }

    /// Makes room for so many more bytes; false where there is no memory, and nothing has changed then.
    mutating func reserve(_ more: Int) -> Bool {
        let needed = count + more + 8
        guard needed > capacity else { return true }
        let wanted = max(needed, capacity + capacity / 2)
        guard let memory = realloc(bytes, wanted) else { return false }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        capacity = wanted
        return true
    }

    /// Appends up to 56 bits; the room must have been reserved.
    @inline(__always) mutating func append(_ bits: UInt64, _ width: UInt64) {
        pending |= bits &<< pendingCount
        pendingCount &+= width
        UnsafeMutableRawPointer(bytes + count).storeBytes(of: pending.littleEndian, as: UInt64.self)
        let whole = pendingCount &>> 3
        count &+= Int(truncatingIfNeeded: whole)
        pending = pending &>> (whole &* 8)
        pendingCount &= 7
    }

    /// Fills the last byte with zero bits.
    mutating func align() { if pendingCount > 0 { append(0, 8 - pendingCount) } }

    /// Appends whole bytes after ``align()``; the room must have been reserved.
    mutating func append(bigEndian value: UInt32) {
        append(UInt64(value.byteSwapped), 32)
    }
}
