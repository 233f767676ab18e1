// SPDX-License-Identifier: Apache-2.0

/// Reads what ``ByteWriter`` wrote, never past the end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var remaining: Int { bytes.endIndex - position }

    private func damaged(_ what: String) -> InkError {
        InkError(.corrupt, "The ink is damaged at byte \(position): \(what).")
    }

    mutating func byte() throws(InkError) -> UInt8 {
        guard remaining > 0 else { throw damaged("it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func unsigned() throws(InkError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw damaged("a number is too large") }
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    /// A count of things that take at least `size` bytes each, so that a count that lies is found out early.
    mutating func count(of size: Int) throws(InkError) -> Int {
        let value = try unsigned()
        guard value <= UInt64(remaining / size) else { throw damaged("a count is larger than the file") }
        return Int(value)
    }

    /// Throws unless at least `count` things of `size` bytes each are left.
    func require(_ count: Int, of size: Int) throws(InkError) {
        guard count <= remaining / size else { throw damaged("a count is larger than the file") }
    }

    mutating func signed() throws(InkError) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    mutating func double() throws(InkError) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        return Double(bitPattern: bits)
    }

    /// Doubles that must be finite.
    mutating func finite(count: Int) throws(InkError) -> [Double] {
        try require(count, of: 8)
        let values = bytes[position..<(position + 8 * count)].withUnsafeBytes { bytes in
            (0..<count).map { index in
                let pattern = bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
                return Double(bitPattern: UInt64(littleEndian: pattern))
            }
        }
        if let wrong = values.firstIndex(where: { !$0.isFinite }) {
            position += 8 * (wrong + 1)
            throw damaged("a number is not finite")
        }
        position += 8 * count
        return values
    }

    /// A double that must be finite.
    mutating func finite() throws(InkError) -> Double {
        let value = try double()
        guard value.isFinite else { throw damaged("a number is not finite") }
        return value
    }

    mutating func blob() throws(InkError) -> [UInt8] {
        let length = try count(of: 1)
        defer { position += length }
        return Array(bytes[position..<(position + length)])
    }

    mutating func string() throws(InkError) -> String {
        guard let value = String(validating: try blob(), as: UTF8.self) else { throw damaged("a text is not UTF-8") }
        return value
    }

    mutating func optionalString() throws(InkError) -> String? { try byte() == 0 ? nil : try string() }

    /// The value of an enumeration whose cases stand in `table`.
    mutating func choice<T>(_ table: [T]) throws(InkError) -> T {
        let index = Int(try byte())
        guard index < table.count else { throw damaged("a kind is unknown") }
        return table[index]
    }
}
