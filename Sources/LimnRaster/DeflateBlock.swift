// SPDX-License-Identifier: GPL-3.0-or-later

/// The literals and matches of one block with dynamic Huffman codes (RFC 1951, 3.2.7).
struct DeflateBlock: ~Copyable {
    /// The maximum number of literals and matches in a block.
    static let capacity = 12_288

    /// The tokens: literals as their byte value, and matches as 2³¹ + length · 2¹⁶ + (distance − 1).
    private let tokens: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    private let literals: UnsafeMutablePointer<UInt32>
    private let distances: UnsafeMutablePointer<UInt32>

    init() {
        tokens = .allocate(capacity: Self.capacity)
        literals = .allocate(capacity: 286)
        distances = .allocate(capacity: 30)
        reset()
    }

    deinit {
        tokens.deallocate()
        literals.deallocate()
        distances.deallocate()
    }

    private mutating func reset() {
        count = 0
        literals.initialize(repeating: 0, count: 286)
        distances.initialize(repeating: 0, count: 30)
        literals[256] = 1
    }

    var isFull: Bool { @inline(__always) get { count == Self.capacity } }

    @inline(__always) mutating func append(literal: UInt8) {
        tokens[count] = UInt32(literal)
        count &+= 1
        literals[Int(literal)] &+= 1
    }

    /// Appends a match of 3…258 bytes at a distance of 1…32768.
    @inline(__always) mutating func append(length: Int, distance: Int) {
        tokens[count] = 1 &<< 31 | UInt32(truncatingIfNeeded: length &<< 16 | (distance &- 1))
        count &+= 1
        literals[257 &+ DeflateAlphabet.length(length).symbol] &+= 1
        distances[DeflateAlphabet.distance(distance &- 1).symbol] &+= 1
    }

    /// Writes the block and empties it. Returns false if there is not enough memory.
    mutating func write(to writer: inout BitWriter, isLast: Bool) -> Bool {
        // A token takes at most 15 + 5 + 15 + 13 bits; the code lengths take at most 320 · 14 bits.
        guard writer.reserve(count * 6 + 640) else { return false }
        let literalCode = HuffmanCode(frequencies: Array(UnsafeBufferPointer(start: literals, count: 286)), limit: 15)
        let distanceCode = HuffmanCode(frequencies: Array(UnsafeBufferPointer(start: distances, count: 30)), limit: 15)
        writer.append(isLast ? 1 : 0, 1)
        writer.append(2, 2)
        CodeLengths(literalCode.lengths, distanceCode.lengths).write(to: &writer)

        let tokens = tokens
        literalCode.withEntries { literal in
            distanceCode.withEntries { distance in
                for index in 0..<count {
                    let token = tokens[index]
                    if token < 256 {
                        writer.append(literal[Int(token)] &>> 8, literal[Int(token)] & 255)
                        continue
                    }
                    let length = Int(token &>> 16 & 511)
                    let far = Int(token & 0xffff)
                    let l = DeflateAlphabet.length(length)
                    let d = DeflateAlphabet.distance(far)
                    let code = literal[257 &+ l.symbol]
                    let back = distance[d.symbol]
                    var bits = code &>> 8
                    var width = code & 255
                    bits |= UInt64(truncatingIfNeeded: l.extra) &<< width
                    width &+= UInt64(truncatingIfNeeded: l.extraWidth)
                    bits |= (back &>> 8) &<< width
                    width &+= back & 255
                    bits |= UInt64(truncatingIfNeeded: d.extra) &<< width
                    width &+= UInt64(truncatingIfNeeded: d.extraWidth)
                    writer.append(bits, width)
                }
                writer.append(literal[256] &>> 8, literal[256] & 255)
            }
        }
        reset()
        return true
    }
}

extension HuffmanCode {
    /// Calls `body` with a pointer to an array that contains code · 256 + length for each symbol.
    fileprivate func withEntries(_ body: (UnsafePointer<UInt64>) -> Void) {
        let entries = zip(codes, lengths).map { UInt64($0) << 8 | UInt64($1) }
        entries.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
