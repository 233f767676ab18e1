// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pixels of a page or of a rectangular part of it, and their place in page space.
public struct PixelGrid: Hashable, Sendable {
    /// The column of the page's grid in which this part starts; 0 for a whole page.
    public let x: Int
    /// The row of the page's grid in which this part starts; 0 for a whole page.
    public let y: Int
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The number of pixels a point along x.
    public let scaleX: Double
    /// The number of pixels a point along y.
    public let scaleY: Double

    /// Makes a grid of at least one pixel.
    package init(x: Int, y: Int, width: Int, height: Int, scaleX: Double, scaleY: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.scaleX = scaleX
        self.scaleY = scaleY
    }

    /// The map from page space to the pixels of this part.
    public var pageToPixels: AffineTransform {
        AffineTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: -Double(x), ty: -Double(y))
    }

    /// The part of page space that the pixels cover.
    public var bounds: Rect {
        Rect(
            x0: Double(x) / scaleX, y0: Double(y) / scaleY,
            x1: Double(x + width) / scaleX, y1: Double(y + height) / scaleY)
    }

    /// The smallest part of this grid whose pixels cover a rectangle of page space; nil if they do not overlap.
    ///
    /// The picture of the part equals that piece of the page's picture. There are exceptions at the border of the part,
    /// where cairo clips slanted edges or samples scaled images. There, single pixels differ by at most 17 of 255
    /// levels (one of cairo's 15 subpixel rows), as measured on 96 real pages.
    public func covering(_ rect: Rect) -> PixelGrid? {
        guard let common = rect.intersection(bounds), !common.isEmpty else { return nil }
        // As in RenderSize, less than a millionth of a pixel is a rounding error.
        let x0 = max(x, Int(clamping: (common.minX * scaleX + 1e-6).rounded(.down)))
        let y0 = max(y, Int(clamping: (common.minY * scaleY + 1e-6).rounded(.down)))
        let x1 = min(x + width, Int(clamping: (common.maxX * scaleX - 1e-6).rounded(.up)))
        let y1 = min(y + height, Int(clamping: (common.maxY * scaleY - 1e-6).rounded(.up)))
        guard x0 < x1, y0 < y1 else { return nil }
        return PixelGrid(x: x0, y: y0, width: x1 - x0, height: y1 - y0, scaleX: scaleX, scaleY: scaleY)
    }
}
