// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnRaster

/// Chooses how the picture of a page is stored.
///
/// What is black and white only takes one bit a pixel. Other pictures are stored exactly, as a PNG's stream, unless a
/// JPEG is less than half as large; a picture of few colours never is one. So text and drawings stay exact, and
/// photographs and scans become JPEGs.
struct RasterCoding {
    /// How much a JPEG keeps, 1…100.
    var quality: Int

    /// A picture with at most this many colours is never a JPEG.
    static let fewColors = 64
    /// How many times as large as its JPEG a picture of many colours may be and still be stored exactly.
    static let worth = 2

    /// A picture without alpha in the form that is best for its content.
    ///
    /// - Throws: `RasterError`.
    func code(_ buffer: PixelBuffer) throws(RasterError) -> PagePicture {
        let count = buffer.countColors(limit: Self.fewColors)
        if count.isBlackAndWhite {
            return PagePicture(width: buffer.width, height: buffer.height, rows: buffer.packedBits())
        }
        let stream = PNGStream(try PNGEncoder().encode(buffer))
        var picture = PagePicture(
            width: buffer.width, height: buffer.height, channels: stream.isGrey ? .grey : .rgb, coding: .png,
            data: stream.data)
        guard count.colors > Self.fewColors else { return picture }
        let jpeg = try JPEGEncoder(quality: quality).encode(buffer)
        if jpeg.count * Self.worth < stream.data.count { (picture.coding, picture.data) = (.jpeg, jpeg) }
        return picture
    }
}

/// The compressed rows of a PNG file, which /FlateDecode reads as they are.
struct PNGStream {
    let isGrey: Bool
    private(set) var data: [UInt8] = []

    /// Takes apart a file of our own encoder: chunks of length, name, content and checksum behind 8 bytes.
    init(_ file: [UInt8]) {
        // The colour type stands in IHDR, the first chunk, behind both sides and the depth.
        isGrey = file[8 + 8 + 9] == 0
        data.reserveCapacity(file.count)
        var place = 8
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            if file[place + 4..<place + 8].elementsEqual("IDAT".utf8) { data += file[place + 8..<place + 8 + length] }
            place += 12 + length
        }
    }
}

extension PixelBuffer {
    /// The number of colours, or one more than a limit where there are more.
    func countColors(limit: Int) -> (colors: Int, isBlackAndWhite: Bool) {
        let found = withUnsafeMutableBytes { bytes in
            var found: Set<UInt32> = []
            var last: UInt32?
            for pixel in bytes.bindMemory(to: UInt32.self) {
                let color = pixel & 0xff_ffff
                if color == last { continue }
                last = color
                if found.insert(color).inserted, found.count > limit { break }
            }
            return found
        }
        return (found.count, found.isSubset(of: [0, 0xff_ffff]))
    }

    /// The rows of a black and white picture with one bit a pixel, 1 for white.
    func packedBits() -> [UInt8] {
        let rowSize = (width + 7) / 8
        var rows = [UInt8](repeating: 0, count: rowSize * height)
        withUnsafeMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            for y in 0..<height {
                for x in 0..<width where pixels[y * width + x] & 1 != 0 {
                    rows[y * rowSize + x / 8] |= 0x80 >> UInt8(x % 8)
                }
            }
        }
        return rows
    }
}
