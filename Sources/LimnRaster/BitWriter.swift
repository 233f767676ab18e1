// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A growing buffer that is written bit by bit, least significant bit first (RFC 1951, 3.1.1).
struct BitWriter: ~Copyable {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// Allocates `capacity` bytes. Nil if there is not enough memory.
    init?(capacity: Int) {
        guard let memory = malloc(capacity) else { return nil }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
    }

    deinit { free(bytes) }

    /// Reserves space for `more` bytes. If there is not enough memory, returns false and changes nothing.
    mutating func reserve(_ more: Int) -> Bool {
        let needed = count + more + 8
        guard needed > capacity else { return true }
        let wanted = max(needed, capacity + capacity / 2)
        guard let memory = realloc(bytes, wanted) else { return false }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        capacity = wanted
        return true
    }

    /// Appends at most 56 bits. The space must have been reserved.
    @inline(__always) mutating func append(_ bits: UInt64, _ width: UInt64) {
        pending |= bits &<< pendingCount
        pendingCount &+= width
        UnsafeMutableRawPointer(bytes + count).storeBytes(of: pending.littleEndian, as: UInt64.self)
        let whole = pendingCount &>> 3
        count &+= Int(truncatingIfNeeded: whole)
        pending = pending &>> (whole &* 8)
        pendingCount &= 7
    }

    /// Pads the last byte with zero bits.
    mutating func align() { if pendingCount > 0 { append(0, 8 - pendingCount) } }

    /// Appends four whole bytes. Call ``align()`` first; the space must have been reserved.
    mutating func append(bigEndian value: UInt32) {
        append(UInt64(value.byteSwapped), 32)
    }
}
