// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Limn's own ink format: compact, checked, versioned from its first bytes.
///
/// Version 1: the eight bytes `LIMNINK` and the version; the body; CRC-32 of all that, little-endian. Everything
/// about the body is in `NativeEncoder` and `NativeDecoder`.
public enum NativeInk {
    /// How exactly values are kept.
    public enum Precision: Hashable, Sendable {
        /// Positions and widths to 1/256 pt (at most 1/512 pt off), pressure, opacity and angles to 1/4096, time to
        /// 1/1000 s.
        case compact
        /// Every bit.
        case lossless
    }

    /// The farthest, in points, that ``Precision/compact`` moves an edge: a centre by √½ of a step, a radius by a quarter.
    public static let roundingError = (0.5.squareRoot() + 0.25) * NativeTables.lengthQuantum

    static let magic = Array("LIMNINK".utf8)
    /// The version that is written; every version up to it is read.
    public static let version: UInt8 = 1

    /// Whether bytes begin as native ink of any version does.
    public static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// The bytes of a document.
    ///
    /// - Throws: ``InkError`` with `invalidValue` when a value is not finite or a width is negative.
    public static func encode(
        _ document: InkDocument, precision: Precision = .compact
    ) throws(InkError) -> [UInt8] {
        try document.validate()
        var writer = ByteWriter()
        for byte in magic { writer.byte(byte) }
        writer.byte(version)
        var encoder = NativeEncoder(lossless: precision == .lossless)
        encoder.write(document, into: &writer)
        let checksum = Checksum.crc32(writer.bytes[...])
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            writer.byte(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        return writer.bytes
    }

    /// The document in some bytes.
    ///
    /// - Throws: ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`.
    public static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        guard recognizes(bytes) else { throw InkError(.notInk, "This is no Limn ink.") }
        guard bytes.count > magic.count else { throw InkError(.corrupt, "The ink ends after its first bytes.") }
        let found = bytes[magic.count]
        guard found == version else {
            throw InkError(
                .unsupportedVersion,
                "The ink is of version \(found), this Limn reads version \(version); a newer Limn is needed.")
        }
        let bodyStart = magic.count + 1
        guard bytes.count >= bodyStart + 4 else { throw InkError(.corrupt, "The ink ends after its first bytes.") }
        let bodyEnd = bytes.count - 4
        let stored = bytes[bodyEnd...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard Checksum.crc32(bytes[..<bodyEnd]) == stored else {
            throw InkError(.corrupt, "The ink is damaged: its checksum does not match.")
        }
        var decoder = NativeDecoder(reader: ByteReader(bytes[bodyStart..<bodyEnd]))
        return try decoder.document()
    }
}
