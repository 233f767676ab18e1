// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The coordinate system of a page.
struct RemarkableCanvas {
    /// The width of the canvas in pixels. `height` is its height in pixels.
    var width = 1404.0
    var height = 1872.0
    /// The size of one pixel in points.
    var scale: Double
    /// Whether x is measured from the center of the page, as in version 6.
    var isCentered: Bool

    /// The resolution of the first two tablets, in pixels per inch. Other programs use it for all tablets.
    static let resolution = 226.0
    /// The resolution on PDF pages in version 6, in pixels per inch. The page has its original size, and the midpoint
    /// of its top edge is at (0, 0). The value is inferred: comparisons with tablets' exports gave 226.6 to 227.0.
    static let resolutionOnPDF = 227.0

    init(version: Int, isOnPDF: Bool) {
        isCentered = version >= 6
        scale = 72 / (isOnPDF && isCentered ? Self.resolutionOnPDF : Self.resolution)
    }

    /// The size of the canvas in points.
    var size: Size { Size(width: width * scale, height: height * scale) }
    /// The offset that is added to x, in pixels.
    var left: Double { isCentered ? width / 2 : 0 }
}
