// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJPEG
public import LimnPictures

/// An encoder for baseline JPEG that uses libjpeg-turbo. Its output is grayscale if every pixel is gray, YCbCr
/// otherwise.
///
/// Encoding is deterministic.
public struct JPEGEncoder: Sendable {
    /// The quality, 1…100, on libjpeg's scale. From 90 on, color has the full resolution (4:4:4); below 90, it has
    /// half the resolution in both directions (4:2:0).
    public var quality: Int
    /// The resolution recorded in the file, in pixels per inch; nil for none.
    public var dpi: Double?
    /// A comment (COM) near the start of the file, in ASCII; nil for none. Only its first 1,000 bytes are written.
    public var stamp: String?

    /// The lowest quality without chroma subsampling (4:4:4). Below it, chroma is subsampled (4:2:0), which is visible
    /// at the edges of colored letters but not in photographs.
    static let fullColorQuality = 90

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - quality: the quality, 1…100.
    ///   - dpi: the resolution recorded in the file, in pixels per inch (JFIF density, rounded to an integer). A value
    ///     outside 1…65,535 is not recorded.
    public init(quality: Int = PictureEncoder.standardQuality, dpi: Double? = nil) {
        precondition((1...100).contains(quality), "quality is 1…100")
        self.quality = quality
        self.dpi = dpi
    }

    /// Encodes a picture.
    ///
    /// - Returns: the bytes of a JFIF file.
    /// - Throws: ``RasterError`` with `hasAlpha` if the picture has alpha, which JPEG does not support, with
    ///   `outOfMemory`, or with `unencodable`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        guard !buffer.hasAlpha else { throw RasterError(.hasAlpha, buffer, format: .jpeg) }
        guard let handle = tjInitCompress() else { throw RasterError(.outOfMemory, buffer) }
        defer { tjDestroy(handle) }
        // libjpeg-turbo converts equal red, green and blue values to exactly the same gray value.
        let isGray = buffer.isGray
        let sampling = isGray ? TJSAMP_GRAY : quality >= Self.fullColorQuality ? TJSAMP_444 : TJSAMP_420
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        // TurboJPEG allocates the buffer if the pointer is NULL. The caller must free it with tjFree(), even after an
        // error.
        defer { tjFree(file) }
        let status = tjCompress2(
            handle, buffer.base.assumingMemoryBound(to: UInt8.self), Int32(buffer.width), Int32(buffer.stride),
            Int32(buffer.height), Int32(TJPF_BGRX.rawValue), &file, &count, Int32(sampling.rawValue), Int32(quality),
            TJFLAG_ACCURATEDCT)
        guard status == 0, let file else { throw RasterError(.unencodable, buffer) }
        setResolution(in: UnsafeMutableBufferPointer(start: file, count: Int(count)))
        return stamped(Array(UnsafeBufferPointer(start: file, count: Int(count))))
    }

    /// Returns the file with the stamp inserted after the JFIF segment.
    private func stamped(_ file: [UInt8]) -> [UInt8] {
        guard let stamp, file.count > 20, file[2...3] == [0xff, 0xe0] else { return file }
        let text = Array(stamp.utf8.prefix(1000))
        let length = UInt16(text.count + 2)
        return file[..<20] + [0xff, 0xfe, UInt8(length >> 8), UInt8(length & 255)] + text + file[20...]
    }

    /// Writes the density into the JFIF segment. TurboJPEG writes this segment first, without a density.
    private func setResolution(in file: UnsafeMutableBufferPointer<UInt8>) {
        guard let dpi, let density = UInt16(exactly: dpi.rounded()), density > 0 else { return }
        let start: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8)
        guard file.count > 18, file.starts(with: start) else { return }
        file[13] = 1  // dots per inch
        for at in [14, 16] {
            file[at] = UInt8(density >> 8)
            file[at + 1] = UInt8(density & 255)
        }
    }
}

/// The libjpeg-turbo library, which ``JPEGEncoder`` uses.
public enum JPEGLibrary {
    /// The version that Limn was built with, such as `2.1.5`.
    public static var version: String {
        let number = Int(LIBJPEG_TURBO_VERSION_NUMBER)
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }
}
