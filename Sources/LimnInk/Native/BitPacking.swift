// SPDX-License-Identifier: Apache-2.0

/// Whole numbers in blocks of eight, each block with as many bits a number as its largest one needs.
///
/// Layout: for every block half a byte, the index of its width in ``widths`` (the lower half first); then the blocks.
/// A block of eight numbers of w bits is w bytes, the first number in the lowest bits; a last, shorter block ends with its
/// last byte. Negative numbers are folded among the positive ones (zigzag).
enum BitPacking {
    /// The widths in bits that a block may have. The widest holds the second differences of 53-bit numbers.
    static let widths: [Int] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 32, 57]

    /// The index in ``widths`` for a number of significant bits; the largest for more than fit.
    private static let indexOfBits: [UInt8] = (0...64).map { bits in
        UInt8(widths.firstIndex { $0 >= bits } ?? widths.count - 1)
    }

    /// Whether a number fits the widest block.
    static func fits(_ number: Int64) -> Bool { folded(number) >> 57 == 0 }

    private static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: (number << 1) ^ (number >> 63)) }

    private static func widthIndex(_ block: ArraySlice<Int64>) -> Int {
        let all = block.reduce(UInt64(0)) { $0 | folded($1) }
        return Int(indexOfBits[64 - all.leadingZeroBitCount])
    }

    /// How many bytes numbers take.
    static func size(of numbers: [Int64]) -> Int {
        var size = (blockCount(numbers.count) + 1) / 2
        for start in stride(from: 0, to: numbers.count, by: 8) {
            let block = numbers[start..<min(start + 8, numbers.count)]
            size += (widths[widthIndex(block)] * block.count + 7) / 8
        }
        return size
    }

    private static func blockCount(_ count: Int) -> Int { (count + 7) / 8 }

    /// Writes numbers; each must fit (``fits(_:)``).
    static func write(_ numbers: [Int64], into writer: inout ByteWriter) {
        var indices = [UInt8](repeating: 0, count: (blockCount(numbers.count) + 1) / 2)
        var body: [UInt8] = []
        for (number, start) in stride(from: 0, to: numbers.count, by: 8).enumerated() {
            let block = numbers[start..<min(start + 8, numbers.count)]
            let index = widthIndex(block)
            indices[number / 2] |= UInt8(index) << (number % 2 == 0 ? 0 : 4)
            var (bits, held) = (UInt64(0), 0)
            for value in block {
                // Fewer than eight bits are held, and a value has at most 57.
                bits |= folded(value) << UInt64(held)
                held += widths[index]
                while held >= 8 {
                    body.append(UInt8(truncatingIfNeeded: bits))
                    bits >>= 8
                    held -= 8
                }
            }
            if held > 0 { body.append(UInt8(truncatingIfNeeded: bits)) }
        }
        writer.append(indices)
        writer.append(body)
    }

    /// Reads numbers and hands each to `body`, with its place.
    ///
    /// - Throws: `corrupt` where the bytes end before the numbers do.
    @inline(__always)
    static func read(
        count: Int, from reader: inout ByteReader, _ body: (_ index: Int, _ number: Int64) -> Void
    ) throws(InkError) {
        let blocks = blockCount(count)
        let indices = try reader.take((blocks + 1) / 2)
        for block in 0..<blocks {
            let index = Int(indices[block / 2] >> (block % 2 == 0 ? 0 : 4) & 15)
            let width = BitPacking.widthTable(index)
            let start = block * 8
            let numbers = min(8, count - start)
            let bytes = try reader.takePadded((width * numbers + 7) / 8)
            let mask = (UInt64(1) << UInt64(width)) &- 1
            for place in 0..<numbers {
                let bit = place &* width
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
                let folded = (word &>> UInt64(bit & 7)) & mask
                body(start &+ place, Int64(bitPattern: (folded &>> 1) ^ (0 &- (folded & 1))))
            }
        }
    }

    /// ``widths`` without the cost of an array.
    @inline(__always)
    private static func widthTable(_ index: Int) -> Int {
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
