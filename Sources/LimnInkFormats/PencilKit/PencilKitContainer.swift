// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnInk

/// What surrounds a drawing: the header of the `wrd` form, or the wrappings of the older one.
struct PencilKitContainer {
    /// `wrd` and 0xF0.
    private static let magic: [UInt8] = [0x77, 0x72, 0x64, 0xf0]
    /// The only version that is known.
    private static let version: UInt16 = 1

    /// The header of the `wrd` form.
    static var header: [UInt8] { magic + [UInt8(version & 0xff), UInt8(version >> 8)] }

    /// The message of the drawing.
    let message: ProtobufMessage
    /// Whether it is of the older form.
    let isOldForm: Bool

    /// Whether data begin as the `wrd` form does.
    static func isCurrent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    init(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: .pencilKit, "it has more than \(limits.maximumBytes) bytes")
        }
        if Self.isCurrent(bytes) {
            guard bytes.count >= 6 else {
                throw InkFormatError(.corrupt, format: .pencilKit, "it ends within its header")
            }
            let version = bytes.uint16(4)
            guard version == Self.version else {
                throw InkFormatError(
                    .unsupportedVersion, format: .pencilKit, "it has version \(version) of the format")
            }
            message = ProtobufMessage(bytes, 6..<bytes.count, as: .pencilKit)
            isOldForm = false
            return
        }
        if bytes.starts(with: Array("crdt".utf8)) {
            throw InkFormatError(.unsupported, format: .pencilKit, "it is markup of PaperKit, not a drawing")
        }
        let contents = try Self.unpacked(bytes, limits: limits)
        guard let drawing = Self.oldDrawing(in: contents) else {
            throw InkFormatError(.corrupt, format: .pencilKit, "it holds no drawing in a form that is known")
        }
        message = drawing
        isOldForm = true
    }

    /// The message of an older drawing: the data themselves, or field 3 of the last field 2, which is how Notes wraps it (a
    /// list of versions, of which nobody has seen more than one).
    private static func oldDrawing(in contents: [UInt8]) -> ProtobufMessage? {
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

    /// Whether data are a drawing of the older form, bare or packed. Only data whose first byte can begin one are looked at.
    static func isOld(_ bytes: [UInt8]) -> Bool {
        guard let format = packing(of: bytes) else { return canBegin(bytes.first) && oldDrawing(in: bytes) != nil }
        guard canBegin(Inflate.firstBytes(of: bytes, as: format, count: 1).first) else { return false }
        guard let contents = try? unpacked(bytes, limits: .standard) else { return false }
        return oldDrawing(in: contents) != nil
    }

    /// The key of a version, or of a list of versions.
    private static func canBegin(_ byte: UInt8?) -> Bool { byte == 0x08 || byte == 0x12 }

    private static func packing(of bytes: [UInt8]) -> DeflateFormat? {
        if Gzip.recognizes(bytes) { return .gzip }
        // RFC 1950: the method is deflate with a window of 32 KiB at most, the header is a multiple of 31.
        guard bytes.count > 2, bytes[0] & 0x0f == 8, bytes[0] >> 4 <= 7 else { return nil }
        return (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31) ? .zlib : nil
    }

    private static func unpacked(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        guard let format = packing(of: bytes) else { return bytes }
        // Points hardly shrink, so this is ample, and an unpacked file cannot fill the memory.
        let allowed = InflateLimits(maximumBytes: limits.maximumBytes, maximumRatio: 3, exemptBytes: 8 << 20)
        do throws(CompressionError) {
            return format == .gzip
                ? try Gzip.decompress(bytes, limits: allowed) : try Inflate.decompress(bytes, limits: allowed)
        } catch {
            let code: InkFormatError.Code = error.code == .tooLarge ? .tooLarge : .corrupt
            throw InkFormatError(code, format: .pencilKit, "it cannot be unpacked", cause: error.description)
        }
    }
}
