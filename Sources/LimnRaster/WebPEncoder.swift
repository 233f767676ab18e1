// SPDX-License-Identifier: GPL-3.0-or-later

internal import CWebP
public import LimnPictures

/// An encoder for lossy WebP with lossless alpha that uses libwebp. Encoding is deterministic.
///
/// WebP cannot record a resolution.
public struct WebPEncoder: Sendable {
    /// The quality of the colors, 1…100, on libwebp's scale.
    public var quality: Int
    /// A comment near the start of the file, in a chunk `LIMN`, in ASCII; nil for none.
    public var stamp: String?

    /// libwebp's method, 0…6. For pages of text and maps at 150 dpi, method 2 takes less than half the time of
    /// libwebp's default, 4, and produces 2 % more bytes. Method 1 takes four fifths of the time of method 2 and
    /// produces 15 % more bytes.
    static let effort: Int32 = 2

    /// Makes an encoder.
    ///
    /// - Parameter quality: the quality, 1…100.
    public init(quality: Int = PictureEncoder.standardQuality) {
        precondition((1...100).contains(quality), "quality is 1…100")
        self.quality = quality
    }

    /// Encodes a picture.
    ///
    /// - Returns: the bytes of a WebP file (RFC 9649).
    /// - Throws: ``RasterError`` with `unsupportedSize` if a side exceeds 16,383 pixels, with `outOfMemory`, or with
    ///   `unencodable`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        guard PictureFormat.webp.sides.contains(max(buffer.width, buffer.height)) else {
            throw RasterError(.unsupportedSize, buffer, format: .webp)
        }
        var config = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
            throw RasterError(.unencodable, buffer)
        }
        config.quality = Float(quality)
        config.method = Self.effort
        picture.width = Int32(buffer.width)
        picture.height = Int32(buffer.height)
        defer { WebPPictureFree(&picture) }
        guard Self.fill(&picture, with: buffer) else { throw RasterError(.outOfMemory, buffer) }

        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        let done = withUnsafeMutablePointer(to: &writer) { writer in
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            picture.writer = WebPMemoryWrite
            return WebPEncode(&config, &picture) != 0
        }
        guard done else {
            let isMemory = [VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY]
                .contains { $0 == picture.error_code }
            throw RasterError(isMemory ? .outOfMemory : .unencodable, buffer)
        }
        return stamped(Array(UnsafeBufferPointer(start: writer.mem, count: writer.size)), buffer)
    }

    /// Returns the file with the stamp inserted before the image data. Only files that start with a VP8X chunk may
    /// contain other chunks (RFC 9649, 2.7).
    private func stamped(_ file: [UInt8], _ buffer: PixelBuffer) -> [UInt8] {
        guard let stamp else { return file }
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            let padding: [UInt8] = bytes.count % 2 == 0 ? [] : [0]
            return Array(name.utf8) + Self.littleEndian(bytes.count, 4) + bytes + padding
        }
        let mark = chunk("LIMN", Array(stamp.utf8))
        let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
        let header =
            isExtended
            ? Array(file[12..<30])
            : chunk(
                "VP8X",
                [0, 0, 0, 0] + Self.littleEndian(buffer.width - 1, 3) + Self.littleEndian(buffer.height - 1, 3))
        let body = header + mark + file[(isExtended ? 30 : 12)...]
        return Array("RIFF".utf8) + Self.littleEndian(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Passes the unpremultiplied pixels to libwebp. Returns false if there is not enough memory.
    private static func fill(_ picture: inout WebPPicture, with buffer: PixelBuffer) -> Bool {
        guard buffer.hasAlpha else {
            return WebPPictureImportBGRX(
                &picture, buffer.base.assumingMemoryBound(to: UInt8.self), Int32(buffer.stride)) != 0
        }
        var straight = [UInt8](repeating: 0, count: 4 * buffer.width * buffer.height)
        return straight.withUnsafeMutableBufferPointer { out in
            for y in 0..<buffer.height {
                PixelLayout.rgba.unpack(
                    buffer.row(y), count: buffer.width, to: out.baseAddress! + 4 * buffer.width * y)
            }
            return WebPPictureImportRGBA(&picture, out.baseAddress, Int32(4 * buffer.width)) != 0
        }
    }
}

/// The libwebp library, which ``WebPEncoder`` uses.
public enum WebPLibrary {
    /// The loaded version, such as `1.2.4`.
    public static var version: String {
        let number = WebPGetEncoderVersion()
        return "\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }
}
