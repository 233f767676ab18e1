// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A link: a rectangle that leads to an address or to a page.
public struct LinkItem: Hashable, Sendable {
    /// Where a link leads.
    public enum Target: Hashable, Sendable {
        /// A URI, such as `https://example.org/`.
        case uri(String)
        /// A page of the document, from 1.
        case page(Int)
    }

    /// The rectangle in page space.
    public var area: Rect
    /// Where the link leads.
    public var target: Target
    /// The index of the link's layer in ``Drawing/layers``.
    public var layer: Int

    /// Makes a link.
    public init(_ area: Rect, to target: Target, layer: Int = 0) {
        self.area = area
        self.target = target
        self.layer = layer
    }
}
