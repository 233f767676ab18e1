// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures

/// An encoder for Netpbm's PPM (“P6”): a short head, then three bytes per pixel, uncompressed. Programs that want only
/// the pixels read it faster than compressed formats. Encoding is deterministic.
///
/// PPM cannot record a resolution.
public struct PPMEncoder: Sendable {
    /// A comment in the head, in ASCII, on one line; nil for none.
    public var stamp: String?

    /// Makes an encoder.
    public init() {}

    /// Encodes a picture.
    ///
    /// - Returns: the bytes of a PPM file.
    /// - Throws: ``RasterError`` with `hasAlpha` if the picture has alpha, which PPM does not support.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        guard !buffer.hasAlpha else { throw RasterError(.hasAlpha, buffer, format: .ppm) }
        // The size comes first, so that a reader of the first 32 bytes finds it.
        var head = "P6\n\(buffer.width) \(buffer.height)\n"
        if let stamp { head += "# \(stamp)\n" }
        head += "255\n"
        let row = PixelLayout.rgb.bytesPerPixel * buffer.width
        let count = head.utf8.count + row * buffer.height
        return [UInt8](unsafeUninitializedCapacity: count) { file, written in
            _ = file.update(fromContentsOf: head.utf8)
            guard var out = file.baseAddress?.advanced(by: head.utf8.count) else { return }
            for y in 0..<buffer.height {
                PixelLayout.rgb.unpack(buffer.row(y), count: buffer.width, to: out)
                out += row
            }
            written = count
        }
    }
}
