// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Reads images of a document (ISO 32000-2, 8.9.5).
enum ImageReader {
    /// The maximum number of pixels of a decoded image.
    private static let pixelLimit = 32_000_000

    /// Reads an image with its mask. JPEG data of an image without masks and other settings is returned unchanged.
    static func read(
        _ image: PDFObject, _ budget: inout AnnotationBudget
    ) throws(FoundPicture.Unreadable) -> FoundPicture.Source {
        if let jpeg = try jpeg(image, &budget) { return .jpeg(jpeg) }
        let samples = try ImageSamples(image, pixelLimit: pixelLimit, &budget)
        var rgba = samples.colors
        try Masking(image, samples, pixelLimit: pixelLimit, &budget).apply(to: &rgba)
        return .pixels(width: samples.width, height: samples.height, rgba: rgba)
    }

    private static func jpeg(
        _ image: PDFObject, _ budget: inout AnnotationBudget
    ) throws(FoundPicture.Unreadable) -> [UInt8]? {
        let filter = image["/Filter"]
        let only = filter?.count == 1 ? filter?.item(0) : filter
        guard only?.isName("/DCTDecode") == true, image["/SMask"] == nil, image["/Mask"] == nil else { return nil }
        let count = ImageSpace(image["/ColorSpace"], bits: 8)?.componentCount
        guard count == 1 || count == 3, image["/Decode"] == nil, let data = try? image.rawData() else { return nil }
        guard budget.take(\.pixels, data.count) else { throw FoundPicture.Unreadable("would take too much memory") }
        return data.starts(with: [0xff, 0xd8, 0xff]) ? data : nil
    }
}

/// The decoded components of an image.
struct ImageSamples {
    let width: Int
    let height: Int
    let bits: Int
    let space: ImageSpace
    let bytes: [UInt8]
    let decode: [Double]?
    /// The number of bytes in a row.
    let stride: Int

    init(
        _ image: PDFObject, pixelLimit: Int, _ budget: inout AnnotationBudget
    ) throws(FoundPicture.Unreadable) {
        let isMask = image["/ImageMask"]?.bool == true
        let (width, height) = (image["/Width"]?.int ?? 0, image["/Height"]?.int ?? 0)
        guard width > 0, height > 0, width <= 100_000, height <= 100_000 else {
            throw FoundPicture.Unreadable("shows a picture of \(width) × \(height) pixels, which is not a usable size")
        }
        guard width * height <= pixelLimit, budget.take(\.pixels, width * height) else {
            throw FoundPicture.Unreadable("shows a picture of \(width) × \(height) pixels, which is too large")
        }
        let bits = isMask ? 1 : image["/BitsPerComponent"]?.int ?? 8
        let space = isMask ? .gray : ImageSpace(image["/ColorSpace"], bits: bits)
        guard let space, [1, 2, 4, 8, 16].contains(bits) else {
            throw FoundPicture.Unreadable("shows a picture in colors that are not read", isUnknown: true)
        }
        let stride = (width * space.componentCount * bits + 7) / 8
        guard let data = (try? image.decodedImageData()) ?? nil, data.count >= stride * height else {
            throw FoundPicture.Unreadable("shows a picture that cannot be decoded", isUnknown: true)
        }
        (self.width, self.height, self.bits, self.space, self.stride) = (width, height, bits, space, stride)
        bytes = data
        let numbers = image["/Decode"]?.numbers(2 * space.componentCount)
        let usual = space.usualDecode(bits: bits)
        decode = numbers == usual ? nil : numbers
    }

    /// Returns a component as an unsigned number. Only the upper 8 of 16 bits are used.
    @inline(__always) func raw(_ x: Int, _ y: Int, _ component: Int) -> Int {
        let place = x * space.componentCount + component
        let row = y * stride
        switch bits {
        case 8: return Int(bytes[row + place])
        case 16: return Int(bytes[row + 2 * place])
        default:
            let bit = place * bits
            return Int(bytes[row + bit / 8]) >> (8 - bits - bit % 8) & ((1 << bits) - 1)
        }
    }

    /// The largest value of ``raw(_:_:_:)``.
    var most: Int { bits == 16 ? 255 : (1 << bits) - 1 }

    /// Returns a component in the range 0…255, after applying /Decode.
    @inline(__always) func value(_ x: Int, _ y: Int, _ component: Int) -> Int {
        let raw = raw(x, y, component)
        guard let decode else { return raw * 255 / most }
        let (low, high) = (decode[2 * component], decode[2 * component + 1])
        return Int(clamping: max(0, min(1, low + Double(raw) / Double(most) * (high - low))) * 255 + 0.5)
    }

    /// All pixels, from top to bottom, as four bytes each: red, green, blue, and an alpha of 255.
    var colors: [UInt8] {
        var rgba = [UInt8](repeating: 255, count: width * height * 4)
        let palette = space.palette
        for y in 0..<height {
            for x in 0..<width {
                let out = (y * width + x) * 4
                switch space {
                case .gray:
                    let value = UInt8(clamping: value(x, y, 0))
                    (rgba[out], rgba[out + 1], rgba[out + 2]) = (value, value, value)
                case .rgb:
                    for part in 0..<3 { rgba[out + part] = UInt8(clamping: value(x, y, part)) }
                case .cmyk:
                    let white = 255 - value(x, y, 3)
                    for part in 0..<3 { rgba[out + part] = UInt8((255 - value(x, y, part)) * white / 255) }
                case .indexed:
                    let index = min(raw(x, y, 0), palette.count / 3 - 1)
                    for part in 0..<3 { rgba[out + part] = palette[3 * index + part] }
                }
            }
        }
        return rgba
    }
}
