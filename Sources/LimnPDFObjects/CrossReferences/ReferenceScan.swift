// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Finds the object numbers that occur in references.
///
/// Some files refer to objects that do not exist; such references read as null. A new object must not get one of these
/// numbers, because the references would then lead to it. Object streams must be decoded to find references in them.
enum ReferenceScan {
    /// The maximum length of a reference in bytes, including white space. No program writes longer references.
    private static let longestReference = 256

    /// Returns the object numbers in references such as `12 0 R`, from `least` on.
    ///
    /// - Throws: ``PDFObjectsError`` with `unreadable`.
    static func numbers(in original: Original, from least: Int) throws(PDFObjectsError) -> Set<Int> {
        var found: Set<Int> = []
        try original.forEachWindow(overlap: longestReference) { window, shared in
            // The windows overlap, so an `R` at the end of a window is also in the next window, followed by more bytes.
            scan(window, from: max(0, shared - 1), least, &found)
            return true
        }
        return found
    }

    /// Returns the object numbers in the references of a text.
    static func numbers(in bytes: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        bytes.withUnsafeBufferPointer { scan($0, from: 0, 1, &found) }
        return found
    }

    private static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ least: Int, _ found: inout Set<Int>
    ) {
        guard let base = bytes.baseAddress else { return }
        var place = start
        while place < bytes.count, let next = memchr(base + place, 0x52, bytes.count - place) {
            let at = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(next))
            place = at + 1
            if place < bytes.count, ByteClass(bytes[place]) == .regular { continue }
            var before = at
            guard skipSpace(bytes, &before), number(bytes, &before) != nil, skipSpace(bytes, &before),
                let number = number(bytes, &before), number >= least
            else { continue }
            found.insert(number)
        }
    }

    /// Moves back over white space; returns false if there is none.
    static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Bool {
        let start = place
        while place > 0, ByteClass(bytes[place - 1]) == .space { place -= 1 }
        return place < start
    }

    /// Moves back over digits and returns their value; nil if there are none, or too many for an object number.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int? {
        var (value, weight, count) = (0, 1, 0)
        while place > 0, (48...57).contains(bytes[place - 1]), count < 11 {
            value += Int(bytes[place - 1] - 48) * weight
            weight *= 10
            count += 1
            place -= 1
        }
        return count > 0 && count < 11 ? value : nil
    }
}
