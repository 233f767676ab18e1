// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes pictures as PNG files, exactly: grey where every pixel is grey, with 1, 2 or 4 bits where those hold all levels;
/// a palette of up to 256 colours, translucent ones among them; red-green-blue otherwise, with alpha where the picture
/// has it. The same picture gives the same bytes.
public struct PNGEncoder: Sendable {
    /// The resolution that the file states, in pixels an inch; nil states none.
    public var dpi: Double?

    /// A text that the file carries near its beginning (tEXt, keyword Limn), in Latin-1; nil for none.
    public var stamp: String?

    /// Makes an encoder.
    ///
    /// - Parameter dpi: the resolution that the file states (pHYs, rounded to whole pixels a metre); a value that is not
    ///   positive or beyond what the format can hold states none.
    public init(dpi: Double? = nil) { self.dpi = dpi }

    /// Encodes a picture.
    ///
    /// - Throws: `outOfMemory`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        try PNGForm(fitting: buffer).compress(buffer) { form, data in file(buffer, form, data) }
    }

    private func file(_ buffer: PixelBuffer, _ form: PNGForm, _ data: UnsafeRawBufferPointer) -> [UInt8] {
        let palette = form.palette
        var png = PNGChunks(reserving: data.count + 100 + palette.count * 4)
        let sides = bigEndian(UInt32(buffer.width)) + bigEndian(UInt32(buffer.height))
        png.append("IHDR", sides + [UInt8(form.depth), form.colorType, 0, 0, 0])
        if let dpi, let perMetre = UInt32(exactly: (dpi / 0.0254).rounded()), (1...0x7fff_ffff).contains(perMetre) {
            png.append("pHYs", bigEndian(perMetre) + bigEndian(perMetre) + [1])
        }
        if let stamp {
            png.append("tEXt", Array("Limn\0".utf8) + stamp.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        if !palette.isEmpty {
            let colors = palette.map { PixelLayout.straight($0) }
            png.append("PLTE", colors.flatMap { bigEndian($0).dropFirst() })
            if buffer.hasAlpha { png.append("tRNS", colors.map { UInt8($0 >> 24) }) }
        }
        // One IDAT holds up to 2³¹ − 1 bytes.
        for start in stride(from: 0, to: data.count, by: 0x7fff_ffff) {
            let end = min(start + 0x7fff_ffff, data.count)
            png.append("IDAT", UnsafeRawBufferPointer(rebasing: data[start..<end]))
        }
        png.append("IEND", [])
        return png.bytes
    }
}
