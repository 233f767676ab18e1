// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPango
internal import LimnGeometry
internal import LimnInk

/// A builder for a ``SetText``, line by line.
struct TextAssembly {
    private let text: StyledText
    private let fonts: [FontMap.Selection]
    private let item: TextItem
    private let map: FontMap
    private var lines: [SetText.Line] = []
    private var runs: [GlyphRun] = []
    private var decorations: [SetText.Decoration] = []
    private var missing: [Character] = []
    private var known: Set<Character> = []
    private var glyphCount = 0

    init(_ text: StyledText, _ fonts: [FontMap.Selection], _ item: TextItem, _ map: FontMap) {
        self.text = text
        self.fonts = fonts
        self.item = item
        self.map = map
    }

    mutating func add(_ placed: LinePlacement) throws(TextError) {
        let firstRun = runs.count
        var x = placed.x
        for run in placed.line.runs {
            let glyphs = GlyphItem(run, at: Point(x: x, y: placed.baseline), in: text)
            let span = text.span(at: Int(run.pointee.item.pointee.offset))
            glyphCount += glyphs.glyphs.count
            guard glyphCount <= TextLimits.glyphs else { throw StyledText.tooLarge }
            add(glyphs, span, run.pointee.item.pointee.analysis.font)
            decorate(span, from: x, to: x + glyphs.width, baseline: placed.baseline)
            missing += glyphs.missing.joined().filter { known.insert($0).inserted }
            x += glyphs.width
        }
        lines.append(
            SetText.Line(
                baseline: placed.baseline,
                box: Rect(x0: placed.x, y0: placed.top, x1: placed.x + placed.line.width, y1: placed.bottom),
                range: placed.line.range, runs: firstRun..<runs.count, isRightToLeft: placed.line.isRightToLeft))
    }

    private mutating func add(_ glyphs: GlyphItem, _ span: Int, _ font: UnsafeMutablePointer<PangoFont>?) {
        let style = text.spans[span].style
        let pattern = font.map(FontPattern.init)
        runs.append(
            GlyphRun(
                face: font.flatMap(map.face) ?? fonts[span].face, size: style.size, color: style.color,
                glyphs: glyphs.glyphs, clusters: glyphs.clusters, isRightToLeft: glyphs.isRightToLeft,
                isSyntheticBold: pattern?.isSyntheticBold ?? false,
                isSyntheticOblique: pattern?.isSyntheticOblique ?? false))
    }

    /// Adds the underline and strikethrough of a run. Their position comes from the style's font, so that fallback
    /// fonts do not shift them.
    private mutating func decorate(_ span: Int, from start: Double, to end: Double, baseline: Double) {
        let style = text.spans[span].style
        guard end > start else { return }
        let face = fonts[span].face
        if style.isUnderlined { add(.underline, face.underline, style, start, end, baseline) }
        if style.isStruck { add(.strike, face.strike, style, start, end, baseline) }
    }

    private mutating func add(
        _ kind: SetText.Decoration.Kind, _ place: (top: Double, thickness: Double), _ style: TextItem.Style,
        _ start: Double, _ end: Double, _ baseline: Double
    ) {
        let top = baseline - place.top * style.size
        let rect = Rect(x0: start, y0: top, x1: end, y1: top + place.thickness * style.size)
        // If the run continues the previous one, extend the previous decoration.
        if let last = decorations.lastIndex(where: { $0.kind == kind }), decorations[last].color == style.color,
            decorations[last].rect.maxX == start, decorations[last].rect.minY == rect.minY,
            decorations[last].rect.maxY == rect.maxY
        {
            decorations[last].rect.maxX = end
        } else {
            decorations.append(SetText.Decoration(kind: kind, rect: rect, color: style.color))
        }
    }

    func finish() -> SetText {
        let width = max(item.width ?? 0, lines.map(\.box.width).max() ?? 0)
        return SetText(
            text: text.text(in: text.bytes.indices), size: Size(width: width, height: lines.last?.box.maxY ?? 0),
            lines: lines, runs: runs, decorations: decorations, missing: missing, substitutions: substitutions)
    }

    private var substitutions: [SetText.Substitution] {
        var found: [SetText.Substitution] = []
        for (span, font) in zip(text.spans, fonts) {
            let asked = span.style.family
            guard let used = font.substitute, !found.contains(where: { $0.asked == asked }) else { continue }
            found.append(SetText.Substitution(asked: asked, used: used))
        }
        return found
    }
}
