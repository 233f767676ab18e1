// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPictures
internal import CWebP

/// Writes pictures as lossy WebP through libwebp, with lossless alpha where the picture has it. The same picture gives
/// the same bytes. WebP has no place for a resolution.
public struct WebPEncoder: Sendable {
    /// How much is kept, 1…100.
    public var quality: Int
    /// A text that the file carries near its beginning (a chunk LIMN), in ASCII; nil for none.
    public var stamp: String?

    /// libwebp's effort, 0…6. On pages of text and maps at 150 dpi, 2 takes under half the time of libwebp's own 4 for
    /// 2 % more bytes; 1 takes four fifths of the time of 2 for 15 % more.
    static let effort: Int32 = 2

    /// Makes an encoder.
    ///
    /// - Parameter quality: how much is kept, 1…100.
    public init(quality: Int = PictureEncoder.standardQuality) {
        precondition((1...100).contains(quality), "quality is 1…100")
        self.quality = quality
    }

    /// Encodes a picture.
    ///
    /// - Throws: `unsupportedSize` for a side above 16,383 pixels, `outOfMemory`, `unencodable`.
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

    /// Puts the stamp before the picture. Only files that begin with VP8X may hold other chunks (RFC 9649, 2.7).
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

    /// Gives libwebp the pixels, with colours divided by alpha; false where there is no memory.
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

/// The library behind ``WebPEncoder``.
public enum WebPLibrary {
    /// The version of libwebp that is loaded, such as `1.2.4`.
    public static var version: String {
        let number = WebPGetEncoderVersion()
        return "\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }
}
