// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The contents of an ink file: pages of ink with their backgrounds.
public struct InkDocument: Hashable, Sendable {
    /// The background of a page.
    public enum Background: Hashable, Sendable {
        /// Not specified.
        case none
        /// Plain or ruled paper. The style is the file format's name for it, such as `lined` or `graph`. The settings
        /// are the file format's list of ruling settings, such as `r1=30,lw=1`; they are empty for the defaults.
        case paper(style: String, color: Color, settings: String = "")
        /// A page of a PDF. Page numbers start at 1.
        case pdf(page: Int)
        /// A named image.
        case image(name: String)
    }

    /// The placement of an ink page on a PDF page of a different size.
    public enum Placement: String, Hashable, Sendable, Codable, CaseIterable {
        /// Unscaled, with the top-left corners aligned.
        case topLeft
        /// Unscaled, with the midpoints of the top edges aligned.
        case topCenter
        /// As on a reMarkable tablet, which scales the PDF page to fit the ink page, with the top-left corners aligned.
        /// The ink is scaled by the inverse factor. The tablet rotates a PDF page in landscape format so that its left
        /// edge is at the bottom.
        case filled
        /// As in Saber, which scales the PDF page to fit the ink page and centers it. The ink is scaled by the inverse
        /// factor.
        case fitted
        /// The PDF page is stretched to the ink page. The ink is scaled by the inverse factors.
        case stretched
    }

    /// A page of ink.
    public struct Page: Hashable, Sendable {
        /// The size of the page in points; nil if the file does not specify it.
        public var size: Size?
        /// The background below the ink.
        public var background: Background
        /// The placement on the PDF page; ignored for other backgrounds.
        public var placement: Placement
        /// The ink.
        public var drawing: Drawing
        /// The objects on the page that are kept but not drawn, in painting order.
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

    /// The PDF that the ink was drawn on, as referenced by the ink file.
    public enum Template: Hashable, Sendable {
        /// A path, as written in the file. A relative path starts from the folder that contains the ink file.
        case file(String)
        /// A file next to the ink file. Its name is the ink file's full name plus this suffix, such as `.bg.pdf`.
        case attachment(suffix: String)
        /// The PDF's bytes, embedded in the ink file.
        case embedded([UInt8])
    }

    /// The title; nil if there is none.
    public var title: String?
    /// The pages in order.
    public var pages: [Page]
    /// The PDF that ``Background/pdf(page:)`` refers to; nil if there is none.
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
