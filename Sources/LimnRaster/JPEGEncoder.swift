// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPictures
internal import CJPEG

/// Writes pictures as JPEG through libjpeg-turbo: grey where every pixel is grey, YCbCr otherwise, baseline. The same
/// picture gives the same bytes.
public struct JPEGEncoder: Sendable {
    /// How much is kept, 1…100.
    public var quality: Int
    /// The resolution that the file states, in pixels an inch; nil states none.
    public var dpi: Double?
    /// A text that the file carries near its beginning (COM), at most 1,000 bytes of ASCII; nil for none.
    public var stamp: String?

    /// From this quality on colour has the full resolution. Below, it has half of it along both sides, which
    /// photographs hide and coloured letters show.
    static let fullColorQuality = 90

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - quality: how much is kept, 1…100.
    ///   - dpi: the resolution that the file states (JFIF density, rounded to a whole number); a value beyond 1…65,535
    ///     states none.
    public init(quality: Int = PictureEncoder.standardQuality, dpi: Double? = nil) {
        precondition((1...100).contains(quality), "quality is 1…100")
        self.quality = quality
        self.dpi = dpi
    }

    /// Encodes a picture.
    ///
    /// - Throws: `hasAlpha` for a picture with alpha, which JPEG cannot hold; `outOfMemory`, `unencodable`.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        guard !buffer.hasAlpha else { throw RasterError(.hasAlpha, buffer) }
        guard let handle = tjInitCompress() else { throw RasterError(.outOfMemory, buffer) }
        defer { tjDestroy(handle) }
        // From equal red, green and blue libjpeg-turbo makes exactly that grey.
        let isGrey = buffer.isGrey
        let sampling = isGrey ? TJSAMP_GRAY : quality >= Self.fullColorQuality ? TJSAMP_444 : TJSAMP_420
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        // "The buffer is allocated by TurboJPEG where it is NULL, and to be freed with tjFree()", after an error too.
        defer { tjFree(file) }
        let status = tjCompress2(
            handle, buffer.base.assumingMemoryBound(to: UInt8.self), Int32(buffer.width), Int32(buffer.stride),
            Int32(buffer.height), Int32(TJPF_BGRX.rawValue), &file, &count, Int32(sampling.rawValue), Int32(quality),
            TJFLAG_ACCURATEDCT)
        guard status == 0, let file else { throw RasterError(.unencodable, buffer) }
        stateResolution(in: UnsafeMutableBufferPointer(start: file, count: Int(count)))
        return stamped(Array(UnsafeBufferPointer(start: file, count: Int(count))))
    }

    /// Puts the stamp behind the JFIF segment.
    private func stamped(_ file: [UInt8]) -> [UInt8] {
        guard let stamp, file.count > 20, file[2...3] == [0xff, 0xe0] else { return file }
        let text = Array(stamp.utf8.prefix(1000))
        let length = UInt16(text.count + 2)
        return file[..<20] + [0xff, 0xfe, UInt8(length >> 8), UInt8(length & 255)] + text + file[20...]
    }

    /// Writes the density into the JFIF segment, which TurboJPEG puts first and leaves without one.
    private func stateResolution(in file: UnsafeMutableBufferPointer<UInt8>) {
        guard let dpi, let density = UInt16(exactly: dpi.rounded()), density > 0 else { return }
        let start: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8)
        guard file.count > 18, file.starts(with: start) else { return }
        file[13] = 1  // dots an inch
        for at in [14, 16] {
            file[at] = UInt8(density >> 8)
            file[at + 1] = UInt8(density & 255)
        }
    }
}

/// The library behind ``JPEGEncoder``.
public enum JPEGLibrary {
    /// The version of libjpeg-turbo that Limn was built with, such as `2.1.5`.
    public static var version: String {
        let number = Int(LIBJPEG_TURBO_VERSION_NUMBER)
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }
}
