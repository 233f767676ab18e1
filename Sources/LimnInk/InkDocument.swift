// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// What an ink file holds: pages of ink, each with what it was drawn on.
public struct InkDocument: Hashable, Sendable {
    /// What lies below the ink of a page.
    public enum Background: Hashable, Sendable {
        /// Nothing that was said.
        case none
        /// Plain or ruled paper; the name is the format's own, such as `lined` or `graph`.
        case paper(style: String, color: Color)
        /// A page of a PDF, numbered from 1.
        case pdf(page: Int)
        /// A picture, by name.
        case image(name: String)
    }

    /// How a page of ink lies on the page of a PDF, where the two have sizes of their own.
    public enum Placement: String, Hashable, Sendable, Codable, CaseIterable {
        /// Unscaled, corner on corner at the top left.
        case topLeft
        /// Unscaled, the middles of the upper edges on each other.
        case topCenter
        /// As tablets show PDFs: the page of the PDF fills as much of the page of ink as it can from the top left corner
        /// on, and this becomes as much larger or smaller. Where it is wider than high, its left edge is at the bottom.
        case filled
    }

    /// A page of ink.
    public struct Page: Hashable, Sendable {
        /// The size of the page in points; nil when the file does not say.
        public var size: Size?
        /// What lies below the ink.
        public var background: Background
        /// How the page lies on the page of a PDF; means nothing on other backgrounds.
        public var placement: Placement
        /// The ink.
        public var drawing: Drawing
        /// What lies on the page besides ink, in painting order.
        public var items: [PageItem]

        /// Makes a page.
        public init(
            size: Size? = nil, background: Background = .none, drawing: Drawing = Drawing(), items: [PageItem] = [],
            placement: Placement = .topLeft
        ) {
            self.size = size
            self.background = background
            self.drawing = drawing
            self.items = items
            self.placement = placement
        }
    }

    /// A PDF that the ink was drawn on, as the ink file names it.
    public enum Template: Hashable, Sendable {
        /// A path as written in the file; relative ones start at the ink file's folder.
        case file(String)
        /// A file that lies next to the ink file: this is what follows the ink file's own name (its extension
        /// included), such as `.bg.pdf`.
        case attachment(suffix: String)
        /// The PDF itself, carried inside the ink file.
        case embedded([UInt8])
    }

    /// The title; nil when there is none.
    public var title: String?
    /// The pages in order.
    public var pages: [Page]
    /// The PDF that ``Background/pdf(page:)`` refers to; nil when there is none.
    public var template: Template?

    /// Makes a document.
    public init(title: String? = nil, pages: [Page] = [], template: Template? = nil) {
        self.title = title
        self.pages = pages
        self.template = template
    }

    /// The number of strokes on all pages.
    public var strokeCount: Int { pages.reduce(0) { $0 + $1.drawing.strokes.count } }
    /// The number of points on all pages.
    public var pointCount: Int { pages.reduce(0) { $0 + $1.drawing.pointCount } }
}
