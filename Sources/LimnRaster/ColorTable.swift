// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A hash table that maps up to 256 colors to palette indices. It uses linear probing.
final class ColorTable {
    private static let slotCount = 1024
    /// The color in each slot, and its index; a negative index marks an empty slot.
    private let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotCount)
    private let indices = UnsafeMutablePointer<Int16>.allocate(capacity: slotCount)
    /// The colors in the order of their first occurrence.
    private(set) var colors: [UInt32] = []
    /// A mask that sets the undefined fourth byte of pixels without alpha to 255; 0 for pixels with alpha.
    let opaque: UInt32

    /// Makes a table of a picture's colors. Nil if there are more than `limit`.
    init?(of buffer: PixelBuffer, limit: Int) {
        opaque = buffer.hasAlpha ? 0 : 0xff00_0000
        slots.initialize(repeating: 0, count: Self.slotCount)
        indices.initialize(repeating: -1, count: Self.slotCount)
        for y in 0..<buffer.height {
            let row = buffer.row(y)
            // Most rows of a page are equal to the row above.
            if y > 0, memcmp(row, buffer.row(y - 1), buffer.width * 4) == 0 { continue }
            var last = ~(row[0] | opaque)
            for x in 0..<buffer.width {
                let p = row[x] | opaque
                if p == last { continue }
                last = p
                let slot = slot(of: p)
                if indices[slot] >= 0 { continue }
                guard colors.count < limit else { return nil }
                slots[slot] = p
                indices[slot] = Int16(colors.count)
                colors.append(p)
            }
        }
    }

    deinit {
        slots.deallocate()
        indices.deallocate()
    }

    /// Returns the slot of a color, or the empty slot for it if it is not in the table.
    @inline(__always) private func slot(of p: UInt32) -> Int {
        var slot = Int((p &* 0x9e37_79b1) &>> 22)
        while indices[slot] >= 0, slots[slot] != p { slot = (slot &+ 1) & (Self.slotCount &- 1) }
        return slot
    }

    /// Returns the index of a color, which must occur in the picture.
    @inline(__always) func index(of p: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: indices[slot(of: p)]) }

    /// Replaces the index of each color.
    func reindex(_ index: (UInt32) -> UInt8) {
        for color in colors { indices[slot(of: color)] = Int16(index(color)) }
    }
}
