// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnInk

/// Removes the container of a drawing: the header of the `wrd` format, or the compression and wrapping of the legacy
/// format.
struct PencilKitContainer {
    /// The magic number: `wrd` and 0xF0.
    private static let magic: [UInt8] = [0x77, 0x72, 0x64, 0xf0]
    /// The only known version.
    private static let version: UInt16 = 1

    /// The header of the `wrd` format.
    static var header: [UInt8] { magic + [UInt8(version & 0xff), UInt8(version >> 8)] }

    /// The message that contains the drawing.
    let message: ProtobufMessage
    /// Whether the message is in the legacy format.
    let isLegacy: Bool

    /// Returns whether data starts with the magic number of the `wrd` format.
    static func isCurrent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    init(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: .pencilKit, "it has more than \(limits.maximumBytes) bytes")
        }
        if Self.isCurrent(bytes) {
            guard bytes.count >= 6 else {
                throw InkFormatError(.corrupt, format: .pencilKit, "it is cut off in its header")
            }
            let version = bytes.uint16(4)
            guard version == Self.version else {
                throw InkFormatError(
                    .unsupportedVersion, format: .pencilKit, "it has version \(version) of the format")
            }
            message = ProtobufMessage(bytes, 6..<bytes.count, as: .pencilKit)
            isLegacy = false
            return
        }
        if bytes.starts(with: Array("crdt".utf8)) {
            throw InkFormatError(.unsupported, format: .pencilKit, "it is PaperKit markup, not a drawing")
        }
        let contents = try Self.decompressed(bytes, limits: limits)
        guard let drawing = Self.legacyDrawing(in: contents) else {
            throw InkFormatError(.corrupt, format: .pencilKit, "it contains no drawing in a known format")
        }
        message = drawing
        isLegacy = true
    }

    /// Returns the message of a legacy drawing; nil if there is none.
    ///
    /// The message is either the whole data or, in Notes, field 3 of the last field 2. That field is a list of
    /// versions, with one element in all known files.
    private static func legacyDrawing(in contents: [UInt8]) -> ProtobufMessage? {
        let whole = ProtobufMessage(contents, 0..<contents.count, as: .pencilKit)
        if NotesDocument.recognizes(whole) { return whole }
        var drawing: ProtobufMessage?
        do {
            try whole.forEachField { field throws(InkFormatError) in
                guard field.number == 2 else { return }
                try field.submessage().forEachField { part throws(InkFormatError) in
                    if part.number == 3 { drawing = try part.submessage() }
                }
            }
        } catch { return nil }
        return drawing.flatMap { NotesDocument.recognizes($0) ? $0 : nil }
    }

    /// Returns whether data is a legacy drawing, compressed or not. The first byte rules out most other data quickly.
    static func isLegacy(_ bytes: [UInt8]) -> Bool {
        guard let format = compression(of: bytes) else {
            return isPossibleStart(bytes.first) && legacyDrawing(in: bytes) != nil
        }
        guard isPossibleStart(Inflate.firstBytes(of: bytes, as: format, count: 1).first) else { return false }
        guard let contents = try? decompressed(bytes, limits: .standard) else { return false }
        return legacyDrawing(in: contents) != nil
    }

    /// Returns whether a byte is the key of a version or of a list of versions.
    private static func isPossibleStart(_ byte: UInt8?) -> Bool { byte == 0x08 || byte == 0x12 }

    private static func compression(of bytes: [UInt8]) -> DeflateFormat? {
        if Gzip.recognizes(bytes) { return .gzip }
        // RFC 1950: deflate with a window of at most 32 KiB. The two header bytes form a multiple of 31.
        guard bytes.count > 2, bytes[0] & 0x0f == 8, bytes[0] >> 4 <= 7 else { return nil }
        return (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31) ? .zlib : nil
    }

    private static func decompressed(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        guard let format = compression(of: bytes) else { return bytes }
        // Points hardly compress, so a small ratio suffices. It prevents a small file from using up all memory.
        let allowed = InflateLimits(maximumBytes: limits.maximumBytes, maximumRatio: 3, exemptBytes: 8 << 20)
        do throws(CompressionError) {
            return format == .gzip
                ? try Gzip.decompress(bytes, limits: allowed) : try Inflate.decompress(bytes, limits: allowed)
        } catch {
            let code: InkFormatError.Code = error.code == .tooLarge ? .tooLarge : .corrupt
            throw InkFormatError(code, format: .pencilKit, "it cannot be decompressed", cause: error.description)
        }
    }
}
