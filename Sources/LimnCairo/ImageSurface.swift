// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// A surface over pixel memory that another object owns.
public final class ImageSurface: CairoSurface {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Makes a surface over existing memory in cairo's format ARGB32 (premultiplied) or RGB24.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `stride` bytes, aligned to 4 bytes.
    ///   - stride: The number of bytes from row to row, a multiple of 4 and at least `4 × width`.
    ///   - owner: The object that owns the memory. Cairo retains it for the lifetime of the surface.
    /// - Throws: `unsupportedSize` if a side is not within 1…32,767 or the stride is invalid; `outOfMemory`.
    public init(
        over pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, hasAlpha: Bool, owner: AnyObject
    ) throws(CairoError) {
        let format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        guard (1...32_767).contains(width), (1...32_767).contains(height), Int32(exactly: stride) != nil else {
            // cairo would accept an empty image.
            throw CairoError(CAIRO_STATUS_INVALID_SIZE)
        }
        self.width = width
        self.height = height
        try super.init(
            adopting: cairo_image_surface_create_for_data(
                pixels.assumingMemoryBound(to: UInt8.self), format, Int32(width), Int32(height), Int32(stride)))
        try keepAlive(owner, with: handle)
    }

    /// Moves the drawing origin to a point of the image, in pixels. Call this before creating a context.
    public func setOrigin(x: Double, y: Double) { cairo_surface_set_device_offset(handle, x, y) }

    /// Completes all pending drawing, so that the memory can be read.
    ///
    /// - Throws: The surface's sticky error.
    public func flush() throws(CairoError) {
        cairo_surface_flush(handle)
        try check()
    }

    /// Attaches a JPEG file of this image. PDF surfaces embed it instead of the pixels.
    ///
    /// - Throws: `outOfMemory`.
    public func setJPEG(_ file: [UInt8]) throws(CairoError) {
        // Cairo frees the copy through the destroy function when the surface is destroyed.
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        _ = copy.initialize(from: file)
        let status = cairo_surface_set_mime_data(
            handle, CAIRO_MIME_TYPE_JPEG, copy.baseAddress, UInt(file.count), { $0?.deallocate() }, copy.baseAddress)
        do { try CairoError.check(status) } catch {
            copy.deallocate()
            throw error
        }
    }

    /// Notifies cairo that other code has changed the pixels.
    public func markDirty() { cairo_surface_mark_dirty(handle) }
}
