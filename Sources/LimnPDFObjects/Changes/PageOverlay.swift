// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Content to paint on top of a page, as one Form XObject.
public struct PageOverlay: Hashable, Sendable {
    /// An extended graphics state (ISO 32000-2, 8.4.5) that the content selects with `/name gs`.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity of fills, 0…1 (/ca).
        public var fillAlpha: Double
        /// The opacity of strokes, 0…1 (/CA).
        public var strokeAlpha: Double
        /// The PDF name of the blend mode without the slash, such as `Multiply` (/BM); nil keeps the current mode.
        public var blendMode: String?

        /// Makes a graphics state. Opacities are clamped to 0…1.
        public init(fillAlpha: Double = 1, strokeAlpha: Double = 1, blendMode: String? = nil) {
            self.fillAlpha = max(0, min(1, fillAlpha))
            self.strokeAlpha = max(0, min(1, strokeAlpha))
            self.blendMode = blendMode
        }
    }

    /// The operators in form space, uncompressed, with balanced `q` and `Q`.
    public var content: [UInt8] { didSet { stored = nil } }
    /// The compressed content; nil until ``compress(isThorough:)`` is called.
    private(set) var stored: StreamData?
    /// The clip rectangle in form space.
    public var bounds: Rect
    /// The transform from form space to the page's user space, such as `PageGeometry.pageToUser`.
    public var matrix: AffineTransform
    /// The graphics states by name. Names consist of letters and digits, without a slash.
    public var graphicsStates: [String: GraphicsState]
    /// The fonts by name. The content selects them with `/name size Tf`.
    public var fonts: [String: EmbeddedFont]
    /// The Type 3 fonts by name. The content selects them with `/name size Tf`.
    public var drawnFonts: [String: DrawnFont]
    /// The pictures by name. The content paints them into the unit square with `/name Do`.
    public var pictures: [String: EmbeddedPicture]
    /// The pages of other PDFs by name. The content paints them into the unit square with `/name Do`. Their names must
    /// differ from those of pictures.
    public var pages: [String: EmbeddedPage]
    /// The patterns by name.
    public var patterns: [String: StencilPattern]

    /// The layers of parts of the content, by the names that mark these parts in the content (`/OC /name BDC`).
    public var layers: [String: DocumentLayer]
    /// The parts of the content that belong to structure elements, in the order of their numbers. In a document that takes no
    /// elements, they must not be there.
    public var tags: [TaggedContent] = []
    /// The layer of the annotation that has this overlay as its appearance; nil for none.
    public var layer: DocumentLayer?

    /// Makes an overlay.
    public init(
        content: [UInt8], bounds: Rect, matrix: AffineTransform, graphicsStates: [String: GraphicsState] = [:],
        fonts: [String: EmbeddedFont] = [:], drawnFonts: [String: DrawnFont] = [:],
        pictures: [String: EmbeddedPicture] = [:], pages: [String: EmbeddedPage] = [:],
        layers: [String: DocumentLayer] = [:], patterns: [String: StencilPattern] = [:]
    ) {
        self.content = content
        self.bounds = bounds
        self.matrix = matrix
        self.graphicsStates = graphicsStates
        self.fonts = fonts
        self.drawnFonts = drawnFonts
        self.pictures = pictures
        self.pages = pages
        self.layers = layers
        self.patterns = patterns
    }

    /// Whether the content is translucent or blends with the page, which requires PDF 1.4.
    var isTransparent: Bool {
        !graphicsStates.isEmpty || !pages.isEmpty || pictures.values.contains { $0.alpha != nil }
    }

    /// Assigns a layer to the content, and also to the annotation that has this overlay as its appearance. pdfium
    /// checks only the content's layer.
    mutating func belong(to layer: DocumentLayer?) {
        self.layer = layer
        guard let layer, layers.isEmpty else { return }
        content = Array("/OC /L0 BDC\n".utf8) + content + Array("EMC\n".utf8)
        layers = ["L0": layer]
    }

    /// Compresses the content now rather than when it is written. It can run on any thread.
    ///
    /// - Parameter isThorough: whether to spend several times as long for a smaller result. This is worthwhile for
    ///   short content, which compresses poorly.
    public mutating func compress(isThorough: Bool = false) {
        stored = StreamData(content, level: isThorough ? 12 : 6)
    }
}
