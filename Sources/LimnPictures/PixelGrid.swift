// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pixel grid of a page or of a rectangular part of it, with its position in page space.
public struct PixelGrid: Hashable, Sendable {
    /// The first column of this part in the page's grid; 0 for a whole page.
    public let x: Int
    /// The first row of this part in the page's grid; 0 for a whole page.
    public let y: Int
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The number of pixels per point along x.
    public let scaleX: Double
    /// The number of pixels per point along y.
    public let scaleY: Double
    /// The subpixel offset of the first pixel to the right of ``x``, from 0 to below 1 pixel; 0 for a whole page.
    public let shiftX: Double
    /// The subpixel offset of the first pixel below ``y``, from 0 to below 1 pixel; 0 for a whole page.
    public let shiftY: Double

    /// Makes a grid of at least one pixel.
    package init(
        x: Int, y: Int, width: Int, height: Int, scaleX: Double, scaleY: Double, shiftX: Double = 0, shiftY: Double = 0
    ) {
        self.shiftX = shiftX
        self.shiftY = shiftY
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.scaleX = scaleX
        self.scaleY = scaleY
    }

    /// Makes a grid of at least one pixel. It may start at a fraction of a pixel of the page's own grid.
    ///
    /// - Parameters:
    ///   - originX: The x coordinate of its start, in pixels of the page's own grid, with a magnitude below 2⁵³.
    ///   - originY: The y coordinate of its start, in the same way.
    package init(originX: Double, originY: Double, width: Int, height: Int, scaleX: Double, scaleY: Double) {
        // Less than a millionth of a pixel is a rounding error.
        func parts(_ origin: Double) -> (whole: Int, shift: Double) {
            let whole = (origin + 1e-6).rounded(.down)
            let shift = origin - whole
            return (Int(clamping: whole), shift < 1e-6 ? 0 : shift)
        }
        let (x, y) = (parts(originX), parts(originY))
        self.init(
            x: x.whole, y: y.whole, width: width, height: height, scaleX: scaleX, scaleY: scaleY, shiftX: x.shift,
            shiftY: y.shift)
    }

    /// The transform from page space to the pixels of this part.
    public var pageToPixels: AffineTransform {
        AffineTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: -Double(x) - shiftX, ty: -Double(y) - shiftY)
    }

    /// The rectangle of page space that the pixels cover.
    public var bounds: Rect {
        Rect(
            x0: (Double(x) + shiftX) / scaleX, y0: (Double(y) + shiftY) / scaleY,
            x1: (Double(x + width) + shiftX) / scaleX, y1: (Double(y + height) + shiftY) / scaleY)
    }

    /// Returns the smallest part of this grid that covers a rectangle of page space; nil if they do not overlap.
    ///
    /// The picture of the part equals the same area in the picture of the whole page, except at the part's border,
    /// where cairo clips slanted edges or samples scaled images. There, single pixels differ by at most 17 of 255
    /// levels (one of cairo's 15 subpixel rows), as measured on 96 real pages.
    public func covering(_ rect: Rect) -> PixelGrid? {
        guard let common = rect.intersection(bounds), !common.isEmpty else { return nil }
        // As in RenderSize, less than a millionth of a pixel is a rounding error.
        let x0 = max(x, Int(clamping: (common.minX * scaleX - shiftX + 1e-6).rounded(.down)))
        let y0 = max(y, Int(clamping: (common.minY * scaleY - shiftY + 1e-6).rounded(.down)))
        let x1 = min(x + width, Int(clamping: (common.maxX * scaleX - shiftX - 1e-6).rounded(.up)))
        let y1 = min(y + height, Int(clamping: (common.maxY * scaleY - shiftY - 1e-6).rounded(.up)))
        guard x0 < x1, y0 < y1 else { return nil }
        return PixelGrid(
            x: x0, y: y0, width: x1 - x0, height: y1 - y0, scaleX: scaleX, scaleY: scaleY, shiftX: shiftX,
            shiftY: shiftY)
    }
}
