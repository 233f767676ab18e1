// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// Writes pictures as PNG files, exactly: 8-bit grey where every pixel is grey, red-green-blue otherwise, with alpha
/// where the picture has it. The same picture gives the same bytes.
public struct PNGEncoder: Sendable {
    /// The resolution that the file states, in pixels an inch; nil states none.
    public var dpi: Double?
    /// libdeflate's effort, 1…12. Level 5 is the last one whose time on text is that of level 1; it saves 3 to 5 percent
    /// on coloured pages.
    private static let level: Int32 = 5

    /// Makes an encoder.
    ///
    /// - Parameter dpi: the resolution that the file states (pHYs, rounded to whole pixels a metre); a value that is not
    ///   positive or beyond what the format can hold states none.
    public init(dpi: Double? = nil) { self.dpi = dpi }

    /// Encodes a picture.
    ///
    /// - Throws: `outOfMemory`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        let layout = PixelLayout(fitting: buffer)
        let data = try compress(buffer, layout)
        defer { release(data.baseAddress) }

        var png = PNGChunks(reserving: data.count + 100)
        png.append(
            "IHDR", bigEndian(UInt32(buffer.width)) + bigEndian(UInt32(buffer.height)) + [8, layout.rawValue, 0, 0, 0])
        if let dpi, let perMetre = UInt32(exactly: (dpi / 0.0254).rounded()), (1...0x7fff_ffff).contains(perMetre) {
            png.append("pHYs", bigEndian(perMetre) + bigEndian(perMetre) + [1])
        }
        // One IDAT holds up to 2³¹ − 1 bytes.
        for start in stride(from: 0, to: data.count, by: 0x7fff_ffff) {
            let end = min(start + 0x7fff_ffff, data.count)
            png.append("IDAT", UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(data)[start..<end]))
        }
        png.append("IEND", [])
        return png.bytes
    }

    /// The zlib stream of the filtered rows; the caller frees it.
    private func compress(
        _ buffer: PixelBuffer, _ layout: PixelLayout
    ) throws(RasterError) -> UnsafeMutableRawBufferPointer {
        let failure = RasterError(.outOfMemory, width: buffer.width, height: buffer.height)
        let count = ScanlineWriter.byteCount(of: buffer, in: layout)
        // malloc and not `allocate`: the size comes from a file, so running out is not a programming error.
        guard let rows = allocate(count) else { throw failure }
        defer { release(rows) }
        ScanlineWriter(layout: layout).write(buffer, to: rows.assumingMemoryBound(to: UInt8.self))

        guard let compressor = libdeflate_alloc_compressor(Self.level) else { throw failure }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, count)
        guard let out = allocate(bound) else { throw failure }
        // "Returns 0 if the data could not be compressed to out_nbytes_avail bytes or fewer": not below the bound.
        let written = libdeflate_zlib_compress(compressor, rows, count, out, bound)
        precondition(written > 0, "libdeflate exceeded its own bound.")
        return UnsafeMutableRawBufferPointer(start: out, count: written)
    }
}
