// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A page to insert into a document.
public struct NewPage: Sendable {
    /// The number, from 1, of the document's page that the new page follows; 0 to insert it before the first page.
    public var follows: Int
    /// The content in page space: points, origin at the top-left corner, y down.
    public var content: PageOverlay
    /// The size in points.
    public var size: Size

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - size: the size in points, finite and positive.
    ///   - content: operators in page space, uncompressed, with balanced `q` and `Q`.
    public init(
        following page: Int, size: Size, content: [UInt8], graphicsStates: [String: PageOverlay.GraphicsState] = [:]
    ) {
        follows = page
        self.size = size
        self.content = PageOverlay(
            content: content, bounds: Rect(x0: 0, y0: 0, x1: size.width, y1: size.height),
            matrix: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height), graphicsStates: graphicsStates)
    }
}
