// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnInk

/// Makes PNG files (ISO/IEC 15948) from pixels, for formats that store pictures as pixels.
enum PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// The maximum number of pixels of a picture.
    static let maximumPixels = 64 << 20

    /// Makes a picture from red, green, blue and alpha; nil if the number of bytes does not fit the size.
    ///
    /// - Parameter pixels: four bytes for each pixel, row by row, with alpha not multiplied into the colors.
    static func rgba(_ pixels: [UInt8], width: Int, height: Int) -> PictureData? {
        pixels.withUnsafeBytes { make($0, width: width, height: height, bytesPerPixel: 4, kind: 6) }
    }

    /// Makes a picture from gray levels with alpha; nil if the number of pixels does not fit the size.
    ///
    /// - Parameter pixels: 0 for transparent pixels, and ``opaque(_:)`` for others, row by row.
    static func gray(_ pixels: [UInt16], width: Int, height: Int) -> PictureData? {
        pixels.withUnsafeBytes { make($0, width: width, height: height, bytesPerPixel: 2, kind: 4) }
    }

    /// Returns an opaque pixel of a gray level for ``gray(_:width:height:)``.
    static func opaque(_ gray: UInt8) -> UInt16 { UInt16(bigEndian: UInt16(gray) << 8 | 0xff) }

    private static func make(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerPixel: Int, kind: UInt8
    ) -> PictureData? {
        guard width > 0, height > 0, width <= maximumPixels / height, pixels.count == width * height * bytesPerPixel
        else { return nil }
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            rows.append(
                contentsOf: UnsafeRawBufferPointer(
                    rebasing: pixels[(row * width * bytesPerPixel)..<((row + 1) * width * bytesPerPixel)]))
        }
        var bytes = signature
        add("IHDR", number(width) + number(height) + [8, kind, 0, 0, 0], to: &bytes)
        add("IDAT", Deflate.compress(rows, as: .zlib), to: &bytes)
        add("IEND", [], to: &bytes)
        return PictureData(bytes, format: .png)
    }

    private static func add(_ name: String, _ body: [UInt8], to bytes: inout [UInt8]) {
        let chunk = Array(name.utf8) + body
        bytes += number(body.count) + chunk
        bytes += number(Int(CRC32.checksum(chunk)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        let value = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
