// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Content to be painted over a page, as one Form XObject.
public struct PageOverlay: Hashable, Sendable {
    /// An extended graphics state (ISO 32000-2, 8.4.5) that the content selects with `/name gs`.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity of fills, 0…1 (/ca).
        public var fillAlpha: Double
        /// The opacity of strokes, 0…1 (/CA).
        public var strokeAlpha: Double
        /// The blend mode's PDF name without slash, such as `Multiply` (/BM); nil leaves it as it is.
        public var blendMode: String?

        /// Makes a graphics state; opacities are brought into 0…1.
        public init(fillAlpha: Double = 1, strokeAlpha: Double = 1, blendMode: String? = nil) {
            self.fillAlpha = max(0, min(1, fillAlpha))
            self.strokeAlpha = max(0, min(1, strokeAlpha))
            self.blendMode = blendMode
        }
    }

    /// Operators in form space, uncompressed. It must balance its own `q` and `Q`.
    public var content: [UInt8] { didSet { stored = nil } }
    /// The content as it will be written, once that is known.
    private(set) var stored: StreamData?
    /// What is clipped to, in form space.
    public var bounds: Rect
    /// The map from form space to the page's user space, such as `PageGeometry.pageToUser`.
    public var matrix: AffineTransform
    /// The graphics states by name (without slash; letters and digits).
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

    /// The layers that parts of the content belong to, by the names that the content marks them with (`/OC /name BDC`).
    public var layers: [String: DocumentLayer]
    /// The layer of an annotation that this is the appearance of; nil for none.
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

    /// Whether something shows through, which needs PDF 1.4.
    var isTransparent: Bool {
        !graphicsStates.isEmpty || !pages.isEmpty || pictures.values.contains { $0.alpha != nil }
    }

    /// Makes all of the content a layer's, and an annotation that shows it, too: pdfium looks at the content alone.
    mutating func belong(to layer: DocumentLayer?) {
        self.layer = layer
        guard let layer, layers.isEmpty else { return }
        content = Array("/OC /L0 BDC\n".utf8) + content + Array("EMC\n".utf8)
        layers = ["L0": layer]
    }

    /// Compresses the content now, which any thread can do, rather than when it is written.
    ///
    /// - Parameter isThorough: whether a smaller result is worth several times the time, as for short content, which
    ///   compresses poorly.
    public mutating func compress(isThorough: Bool = false) {
        stored = StreamData(content, level: isThorough ? 12 : 6)
    }
}
