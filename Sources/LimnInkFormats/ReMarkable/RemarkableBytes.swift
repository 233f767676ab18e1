// SPDX-License-Identifier: Apache-2.0

/// The error for data that violates the format. The caller decides whether this is an error of the file or a dropped
/// item.
struct RemarkableMalformed: Error {}

/// A bounds-checked reader for a range of a file. Positions are byte offsets from the start of the file.
struct RemarkableBytes {
    private let file: UnsafeRawBufferPointer
    private(set) var position: Int
    let end: Int

    /// Makes a reader.
    ///
    /// - Parameter range: the range to read, which must lie inside the file.
    init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }

    private mutating func number<T: FixedWidthInteger>(_: T.Type) throws(RemarkableMalformed) -> T {
        guard remaining >= MemoryLayout<T>.size else { throw RemarkableMalformed() }
        defer { position += MemoryLayout<T>.size }
        return T(littleEndian: file.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    mutating func byte() throws(RemarkableMalformed) -> UInt8 { try number(UInt8.self) }
    mutating func word() throws(RemarkableMalformed) -> UInt32 { try number(UInt32.self) }
    mutating func float() throws(RemarkableMalformed) -> Double {
        Double(Float(bitPattern: try number(UInt32.self)))
    }
    mutating func double() throws(RemarkableMalformed) -> Double { Double(bitPattern: try number(UInt64.self)) }

    /// Reads a LEB128 varint.
    mutating func varint() throws(RemarkableMalformed) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw RemarkableMalformed() }
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    /// Skips bytes and returns their range.
    mutating func skip(_ count: Int) throws(RemarkableMalformed) -> Range<Int> {
        guard count >= 0, count <= remaining else { throw RemarkableMalformed() }
        defer { position += count }
        return position..<(position + count)
    }

    /// Decodes UTF-8 text. Invalid bytes become replacement characters.
    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: file[range]), as: UTF8.self)
    }

    /// Returns a reader for another range of the same file.
    func part(_ range: Range<Int>) -> RemarkableBytes { RemarkableBytes(file, range) }

    /// Returns the bytes of a range without copying them, for decoding many points quickly.
    func memory(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file[range]) }
}
