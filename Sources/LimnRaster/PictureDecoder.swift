// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJPEG
internal import CPNG

/// A decoder for PNG and JPEG files, which may be damaged or malicious.
///
/// The decoder compares the size in the file's header with its limit before it allocates pixels. Before that, it
/// allocates only the memory that libjpeg-turbo and libpng need to read the header.
public struct PictureDecoder: Sendable {
    /// The maximum number of pixels, width times height, of a decoded picture.
    public var pixelLimit: Int

    /// Makes a decoder.
    ///
    /// - Parameter pixelLimit: the maximum number of pixels. A buffer takes four bytes per pixel.
    public init(pixelLimit: Int) { self.pixelLimit = pixelLimit }

    /// Decodes a PNG file with libpng.
    ///
    /// All color types and bit depths are converted to 8 bits per channel. ICC profiles are not applied. The result
    /// has alpha if the file has an alpha channel or a tRNS chunk.
    ///
    /// - Parameter file: the bytes of the whole file.
    /// - Returns: the picture, with colors premultiplied by alpha.
    /// - Throws: ``RasterError`` with `tooManyPixels` or `unsupportedSize` if the picture is too large, with
    ///   `outOfMemory`, or with `undecodable` if the file is damaged, truncated or not a PNG.
    public func decodePNG(_ file: [UInt8]) throws(RasterError) -> PixelBuffer {
        let head = try Self.reading(file) { image throws(RasterError) in
            (Int(image.width), Int(image.height), image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0)
        }
        try check(head.0, head.1)
        let buffer = try PixelBuffer(width: head.0, height: head.1, hasAlpha: head.2)
        let isRead = try Self.reading(file) { image throws(RasterError) in
            image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_ALPHA)
            return png_image_finish_read(&image, nil, buffer.base, Int32(buffer.stride), nil) != 0
        }
        guard isRead else { throw RasterError(.undecodable, width: head.0, height: head.1) }
        if head.2 { buffer.premultiply() }
        return buffer
    }

    /// Reads the header of a file and calls `body` with the result.
    private static func reading<Result>(
        _ file: [UInt8], _ body: (inout png_image) throws(RasterError) -> Result
    ) throws(RasterError) -> Result {
        let result = file.withUnsafeBytes { bytes in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            // This frees libpng's memory in every case; freeing it twice is harmless.
            defer { png_image_free(&image) }
            return Swift.Result { () throws(RasterError) in
                guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                    throw RasterError(.undecodable, width: 0, height: 0)
                }
                return try body(&image)
            }
        }
        return try result.get()
    }

    /// Decodes a JPEG file with libjpeg-turbo, in its stored orientation. The caller applies the Exif orientation.
    ///
    /// Gray, YCbCr and CMYK files are converted to RGB without alpha. CMYK is converted without its profile. If the
    /// file is truncated, the available part is decoded, and libjpeg-turbo fills in the rest.
    ///
    /// - Parameters:
    ///   - file: the bytes of the whole file.
    ///   - wanted: the minimum width and height in pixels that the caller needs. A larger picture may be decoded at a
    ///     half, a quarter or an eighth of its width and height, which is several times faster.
    /// - Throws: ``RasterError`` with `tooManyPixels` or `unsupportedSize` if the decoded picture is too large, with
    ///   `outOfMemory`, or with `undecodable`.
    public func decodeJPEG(_ file: [UInt8], atLeast wanted: Int = .max) throws(RasterError) -> PixelBuffer {
        guard let handle = tjInitDecompress() else { throw RasterError(.outOfMemory, width: 0, height: 0) }
        defer { tjDestroy(handle) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard
            tjDecompressHeader3(handle, file, UInt(file.count), &width, &height, &sampling, &space) == 0
        else { throw RasterError(.undecodable, width: 0, height: 0) }
        var reduction = 1
        while reduction < 8, min(Int(width), Int(height)) / (2 * reduction) >= wanted { reduction *= 2 }
        // libjpeg-turbo rounds sizes up.
        let (w, h) = ((Int(width) + reduction - 1) / reduction, (Int(height) + reduction - 1) / reduction)
        try check(w, h)
        let buffer = try PixelBuffer(width: w, height: h, hasAlpha: false)
        let isCMYK = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
        let status = tjDecompress2(
            handle, file, UInt(file.count), buffer.base.assumingMemoryBound(to: UInt8.self), Int32(w),
            Int32(buffer.stride), Int32(h), Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_BGRX.rawValue), 0)
        // libjpeg-turbo decodes a truncated file as far as possible and reports a warning.
        guard status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue else {
            throw RasterError(.undecodable, width: w, height: h)
        }
        if isCMYK { buffer.convertInvertedCMYK() }
        return buffer
    }

    private func check(_ width: Int, _ height: Int) throws(RasterError) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, count <= pixelLimit else {
            throw RasterError(.tooManyPixels, width: width, height: height)
        }
    }
}

extension PixelBuffer {
    private func forEachPixel(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        for y in 0..<height {
            let row = (base + y * stride).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width { body(row + 4 * x) }
        }
    }

    /// Multiplies the colors by their alpha.
    fileprivate func premultiply() {
        forEachPixel { pixel in
            let alpha = Int(pixel[3])
            if alpha == 255 { return }
            for part in 0..<3 { pixel[part] = UInt8((Int(pixel[part]) * alpha + 127) / 255) }
        }
    }

    /// Converts the inverted CMYK of a JPEG to RGB. Adobe's programs store CMYK inverted.
    fileprivate func convertInvertedCMYK() {
        forEachPixel { pixel in
            let (c, m, y, k) = (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]), Int(pixel[3]))
            pixel[0] = UInt8(y * k / 255)
            pixel[1] = UInt8(m * k / 255)
            pixel[2] = UInt8(c * k / 255)
        }
    }
}
