// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairoPeer
internal import LimnRaster

/// Encodes pixels as `cairo_surface_write_to_png` does, into memory.
func cairoPNG(_ buffer: PixelBuffer) -> [UInt8] {
    buffer.withUnsafeMutableBytes { pixels in
        let surface = cairo_image_surface_create_for_data(
            pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
            buffer.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
            Int32(buffer.width), Int32(buffer.height), Int32(buffer.stride))
        defer { cairo_surface_destroy(surface) }
        var png = [UInt8]()
        png.reserveCapacity(pixels.count)
        let status = withUnsafeMutablePointer(to: &png) { sink in
            cairo_surface_write_to_png_stream(
                surface,
                { sink, bytes, count in
                    guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
                    sink.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, sink)
        }
        precondition(status == CAIRO_STATUS_SUCCESS, "Cairo could not encode the page.")
        return png
    }
}
