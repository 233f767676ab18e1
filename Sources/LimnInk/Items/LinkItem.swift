// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A rectangle that links to a URI or to a page.
public struct LinkItem: Hashable, Sendable {
    /// The target of a link.
    public enum Target: Hashable, Sendable {
        /// A URI, such as `https://example.org/`.
        case uri(String)
        /// A page of the document; numbers start at 1.
        case page(Int)
    }

    /// The rectangle in page space.
    public var area: Rect
    /// The target of the link.
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
