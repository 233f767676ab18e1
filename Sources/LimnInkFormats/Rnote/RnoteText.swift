// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts a text to an item in points.
struct RnoteText {
    /// The item; nil if the text has no place or no words.
    private(set) var item: TextItem?

    init(_ value: TreeValue, scale: Double) {
        guard let words = value["text"]?.string, !words.isEmpty, let place = RnoteShape.transform(of: value) else {
            return
        }
        let style = value["text_style"] ?? .null
        var base = TextItem.Style(size: 32 * scale)
        Self.apply(style, to: &base, scale)
        if let color = RnoteElements.color(style["color"]) { base.color = color }
        var transform = place
        (transform.tx, transform.ty) = (place.tx * scale, place.ty * scale)
        var text = TextItem(
            runs: Self.runs(words, base, style["ranged_text_attributes"]?.array ?? [], scale), transform: transform)
        text.width = style["max_width"]?.number.flatMap {
            0...ValueLimits.maximumCoordinate ~= $0 && $0 > 0 ? $0 * scale : nil
        }
        switch style["alignment"]?.string {
        case "center": text.alignment = .center
        case "end": text.alignment = .right
        case "fill": text.alignment = .justified
        default: text.alignment = .start
        }
        item = text
    }

    private static func apply(_ value: TreeValue, to style: inout TextItem.Style, _ scale: Double) {
        if let family = value["font_family"]?.string, !family.isEmpty { style.family = family }
        if let size = value["font_size"]?.number, size > 0, size <= 10_000 { style.size = size * scale }
        if let weight = (value["font_weight"] ?? value["weight"])?.integer, 1...1000 ~= weight { style.weight = weight }
        if let slant = (value["font_style"] ?? value["style"])?.string { style.isItalic = slant != "regular" }
        if let color = RnoteElements.color(value["text_color"]) { style.color = color }
        if let isUnderlined = value["underline"]?.bool { style.isUnderlined = isUnderlined }
        if let isStruck = value["strikethrough"]?.bool { style.isStruck = isStruck }
    }

    /// The maximum number of ranges with styles of their own.
    private static let maximumRanges = 1000

    /// Splits a text at the bounds of its ranges, which count bytes of UTF-8.
    private static func runs(
        _ words: String, _ base: TextItem.Style, _ ranges: [TreeValue], _ scale: Double
    ) -> [TextItem.Run] {
        let utf8 = Array(words.utf8)
        let styled = ranges.prefix(maximumRanges).compactMap { range -> (start: Int, end: Int, value: TreeValue)? in
            guard let start = range["range"]?["start"]?.integer, let end = range["range"]?["end"]?.integer,
                let value = range["attribute"], start >= 0, end > start
            else { return nil }
            return (min(start, utf8.count), min(end, utf8.count), value)
        }
        let bounds = Set(styled.flatMap { [$0.start, $0.end] } + [0, utf8.count]).sorted()
        var runs: [TextItem.Run] = []
        for (start, end) in zip(bounds, bounds.dropFirst()) where end > start {
            var style = base
            for range in styled where range.start <= start && range.end >= end { apply(range.value, to: &style, scale) }
            let text = String(decoding: utf8[start..<end], as: UTF8.self)
            if runs.last?.style == style {
                runs[runs.count - 1].text += text
            } else {
                runs.append(.init(text, style))
            }
        }
        return runs
    }
}
