// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// The style of a text.
public struct TextStyle: Hashable, Sendable {
    /// The place where text that is too long is shortened to “…”.
    public enum Truncation: Hashable, Sendable {
        /// In the middle; suits file names, which differ most at both ends.
        case middle
        /// At the end.
        case end

        /// The value of `PangoEllipsizeMode`.
        var pango: Int32 { self == .middle ? 2 : 3 }
    }

    /// The font size, in units of the transform.
    public var size: Double
    /// Whether the font is bold.
    public var isBold: Bool
    /// The maximum number of lines, at least 1.
    public var maximumLines: Int
    /// Where text is shortened that needs more lines.
    public var truncation: Truncation

    /// Makes a style.
    public init(size: Double, isBold: Bool = false, maximumLines: Int = 1, truncation: Truncation = .end) {
        self.size = size
        self.isBold = isBold
        self.maximumLines = maximumLines
        self.truncation = truncation
    }
}

extension CairoContext {
    /// Draws text in any script, centred within a width, in the source's colour.
    ///
    /// Pango does the layout: font fallback, shaping and bidirectional order, which cairo's own text functions lack. It
    /// uses the sans-serif fonts of the machine; locale and screen settings have no effect.
    ///
    /// - Parameters:
    ///   - text: one paragraph.
    ///   - top: the middle of the text's upper edge.
    ///   - width: the line width, in units of the transform.
    /// - Returns: the height of the text; 0 if nothing was drawn because ``PangoLibrary/version`` is nil.
    @discardableResult
    public func drawText(_ text: String, top: Point, width: Double, style: TextStyle) -> Double {
        guard let pango = Pango.loaded, let layout = pango.createLayout(handle) else { return 0 }
        // "The returned layout should be freed with g_object_unref()"; likewise the font description below.
        defer { pango.unref(layout) }
        Self.ignoreEnvironment(of: layout, pango)
        let font = pango.fontFromString("sans")
        defer { pango.fontFree(font) }
        pango.fontSetSize(font, style.size * Pango.scale)
        if style.isBold { pango.fontSetWeight(font, 700) }
        pango.setFont(layout, font)
        pango.setWidth(layout, Int32(clamping: (width * Pango.scale).rounded()))
        // "If height is negative, it will be the (negative of) maximum number of lines per paragraph."
        pango.setHeight(layout, Int32(-max(1, style.maximumLines)))
        pango.setEllipsize(layout, style.truncation.pango)
        pango.setWrap(layout, 2)  // PANGO_WRAP_WORD_CHAR
        pango.setAlignment(layout, 1)  // PANGO_ALIGN_CENTER
        pango.setSingleParagraph(layout, 1)
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { bytes in
            pango.setText(layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        var extents = Pango.Rectangle()
        pango.getExtents(layout, nil, &extents)
        cairo_move_to(handle, top.x - width / 2, top.y)
        pango.showLayout(handle, layout)
        cairo_new_path(handle)
        return Double(extents.height) / Pango.scale
    }

    /// Makes the layout independent of locale and screen settings.
    private static func ignoreEnvironment(of layout: Pango.Object, _ pango: Pango) {
        let context = pango.context(layout)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango.setFontOptions(context, options)
        pango.setResolution(context, 72)
        pango.setLanguage(context, pango.languageFromString("en"))
        pango.setRoundPositions(context, 0)
        pango.contextChanged(layout)
    }
}

/// The library behind ``CairoContext/drawText(_:top:width:style:)``.
public enum PangoLibrary {
    /// The loaded version, such as `1.50.12`; nil if Pango is not installed, so that no text can be drawn.
    public static var version: String? {
        Pango.loaded.flatMap { $0.version() }.map { String(cString: $0) }
    }
}
