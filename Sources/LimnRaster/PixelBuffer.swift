// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A picture in memory: rows from top to bottom, with four bytes per pixel in the order blue, green, red, alpha.
///
/// On little-endian machines, this is cairo's format ARGB32 (with alpha) or RGB24 (without), so that cairo can draw
/// into the buffer without a copy. Colors are premultiplied by alpha. Without alpha, the fourth byte is undefined.
///
/// A buffer is shared mutable memory, so two threads must not use it at the same time.
public final class PixelBuffer {
    /// The allowed lengths of a side in pixels. The upper limit is cairo's.
    public static let sides = PictureFormat.memorySides

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of bytes from the start of a row to the next: four times the width, because rows have no padding.
    public let stride: Int
    /// Whether the fourth byte of each pixel is its alpha.
    public let hasAlpha: Bool

    /// A pointer to the first byte of the first row. It is valid for the lifetime of the buffer.
    package let base: UnsafeMutableRawPointer

    /// Makes a buffer of zeros: transparent with alpha, black without. It takes four bytes per pixel.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, within ``sides``.
    ///   - height: the height in pixels, within ``sides``.
    ///   - hasAlpha: whether the fourth byte of each pixel is its alpha.
    /// - Throws: ``RasterError`` with `unsupportedSize` if a side is not within ``sides``, or with `outOfMemory`. The
    ///   sides are checked before anything is allocated.
    public init(width: Int, height: Int, hasAlpha: Bool) throws(RasterError) {
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw RasterError(.unsupportedSize, width: width, height: height)
        }
        guard let base = calloc(height, width * 4) else {
            throw RasterError(.outOfMemory, width: width, height: height)
        }
        self.base = base
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        stride = width * 4
    }

    /// Makes a copy of a buffer, including its pixels.
    ///
    /// - Throws: ``RasterError`` with `outOfMemory`.
    public convenience init(copying other: PixelBuffer) throws(RasterError) {
        try self.init(width: other.width, height: other.height, hasAlpha: other.hasAlpha)
        memcpy(base, other.base, height * stride)
    }

    deinit { free(base) }

    /// Sets every pixel to opaque white.
    public func fillWhite() { memset(base, 0xff, height * stride) }

    /// Composites all pixels over white, which makes them opaque.
    ///
    /// A premultiplied channel never exceeds its alpha, so adding 255 − alpha to all four channels cannot overflow.
    public func compositeOverWhite() {
        let pixels = UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: UInt32.self), count: height * stride / 4)
        for index in pixels.indices {
            let pixel = pixels[index]
            pixels[index] = pixel &+ (255 &- pixel >> 24) &* 0x0101_0101
        }
    }

    /// Calls `body` with the bytes of all rows, `height × stride` in total. The pointer is valid only during the call.
    public func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeMutableRawBufferPointer(start: base, count: height * stride))
    }

    /// The four bytes of a pixel, with its colors premultiplied by alpha.
    ///
    /// - Parameters:
    ///   - x: the column, from 0 at the left.
    ///   - y: the row, from 0 at the top.
    /// - Precondition: the position lies within the picture.
    public subscript(x: Int, y: Int) -> (blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8) {
        get {
            let p = pixel(x, y)
            return (p[0], p[1], p[2], p[3])
        }
        set {
            let p = pixel(x, y)
            (p[0], p[1], p[2], p[3]) = newValue
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "The pixel lies outside the picture.")
        return (base + y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
    }

    /// Whether every pixel is gray and the buffer has no alpha.
    package var isGray: Bool { !hasAlpha && PixelLayout.isGray(self) }

    /// Returns a row as 32-bit pixels: alpha, red, green and blue, from the most to the least significant byte.
    package func pixels(_ y: Int) -> UnsafePointer<UInt32> {
        precondition(y >= 0 && y < height, "The row lies outside the picture.")
        return row(y)
    }

    /// Returns a row as 32-bit pixels, without a bounds check.
    @inline(__always) func row(_ y: Int) -> UnsafePointer<UInt32> {
        UnsafePointer((base + y * stride).assumingMemoryBound(to: UInt32.self))
    }
}
