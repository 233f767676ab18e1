// SPDX-License-Identifier: GPL-3.0-or-later

/// The description of a picture: `info.json` (IIIF Image API 3.0, 5).
struct ImageInformation: Encodable, Sendable {
    /// The address of the JSON-LD context.
    static let context = "http://iiif.io/api/image/3/context.json"

    struct Size: Encodable, Sendable {
        let width: Int
        let height: Int
    }

    struct Tiles: Encodable, Sendable {
        let width: Int
        let scaleFactors: [Int]
    }

    let id: String
    let type = "ImageService3"
    let `protocol` = "http://iiif.io/api/image"
    let profile = "level2"
    let width: Int
    let height: Int
    let maxWidth = ImageLimits.standard.side
    let maxHeight = ImageLimits.standard.side
    let maxArea = ImageLimits.standard.area
    let sizes: [Size]
    let tiles: [Tiles]
    let preferredFormats = ["png", "webp", "jpg"]
    let extraFormats = ["webp"]
    let extraQualities = ["color", "gray", "bitonal"]
    let extraFeatures = ["mirroring", "sizeUpscaling"]
    private let words = Self.context

    /// The side of a tile in pixels.
    private static let tile = 512

    init(of image: PageImage, at address: String) {
        id = address
        (width, height) = (image.width, image.height)
        var factors = [1]
        while let last = factors.last, last < 1 << 10, max(width, height) > Self.tile * last {
            factors.append(2 * last)
        }
        tiles = [Tiles(width: Self.tile, scaleFactors: factors)]
        let (width, height) = (width, height)
        sizes = factors.reversed().compactMap { factor in
            let (wide, high) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
            return ImageLimits.standard.allow(width: Double(wide), height: Double(high))
                ? Size(width: wide, height: high) : nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case words = "@context"
        case id, type, `protocol`, profile, width, height, maxWidth, maxHeight, maxArea, sizes, tiles, preferredFormats
        case extraFormats, extraQualities, extraFeatures
    }
}
