// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The requested region of an image (IIIF Image API 3.0, 4.1).
enum ImageRegion: Hashable, Sendable {
    /// The whole image.
    case full
    /// The centered square whose side equals the shorter side of the image.
    case square
    /// A rectangle in pixels of the whole image.
    case pixels(x: Int, y: Int, width: Int, height: Int)
    /// A rectangle in percent of the whole image.
    case percent(x: Double, y: Double, width: Double, height: Double)

    /// Parses a region.
    ///
    /// - Throws: ``Problem`` with status 400.
    init(_ text: String) throws(Problem) {
        if text == "full" {
            self = .full
        } else if text == "square" {
            self = .square
        } else if text.hasPrefix("pct:"), let n = ImageNumber.list(text.dropFirst(4), 4, { ImageNumber.decimal($0) }) {
            self = .percent(x: n[0], y: n[1], width: n[2], height: n[3])
        } else if let n = ImageNumber.list(text, 4, { ImageNumber.whole($0) }) {
            self = .pixels(x: n[0], y: n[1], width: n[2], height: n[3])
        } else {
            throw .picture("The region is neither full, square, x,y,w,h nor pct:x,y,w,h.", "region")
        }
    }

    /// Returns the region in pixels, clipped to the image.
    ///
    /// - Parameters:
    ///   - width: the width of the whole image in pixels.
    ///   - height: the height of the whole image in pixels.
    /// - Throws: ``Problem`` with status 400 if the region does not overlap the image.
    func resolved(width: Int, height: Int) throws(Problem) -> PixelRegion {
        var region: PixelRegion
        switch self {
        case .full: region = PixelRegion(x: 0, y: 0, width: width, height: height)
        case .square:
            let side = min(width, height)
            region = PixelRegion(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
        case .pixels(let x, let y, let wide, let high): region = PixelRegion(x: x, y: y, width: wide, height: high)
        case .percent(let x, let y, let wide, let high):
            func share(_ percent: Double, _ length: Int) -> Int {
                Int(clamping: (min(percent, 1000) / 100 * Double(length)).rounded())
            }
            region = PixelRegion(
                x: share(x, width), y: share(y, height), width: share(wide, width), height: share(high, height))
        }
        region.width = min(region.width, width - region.x)
        region.height = min(region.height, height - region.y)
        guard region.width > 0, region.height > 0 else {
            throw .picture("The region is outside the picture.", "region")
        }
        return region
    }
}

/// A region in pixels of the whole image.
struct PixelRegion: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}
