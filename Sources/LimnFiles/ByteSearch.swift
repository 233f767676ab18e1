// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension [UInt8] {
    /// Returns the offsets of all occurrences of an ASCII string, in ascending order.
    ///
    /// The standard library's `ranges(of:)` is many times slower.
    package func offsets(of text: StaticString) -> [Int] {
        var found: [Int] = []
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, text.utf8CodeUnitCount > 0 else { return }
            let length = text.utf8CodeUnitCount
            var offset = 0
            while offset + length <= bytes.count {
                let count = bytes.count - length + 1 - offset
                guard let next = memchr(start + offset, Int32(text.utf8Start[0]), count) else { return }
                offset = UnsafeRawPointer(next) - start
                if memcmp(next, text.utf8Start, length) == 0 { found.append(offset) }
                offset += 1
            }
        }
        return found
    }
}
