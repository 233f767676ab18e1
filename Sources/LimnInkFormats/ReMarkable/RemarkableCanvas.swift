// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// What the pixels of a page mean.
struct RemarkableCanvas {
    /// The size in pixels.
    var width = 1404.0
    var height = 1872.0
    /// Points a pixel.
    var scale: Double
    /// Whether x counts from the middle, as in version 6.
    var isCentered: Bool

    /// The pixels an inch of the first two tablets, which others use for all.
    static let resolution = 226.0
    /// In version 6, pages of a PDF lie on the canvas in their own size at so many pixels an inch, their top middle at
    /// (0, 0). Inferred: people who compared with what tablets themselves drew and exported found 226.6 to 227.0.
    static let resolutionOnPDF = 227.0

    init(version: Int, isOnPDF: Bool) {
        isCentered = version >= 6
        scale = 72 / (isOnPDF && isCentered ? Self.resolutionOnPDF : Self.resolution)
    }

    /// The size in points.
    var size: Size { Size(width: width * scale, height: height * scale) }
    /// What is added to x, in pixels.
    var left: Double { isCentered ? width / 2 : 0 }
}
