// SPDX-License-Identifier: GPL-3.0-or-later

/// A lossless PNG encoder that chooses the smallest suitable pixel format.
///
/// A picture with at most 256 colors, which may be translucent, gets a palette. A gray picture without alpha has 1, 2,
/// 4 or 8 bits per pixel. Other pictures have 8 bits per channel, with an alpha channel if the buffer has alpha.
/// Encoding is deterministic.
public struct PNGEncoder: Sendable {
    /// The resolution recorded in the file, in pixels per inch; nil for none.
    public var dpi: Double?

    /// A comment near the start of the file, in Latin-1; nil for none. It is written to a tEXt chunk with the keyword
    /// `Limn` and must not contain characters above U+00FF.
    public var stamp: String?

    /// Makes an encoder.
    ///
    /// - Parameter dpi: the resolution recorded in the file, in pixels per inch (pHYs chunk, rounded to whole pixels
    ///   per meter). A value that is not positive or is too large for the format is not recorded.
    public init(dpi: Double? = nil) { self.dpi = dpi }

    /// Encodes a picture. The running time is proportional to the number of pixels.
    ///
    /// - Returns: the bytes of a PNG file, without interlacing.
    /// - Throws: ``RasterError`` with `outOfMemory`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        try PNGPixelFormat(fitting: buffer).compress(buffer) { format, data in file(buffer, format, data) }
    }

    private func file(_ buffer: PixelBuffer, _ format: PNGPixelFormat, _ data: UnsafeRawBufferPointer) -> [UInt8] {
        let palette = format.palette
        var png = PNGChunks(reserving: data.count + 100 + palette.count * 4)
        let sides = bigEndian(UInt32(buffer.width)) + bigEndian(UInt32(buffer.height))
        png.append("IHDR", sides + [UInt8(format.depth), format.colorType, 0, 0, 0])
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
        // An IDAT chunk can contain at most 2³¹ − 1 bytes.
        for start in stride(from: 0, to: data.count, by: 0x7fff_ffff) {
            let end = min(start + 0x7fff_ffff, data.count)
            png.append("IDAT", UnsafeRawBufferPointer(rebasing: data[start..<end]))
        }
        png.append("IEND", [])
        return png.bytes
    }
}
