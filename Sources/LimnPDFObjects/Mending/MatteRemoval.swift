// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Takes the color out of a picture with which it was blended beforehand: the /Matte of its soft mask (ISO 32000-2,
/// 11.6.5.2).
struct MatteRemoval {
    private let image: PDFObject
    private let mask: PDFObject
    private let matte: [Double]
    private let size: Int

    /// The maximum number of bytes of a picture.
    private static let sizeLimit = 64 << 20

    /// Finds out whether a picture has a soft mask of the same size with a /Matte; nil if not.
    init?(_ image: PDFObject) {
        guard let mask = image["/SMask"], mask.isStream, let matte = mask["/Matte"]?.items.compactMap(\.number),
            let width = image["/Width"]?.int, let height = image["/Height"]?.int, width > 0, height > 0,
            mask["/Width"]?.int == width, mask["/Height"]?.int == height,
            image["/BitsPerComponent"]?.int ?? 8 == 8, mask["/BitsPerComponent"]?.int == 8,
            let count = image["/ColorSpace"]?.componentCount, matte.count == count,
            width <= Self.sizeLimit / height / count, image["/Decode"] == nil, mask["/Decode"] == nil
        else { return nil }
        (self.image, self.mask, self.matte, size) = (image, mask, matte, width * height)
    }

    /// Replaces the colors of the picture.
    func run() throws(PDFObjectsError) {
        guard let alpha = try mask.decodedImageData(), alpha.count == size,
            var colors = try image.decodedImageData(), colors.count == size * matte.count
        else { return }
        for pixel in 0..<size {
            let share = Double(alpha[pixel]) / 255
            guard share > 0, share < 1 else { continue }
            for (component, matte) in matte.enumerated() {
                let place = pixel * self.matte.count + component
                let color = matte + (Double(colors[place]) / 255 - matte) / share
                colors[place] = UInt8(clamping: max(0, min(1, color)) * 255 + 0.5)
            }
        }
        try image.replaceData(StreamData(colors, level: 1))
        try mask.dictionary?.remove("/Matte")
    }
}
