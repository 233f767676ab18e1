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
        let isGrey = PixelLayout.isGrey(buffer)
        let png: [UInt8]?
        if let colors = IndexedColors(fitting: buffer, isGrey: isGrey) {
            let type: UInt8 = colors.palette.isEmpty ? PixelLayout.grey.rawValue : 3
            png = colors.compress(buffer) { data in file(buffer, [UInt8(colors.depth), type], colors.palette, data) }
        } else {
            let layout = PixelLayout(isGrey: isGrey, hasAlpha: buffer.hasAlpha)
            png = ScanlineWriter(layout: layout).compress(buffer) { data in
                file(buffer, [8, layout.rawValue], [], data)
            }
        }
        guard let png else { throw RasterError(.outOfMemory, width: buffer.width, height: buffer.height) }
        return png
    }

    /// - Parameters:
    ///   - form: the depth in bits and the colour type.
    ///   - palette: premultiplied colours.
    private func file(
        _ buffer: PixelBuffer, _ form: [UInt8], _ palette: [UInt32], _ data: UnsafeRawBufferPointer
    ) -> [UInt8] {
        var png = PNGChunks(reserving: data.count + 100 + palette.count * 4)
        png.append("IHDR", bigEndian(UInt32(buffer.width)) + bigEndian(UInt32(buffer.height)) + form + [0, 0, 0])
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
