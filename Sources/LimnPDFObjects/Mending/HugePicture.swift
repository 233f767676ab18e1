// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture with more pixels on a side than cairo can draw. It is replaced by a smaller one.
struct HugePicture {
    private let image: PDFObject
    private let width: Int
    private let height: Int
    /// The number of bits of a pixel: 1, or a multiple of 8.
    private let bits: Int

    /// The largest side of a picture that cairo draws, in pixels.
    static let sideLimit = 32_767
    /// The maximum number of bytes of a picture that is reduced.
    private static let sizeLimit = 96 << 20

    /// Whether an image is too large for cairo.
    static func isHuge(_ image: PDFObject) -> Bool {
        max(image["/Width"]?.int ?? 0, image["/Height"]?.int ?? 0) > sideLimit
    }

    /// Reads the size of a picture; nil if it is not too large, or cannot be reduced.
    init?(_ image: PDFObject) {
        guard Self.isHuge(image), let width = image["/Width"]?.int, let height = image["/Height"]?.int, width > 0,
            height > 0
        else { return nil }
        let depth = image["/ImageMask"]?.bool == true ? 1 : image["/BitsPerComponent"]?.int ?? 8
        let isIndexed = ["Indexed", "I"].contains(image["/ColorSpace"]?.item(0)?.name ?? "")
        let count = depth == 1 || isIndexed ? 1 : image["/ColorSpace"]?.componentCount ?? 0
        guard count > 0, depth == 1 || depth == 8, (width + 7) / 8 <= Self.sizeLimit / height / (depth * count) else {
            return nil
        }
        (self.image, self.width, self.height, bits) = (image, width, height, depth * count)
    }

    /// Leaves out rows and columns of the picture.
    func run() throws(PDFObjectsError) {
        let stride = (width * bits + 7) / 8
        guard let data = try image.decodedImageData(), data.count >= stride * height else { return }
        let across = (width + Self.sideLimit - 1) / Self.sideLimit
        let down = (height + Self.sideLimit - 1) / Self.sideLimit
        let (newWidth, newHeight) = (width / across, height / down)
        let newStride = (newWidth * bits + 7) / 8
        var reduced = [UInt8](repeating: 0, count: newStride * newHeight)
        for row in 0..<newHeight {
            let (from, to) = (row * down * stride, row * newStride)
            for column in 0..<newWidth {
                let place = column * across
                if bits == 1 {
                    let bit = data[from + place / 8] >> UInt8(7 - place % 8) & 1
                    reduced[to + column / 8] |= bit << UInt8(7 - column % 8)
                } else {
                    for byte in 0..<(bits / 8) {
                        reduced[to + column * bits / 8 + byte] = data[from + place * bits / 8 + byte]
                    }
                }
            }
        }
        try image.replaceData(StreamData(reduced, level: 1))
        try image.set("/Width", try image.file.newInteger(newWidth))
        try image.set("/Height", try image.file.newInteger(newHeight))
    }
}
