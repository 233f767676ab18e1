// SPDX-License-Identifier: Apache-2.0

/// Packs zigzag-coded integers in blocks of eight. Each block has its own bit width, which suffices for its largest
/// number.
///
/// A table of bit widths comes first, then the blocks. The table has a 4-bit index per block, the argument of
/// ``width(_:)``; the lower half of each byte comes first. A block of eight w-bit numbers takes w bytes, with the first
/// number in the lowest bits. A shorter last block is padded to whole bytes.
enum BitPacking {
    private static func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: (number << 1) ^ (number >> 63)) }

    /// Returns the packed size in bytes. Each number must fit in 56 bits plus a sign bit.
    static func size(of numbers: UnsafeBufferPointer<Int64>) -> Int {
        var size = (blockCount(numbers.count) + 1) / 2
        for start in stride(from: 0, to: numbers.count, by: 8) {
            let end = min(start + 8, numbers.count)
            size += (width(of: numbers, start, end).bits * (end - start) + 7) / 8
        }
        return size
    }

    /// Returns the smallest available bit width for a block.
    @inline(__always)
    private static func width(of numbers: UnsafeBufferPointer<Int64>, _ start: Int, _ end: Int) -> (
        index: Int, bits: Int
    ) {
        var all: UInt64 = 0
        for place in start..<end { all |= zigzag(numbers[place]) }
        let bits = 64 - all.leadingZeroBitCount
        let index = bits <= 10 ? bits : bits <= 12 ? 11 : bits <= 15 ? 12 : bits <= 20 ? 13 : bits <= 32 ? 14 : 15
        return (index, width(index))
    }

    private static func blockCount(_ count: Int) -> Int { (count + 7) / 8 }

    /// Writes packed numbers. `size` is their packed size in bytes, from ``size(of:)``.
    static func write(_ numbers: UnsafeBufferPointer<Int64>, size: Int, into writer: inout ByteWriter) {
        // Each store writes a whole 8-byte word. Later stores overwrite its unused bytes, and the last store needs the
        // padding.
        writer.extend(by: size, padding: 8) { bytes in
            var place = (blockCount(numbers.count) + 1) / 2
            for start in stride(from: 0, to: numbers.count, by: 8) {
                let end = min(start + 8, numbers.count)
                let (index, width) = width(of: numbers, start, end)
                bytes[start / 16] |= UInt8(index) << (start % 16 == 0 ? 0 : 4)
                var (bits, held) = (UInt64(0), 0)
                for number in start..<end {
                    // At most 7 bits are pending and a value has at most 57, so 64 bits suffice.
                    bits |= zigzag(numbers[number]) &<< UInt64(held)
                    held += width
                    bytes.storeBytes(of: bits.littleEndian, toByteOffset: place, as: UInt64.self)
                    place += held >> 3
                    bits = held >= 64 ? 0 : bits &>> UInt64(held & ~7)
                    held &= 7
                }
                if held > 0 { place += 1 }
            }
        }
    }

    /// Reads packed numbers and calls `body` with each index and number.
    ///
    /// - Throws: `corrupt` if the bytes end too early.
    @inline(__always)
    static func read(
        count: Int, from reader: inout ByteReader, _ body: (_ index: Int, _ number: Int64) -> Void
    ) throws(InkError) {
        let blocks = blockCount(count)
        let indices = try reader.take((blocks + 1) / 2)
        for block in 0..<blocks {
            let width = width(Int(indices[block &>> 1] &>> UInt8((block & 1) &* 4) & 15))
            let start = block &* 8
            let numbers = min(8, count &- start)
            let bytes = try reader.takePadded((width &* numbers &+ 7) &>> 3)
            let mask = (UInt64(1) &<< UInt64(width)) &- 1
            var bit = 0
            for place in start..<(start &+ numbers) {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
                let zigzag = (word &>> UInt64(bit & 7)) & mask
                body(place, Int64(bitPattern: (zigzag &>> 1) ^ (0 &- (zigzag & 1))))
                bit &+= width
            }
        }
    }

    /// Returns the bit width for an index, 0…15. The largest width suffices for second differences of 53-bit numbers.
    @inline(__always)
    private static func width(_ index: Int) -> Int {
        switch index {
        case 0...10: index
        case 11: 12
        case 12: 15
        case 13: 20
        case 14: 32
        default: 57
        }
    }
}
