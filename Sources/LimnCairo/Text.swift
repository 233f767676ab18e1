// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
internal import CPangoCairo
public import LimnGeometry

/// The style of a text.
public struct TextStyle: Hashable, Sendable {
    /// The place where text that is too long is shortened with “…”.
    public enum Truncation: Hashable, Sendable {
        /// In the middle. This suits file names, whose beginnings and ends usually differ most.
        case middle
        /// At the end.
        case end

        var pango: PangoEllipsizeMode { self == .middle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END }
    }

    /// The font size, in units of the current transform.
    public var size: Double
    /// Whether the font is bold.
    public var isBold: Bool
    /// The maximum number of lines, at least 1.
    public var maximumLines: Int
    /// The place where text is shortened if it needs more lines.
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
    /// Draws text in any script, centered within a width, in the source's color.
    ///
    /// Pango lays out the text, with font fallback, shaping and bidirectional order, which cairo's own text functions
    /// lack. It uses the machine's sans-serif fonts; locale and screen settings have no effect.
    ///
    /// - Parameters:
    ///   - text: The text, laid out as one paragraph.
    ///   - top: The center of the text's upper edge.
    ///   - width: The line width, in units of the current transform.
    /// - Returns: The height of the text, in units of the current transform.
    @discardableResult
    public func drawText(_ text: String, top: Point, width: Double, style: TextStyle) -> Double {
        let layout = pango_cairo_create_layout(handle)
        // "The returned layout should be freed with g_object_unref()"; likewise the font description below.
        defer { g_object_unref(layout.map { UnsafeMutableRawPointer($0) }) }
        Self.ignoreEnvironment(of: layout)
        let font = pango_font_description_from_string("sans")
        defer { pango_font_description_free(font) }
        let scale = Double(PANGO_SCALE)
        pango_font_description_set_absolute_size(font, style.size * scale)
        if style.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        pango_layout_set_font_description(layout, font)
        pango_layout_set_width(layout, Int32(clamping: (width * scale).rounded()))
        // "If height is negative, it will be the (negative of) maximum number of lines per paragraph."
        pango_layout_set_height(layout, Int32(-max(1, style.maximumLines)))
        pango_layout_set_ellipsize(layout, style.truncation.pango)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        pango_layout_set_single_paragraph_mode(layout, 1)
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { bytes in
            pango_layout_set_text(
                layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        }
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        cairo_move_to(handle, top.x - width / 2, top.y)
        pango_cairo_show_layout(handle, layout)
        cairo_new_path(handle)
        return Double(extents.height) / scale
    }

    /// Makes the layout independent of locale and screen settings.
    private static func ignoreEnvironment(of layout: OpaquePointer?) {
        let context = pango_layout_get_context(layout)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        pango_cairo_context_set_resolution(context, 72)
        pango_context_set_language(context, pango_language_from_string("en"))
        pango_context_set_round_glyph_positions(context, 0)
        pango_layout_context_changed(layout)
    }
}

/// The Pango library that ``CairoContext/drawText(_:top:width:style:)`` uses.
public enum PangoLibrary {
    /// The version in use, such as `1.50.12`.
    public static var version: String { pango_version_string().map { String(cString: $0) } ?? "" }
}
