// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Numbers for up to 256 colours, found by hashing with linear probing.
final class ColorTable {
    private static let slotCount = 1024
    /// The colour in each slot, and its number; a number below 0 stands for no colour.
    private let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotCount)
    private let numbers = UnsafeMutablePointer<Int16>.allocate(capacity: slotCount)
    /// The colours in the order in which they first occur.
    private(set) var colors: [UInt32] = []
    /// Sets the byte that pixels without alpha leave open.
    let opaque: UInt32

    /// Nil where there are more colours than the limit.
    init?(of buffer: PixelBuffer, limit: Int) {
        opaque = buffer.hasAlpha ? 0 : 0xff00_0000
        slots.initialize(repeating: 0, count: Self.slotCount)
        numbers.initialize(repeating: -1, count: Self.slotCount)
        for y in 0..<buffer.height {
            let row = buffer.row(y)
            // Most rows of a page are like the one above.
            if y > 0, memcmp(row, buffer.row(y - 1), buffer.width * 4) == 0 { continue }
            var last = ~(row[0] | opaque)
            for x in 0..<buffer.width {
                let p = row[x] | opaque
                if p == last { continue }
                last = p
                let slot = slot(of: p)
                if numbers[slot] >= 0 { continue }
                guard colors.count < limit else { return nil }
                slots[slot] = p
                numbers[slot] = Int16(colors.count)
                colors.append(p)
            }
        }
    }

    deinit {
        slots.deallocate()
        numbers.deallocate()
    }

    /// Where a colour is, or would be.
    @inline(__always) private func slot(of p: UInt32) -> Int {
        var slot = Int((p &* 0x9e37_79b1) &>> 22)
        while numbers[slot] >= 0, slots[slot] != p { slot = (slot &+ 1) & (Self.slotCount &- 1) }
        return slot
    }

    /// The number of a colour of the picture.
    @inline(__always) func number(of p: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: numbers[slot(of: p)]) }

    /// Gives the colours other numbers.
    func renumber(_ number: (UInt32) -> UInt8) {
        for color in colors { numbers[slot(of: color)] = Int16(number(color)) }
    }
}
