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

    private static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: (number << 1) ^ (number >> 63)) }

    /// How numbers are packed: the widths of their blocks, and the bytes that all takes.
    struct Plan {
        /// For each block the index of its width in ``BitPacking/widths``.
        fileprivate let indices: [UInt8]
        /// The bytes that the numbers take.
        let size: Int

        /// - Parameter numbers: each of at most 56 bits besides its sign.
        init(_ numbers: [Int64]) {
            let blocks = blockCount(numbers.count)
            var size = (blocks + 1) / 2
            indices = numbers.withUnsafeBufferPointer { numbers in
                indexOfBits.withUnsafeBufferPointer { indexOfBits in
                    Array(unsafeUninitializedCapacity: blocks) { indices, initialized in
                        for block in 0..<blocks {
                            let end = min(block * 8 + 8, numbers.count)
                            var all: UInt64 = 0
                            for place in (block * 8)..<end { all |= folded(numbers[place]) }
                            let index = indexOfBits[64 - all.leadingZeroBitCount]
                            indices.initializeElement(at: block, to: index)
                            size += (widthTable(Int(index)) * (end - block * 8) + 7) / 8
                        }
                        initialized = blocks
                    }
                }
            }
            self.size = size
        }
    }

    private static func blockCount(_ count: Int) -> Int { (count + 7) / 8 }

    /// Writes numbers as their plan says.
    static func write(_ numbers: [Int64], _ plan: Plan, into writer: inout ByteWriter) {
        // A word is stored whole where its value begins, so that seven bytes behind the last one are written over.
        var bytes = [UInt8](repeating: 0, count: plan.size + 8)
        var place = (plan.indices.count + 1) / 2
        bytes.withUnsafeMutableBytes { bytes in
            numbers.withUnsafeBufferPointer { numbers in
                for (block, index) in plan.indices.enumerated() {
                    bytes[block / 2] |= index << (block % 2 == 0 ? 0 : 4)
                    let width = widthTable(Int(index))
                    let end = min(block * 8 + 8, numbers.count)
                    var (bits, held) = (UInt64(0), 0)
                    for number in (block * 8)..<end {
                        // Fewer than eight bits are held, and a value has at most 57.
                        bits |= folded(numbers[number]) &<< UInt64(held)
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
        bytes.removeLast(8)
        writer.append(bytes)
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
