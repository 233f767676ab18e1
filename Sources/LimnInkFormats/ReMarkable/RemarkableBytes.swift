// SPDX-License-Identifier: Apache-2.0

/// Something in a page that breaks the format's rules; what to do about it is the reader's business.
struct RemarkableMalformed: Error {}

/// Reads numbers of a part of a file, never past its end. Positions count from the file's beginning.
struct RemarkableBytes {
    private let file: UnsafeRawBufferPointer
    private(set) var position: Int
    let end: Int

    /// - Parameter range: lies in the file.
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

    /// A number in groups of seven bits, the lowest first.
    mutating func variable() throws(RemarkableMalformed) -> UInt64 {
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

    /// Passes over some bytes and tells where they are.
    mutating func skip(_ count: Int) throws(RemarkableMalformed) -> Range<Int> {
        guard count >= 0, count <= remaining else { throw RemarkableMalformed() }
        defer { position += count }
        return position..<(position + count)
    }

    /// Some bytes as text; broken UTF-8 is replaced.
    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: file[range]), as: UTF8.self)
    }

    /// The same file from another place.
    func part(_ range: Range<Int>) -> RemarkableBytes { RemarkableBytes(file, range) }

    /// Where the bytes of a range begin in memory; for points, which are read many at a time.
    func memory(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file[range]) }
}
