// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Content to paint over a page, as one Form XObject.
public struct PageOverlay: Hashable, Sendable {
    /// An extended graphics state (ISO 32000-2, 8.4.5) that the content selects with `/name gs`.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity of fills, 0…1 (/ca).
        public var fillAlpha: Double
        /// The opacity of strokes, 0…1 (/CA).
        public var strokeAlpha: Double
        /// The PDF name of the blend mode without slash, such as `Multiply` (/BM); nil keeps the current one.
        public var blendMode: String?

        /// Makes a graphics state. Opacities are clamped to 0…1.
        public init(fillAlpha: Double = 1, strokeAlpha: Double = 1, blendMode: String? = nil) {
            self.fillAlpha = max(0, min(1, fillAlpha))
            self.strokeAlpha = max(0, min(1, strokeAlpha))
            self.blendMode = blendMode
        }
    }

    /// Operators in form space, uncompressed. It must balance its own `q` and `Q`.
    public var content: [UInt8] { didSet { stored = nil } }
    /// The compressed content; nil until ``compress(isThorough:)`` is called.
    private(set) var stored: StreamData?
    /// The clip rectangle in form space.
    public var bounds: Rect
    /// The map from form space to the page's user space, such as `PageGeometry.pageToUser`.
    public var matrix: AffineTransform
    /// The graphics states by name. Names consist of letters and digits, without slash.
    public var graphicsStates: [String: GraphicsState]
    /// The fonts by name, which the content selects with `/name size Tf`.
    public var fonts: [String: EmbeddedFont]
    /// The fonts whose glyphs are drawn, by name.
    public var drawnFonts: [String: DrawnFont]
    /// The pictures by name, which the content paints into the unit square with `/name Do`.
    public var pictures: [String: EmbeddedPicture]
    /// The pages of other PDFs by name, which the content paints into the unit square with `/name Do`. Their names differ
    /// from those of pictures.
    public var pages: [String: EmbeddedPage]

    /// The layers of parts of the content, by the names with which the content marks them (`/OC /name BDC`).
    public var layers: [String: DocumentLayer]
    /// The layer of the annotation whose appearance this is; nil for none.
    public var layer: DocumentLayer?

    /// Makes an overlay.
    public init(
        content: [UInt8], bounds: Rect, matrix: AffineTransform, graphicsStates: [String: GraphicsState] = [:],
        fonts: [String: EmbeddedFont] = [:], drawnFonts: [String: DrawnFont] = [:],
        pictures: [String: EmbeddedPicture] = [:], pages: [String: EmbeddedPage] = [:],
        layers: [String: DocumentLayer] = [:]
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
    }

    /// Whether the content is translucent or blends with the page, which needs PDF 1.4.
    var isTransparent: Bool {
        !graphicsStates.isEmpty || !pages.isEmpty || pictures.values.contains { $0.alpha != nil }
    }

    /// Puts the content on a layer, and an annotation that shows it, too. pdfium looks at the content only.
    mutating func belong(to layer: DocumentLayer?) {
        self.layer = layer
        guard let layer, layers.isEmpty else { return }
        content = Array("/OC /L0 BDC\n".utf8) + content + Array("EMC\n".utf8)
        layers = ["L0": layer]
    }

    /// Compresses the content now, on any thread, instead of when it is written.
    ///
    /// - Parameter isThorough: whether a smaller result is worth several times the time. That pays off for short
    ///   content, which compresses poorly.
    public mutating func compress(isThorough: Bool = false) {
        stored = StreamData(content, level: isThorough ? 12 : 6)
    }
}
