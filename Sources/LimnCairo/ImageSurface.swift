// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// A surface over pixels in memory that somebody else owns.
public final class ImageSurface: CairoSurface {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Makes a surface that draws into existing memory, in cairo's format ARGB32 (premultiplied) or RGB24.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `stride` bytes, aligned to 4 bytes.
    ///   - stride: bytes from row to row, a multiple of 4 and at least `4 × width`.
    ///   - owner: the object that keeps the memory; cairo holds on to it as long as it may draw.
    /// - Throws: `unsupportedSize` when a side is not within 1…32,767 or the stride does not fit; `outOfMemory`.
    public init(
        over pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, hasAlpha: Bool, owner: AnyObject
    ) throws(CairoError) {
        let format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        guard (1...32_767).contains(width), (1...32_767).contains(height), Int32(exactly: stride) != nil else {
            // cairo accepts empty images; nobody wants one.
            throw CairoError(CAIRO_STATUS_INVALID_SIZE)
        }
        self.width = width
        self.height = height
        try super.init(
            adopting: cairo_image_surface_create_for_data(
                pixels.assumingMemoryBound(to: UInt8.self), format, Int32(width), Int32(height), Int32(stride)))
        try keepAlive(owner, with: handle)
    }

    /// Places the origin of drawing at a pixel of the memory; only before any context is made.
    public func setOrigin(x: Double, y: Double) { cairo_surface_set_device_offset(handle, x, y) }

    /// Brings everything that was drawn into the memory and reports what went wrong on the way.
    ///
    /// - Throws: the surface's sticky error.
    public func flush() throws(CairoError) {
        cairo_surface_flush(handle)
        try check()
    }

    /// Gives a PDF surface that this picture is drawn on a JPEG of it, to write instead of its pixels.
    ///
    /// - Throws: `outOfMemory`.
    public func setJPEG(_ file: [UInt8]) throws(CairoError) {
        // "The data is released with the destroy function", by whoever holds the surface last.
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        _ = copy.initialize(from: file)
        let status = cairo_surface_set_mime_data(
            handle, CAIRO_MIME_TYPE_JPEG, copy.baseAddress, UInt(file.count), { $0?.deallocate() }, copy.baseAddress)
        do { try CairoError.check(status) } catch {
            copy.deallocate()
            throw error
        }
    }

    /// Tells cairo that the memory was changed behind its back.
    public func markDirty() { cairo_surface_mark_dirty(handle) }
}
