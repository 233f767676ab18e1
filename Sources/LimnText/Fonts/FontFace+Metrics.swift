// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz
public import LimnGeometry

/// The metrics for a PDF's font descriptor (ISO 32000-2, table 120), in em unless stated otherwise.
extension FontFace {
    /// The maximum height above the baseline.
    public var ascent: Double { metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER) }
    /// The maximum depth below the baseline, as a number that is usually negative.
    public var descent: Double { metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER) }
    /// The height of capital letters, estimated if the font does not specify it.
    public var capHeight: Double { metric(HB_OT_METRICS_TAG_CAP_HEIGHT) }
    /// The slope in degrees, counterclockwise from the vertical; negative for italics.
    public var italicAngle: Double {
        Double(Int32(truncatingIfNeeded: FontTable("post", of: face).unsigned(at: 4, size: 4) ?? 0)) / 65536
    }

    /// The bounding box of all glyphs.
    public var boundingBox: Rect {
        let head = FontTable("head", of: face)
        func value(_ offset: Int) -> Double { em(head.signed(at: offset) ?? 0) }
        return Rect(x0: value(36), y0: value(38), x1: value(40), y1: value(42))
    }

    /// Whether all glyphs have the same advance.
    public var isFixedPitch: Bool { FontTable("post", of: face).unsigned(at: 12, size: 4) ?? 0 != 0 }

    /// Whether letters are italic or oblique.
    public var isItalic: Bool {
        let selection = FontTable("OS/2", of: face).unsigned(at: 62) ?? 0
        return selection & (1 | 1 << 9) != 0 || italicAngle != 0
    }

    /// Whether letters have serifs, by PANOSE or else by IBM's font class (OpenType, table OS/2).
    public var isSerif: Bool {
        let table = FontTable("OS/2", of: face)
        let family = table.unsigned(at: 32, size: 1) ?? 0
        let serifs = table.unsigned(at: 33, size: 1) ?? 0
        if family == 2, serifs >= 2 { return serifs <= 10 }
        return [1, 2, 3, 4, 5, 7].contains(table.unsigned(at: 30, size: 1) ?? 0)
    }

    /// The top edge above the baseline and the thickness of an underline. The next property is the same for a
    /// strikethrough.
    var underline: (top: Double, thickness: Double) {
        (
            metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET), thickness(HB_OT_METRICS_TAG_UNDERLINE_SIZE)
        )
    }

    var strike: (top: Double, thickness: Double) {
        (
            metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET), thickness(HB_OT_METRICS_TAG_STRIKEOUT_SIZE)
        )
    }

    private func thickness(_ tag: hb_ot_metrics_tag_t) -> Double { max(metric(tag), 0.02) }

    private func metric(_ tag: hb_ot_metrics_tag_t) -> Double {
        var value: hb_position_t = 0
        hb_ot_metrics_get_position_with_fallback(font, tag, &value)
        return em(value)
    }
}
