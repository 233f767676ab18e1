// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension [UInt8] {
    /// Returns the offsets of all occurrences of an ASCII string, in ascending order.
    ///
    /// The standard library's `ranges(of:)` is many times slower.
    package func offsets(of text: StaticString) -> [Int] {
        var found: [Int] = []
        let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        withUnsafeBytes { bytes in
            var next = 0
            while let offset = bytes.offset(of: wanted, from: next) {
                found.append(offset)
                next = offset + 1
            }
        }
        return found
    }

    /// Returns the offset of the first occurrence of other bytes at or behind an offset; nil if there is none, or if the
    /// other bytes are empty.
    package func offset(of other: [UInt8], from start: Int = 0) -> Int? {
        withUnsafeBytes { bytes in other.withUnsafeBytes { bytes.offset(of: $0, from: start) } }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func offset(of other: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = baseAddress, let wanted = other.baseAddress, !other.isEmpty else { return nil }
        var offset = start
        while offset + other.count <= count {
            let rest = count - other.count + 1 - offset
            guard let next = memchr(base + offset, Int32(other[0]), rest) else { return nil }
            offset = UnsafeRawPointer(next) - base
            if memcmp(next, wanted, other.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
