// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// How words are set.
public struct TextStyle: Hashable, Sendable {
    /// Where text that is too long gives way to “…”.
    public enum Cut: Hashable, Sendable {
        /// In the middle, as file names tell most at both ends.
        case middle
        /// At the end.
        case end

        /// `PangoEllipsizeMode`.
        var pango: Int32 { self == .middle ? 2 : 3 }
    }

    /// The size of the font, in units of the transform.
    public var size: Double
    /// Whether letters are bold.
    public var isBold: Bool
    /// The most lines that there may be.
    public var lines: Int
    /// Where text is cut that needs more.
    public var cut: Cut

    /// Makes a style.
    public init(size: Double, isBold: Bool = false, lines: Int = 1, cut: Cut = .end) {
        self.size = size
        self.isBold = isBold
        self.lines = lines
        self.cut = cut
    }
}

extension CairoContext {
    /// Sets text in any script, centred in a width, with the source's colour.
    ///
    /// Pango chooses fonts, a letter at a time where the sans-serif one lacks it, shapes and orders what is written
    /// from the right. (cairo's own text calls know one font, and no shaping.) The fonts are those of the machine;
    /// its language and screen settings make no difference.
    ///
    /// - Parameters:
    ///   - text: one paragraph.
    ///   - top: the middle of the text's upper edge.
    /// - Returns: the height that the text takes; 0, and nothing is drawn, where ``PangoLibrary/version`` is nil.
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
        pango.setWidth(layout, Int32((width * Pango.scale).rounded()))
        // "If height is negative, it will be the (negative of) maximum number of lines per paragraph."
        pango.setHeight(layout, Int32(-max(1, style.lines)))
        pango.setEllipsize(layout, style.cut.pango)
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

    /// Makes the same text look the same whatever the locale and the screen.
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
    /// The version that is loaded, such as `1.50.12`; nil where it is not installed, and no text can be set.
    public static var version: String? {
        Pango.loaded.flatMap { $0.version() }.map { String(cString: $0) }
    }
}
