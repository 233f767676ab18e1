// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPango
internal import LimnGeometry
internal import LimnInk

/// A text that Pango has broken into lines. It owns the Pango layout.
///
/// Pango breaks and justifies lines. ``LinePlacement`` handles alignment and line height: Pango mirrors alignment in
/// right-to-left text, and stretches lines that contain several fonts.
final class Layout {
    private let handle: OpaquePointer

    init(_ text: StyledText, _ item: TextItem, _ map: FontMap) {
        let isAutomatic = item.direction == .automatic
        pango_context_set_language(map.context, pango_language_from_string(text.language))
        pango_context_set_base_dir(
            map.context, item.direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        // "Free with g_object_unref()."
        handle = pango_layout_new(map.context)
        pango_layout_set_auto_dir(handle, isAutomatic ? 1 : 0)
        pango_layout_set_wrap(handle, PANGO_WRAP_WORD_CHAR)
        if let width = item.width {
            pango_layout_set_width(handle, Int32(clamping: Int(clamping: (width * Double(PANGO_SCALE)).rounded(.up))))
        }
        pango_layout_set_justify(handle, item.alignment == .justified ? 1 : 0)
        FontDescription(text.spans[0].style).use { pango_layout_set_font_description(handle, $0) }
        setStyles(text)
        (text.bytes + [0]).withUnsafeBytes { bytes in
            pango_layout_set_text(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.bytes.count))
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    private func setStyles(_ text: StyledText) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
            attribute?.pointee.start_index = UInt32(range.lowerBound)
            attribute?.pointee.end_index = UInt32(range.upperBound)
            // "This function assumes ownership of attr."
            pango_attr_list_insert(attributes, attribute)
        }
        for (number, span) in text.spans.enumerated() {
            add(FontDescription(span.style).use(pango_attr_font_desc_new), span.range)
            // This color is never painted. It keeps Pango from joining glyphs of two spans into one run.
            add(pango_attr_foreground_new(UInt16(number & 0xffff), UInt16(number >> 16), 0), span.range)
        }
        // Without this, Pango would insert a hyphen when it breaks a long word, such as a web address.
        for range in text.rangesWithoutSoftHyphens { add(pango_attr_insert_hyphens_new(0), range) }
        pango_layout_set_attributes(handle, attributes)
    }

    /// A line of the Pango layout, in points.
    struct Line {
        var range: Range<Int>
        var width: Double
        /// The y coordinates of the top, the baseline and the bottom, from the metrics of the fonts.
        var top: Double
        var baseline: Double
        var bottom: Double
        var isRightToLeft: Bool
        var runs: [UnsafeMutablePointer<PangoGlyphItem>]
    }

    /// Calls `body` with the lines. Their runs are valid only during the call.
    func withLines<R>(_ body: ([Line]) throws(TextError) -> R) throws(TextError) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(lines)
    }

    private var lines: [Line] {
        let iterator = pango_layout_get_iter(handle)
        defer { pango_layout_iter_free(iterator) }
        var lines: [Line] = []
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &extents)
            let start = Int(line.pointee.start_index)
            lines.append(
                Line(
                    range: start..<start + Int(line.pointee.length), width: points(extents.width),
                    top: points(extents.y), baseline: points(pango_layout_iter_get_baseline(iterator)),
                    bottom: points(extents.y + extents.height),
                    isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL,
                    runs: Self.runs(of: line)))
        } while pango_layout_iter_next_line(iterator) != 0
        return lines
    }

    private static func runs(
        of line: UnsafeMutablePointer<PangoLayoutLine>
    ) -> [UnsafeMutablePointer<PangoGlyphItem>] {
        var runs: [UnsafeMutablePointer<PangoGlyphItem>] = []
        var node = line.pointee.runs
        while let current = node {
            runs.append(current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self))
            node = current.pointee.next
        }
        return runs
    }
}

/// Converts a length from Pango units to points.
func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
