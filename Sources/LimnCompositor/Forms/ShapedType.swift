// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnText

/// Typesets text of any script with Pango in installed fonts, in a typeface similar to the field's own font.
struct ShapedType: FieldType {
    let ascent: Double
    let descent: Double
    private let kind: FieldFont.Kind

    /// Finds fonts for a text.
    ///
    /// - Throws: ``FieldFailure/noGlyph(_:)`` if no font has some character; also what ``lines(_:size:width:)`` throws.
    init(_ text: String, _ font: FieldFont) throws(FieldFailure) {
        kind = font.kind
        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        var missing: [Character] = []
        for character in controls.map(Character.init) where !missing.contains(character) { missing.append(character) }
        guard missing.isEmpty else { throw .noGlyph(missing) }
        let set = try Self.set(text, kind, size: 12, width: nil)
        guard set.missing.isEmpty else { throw .noGlyph(set.missing) }
        let faces = set.runs.filter { !$0.glyphs.isEmpty }.map(\.face)
        ascent = faces.map(\.ascent).max() ?? font.ascent
        descent = faces.map(\.descent).min() ?? font.descent
    }

    func lines(_ text: String, size: Double, width: Double?) throws(FieldFailure) -> [FieldLine] {
        // The minimum width avoids lines that are narrower than any character.
        let set = try Self.set(text, kind, size: size, width: width.map { max($0, 1) })
        return set.lines.map { line in
            let runs = set.runs[line.runs].filter { !$0.glyphs.isEmpty }
            guard let (left, right) = Self.ends(of: runs) else { return FieldLine(width: 0, ink: .none) }
            return FieldLine(
                width: max(0, right - left), ink: .glyphs(runs, from: Point(x: left, y: line.baseline)))
        }
    }

    func cellWidth(of character: Character, size: Double) -> Double? { nil }

    /// Returns the start of the first glyph of a line and the end of the last one, in points. Trailing spaces do not
    /// count.
    private static func ends(of runs: [GlyphRun]) -> (left: Double, right: Double)? {
        guard let first = runs.first, let last = runs.last else { return nil }
        func isBlank(_ cluster: GlyphRun.Cluster) -> Bool { cluster.text.allSatisfy { $0 == " " } }
        var start = first.glyphs.startIndex
        if first.isRightToLeft {
            let cluster = first.clusters.first { !$0.glyphs.isEmpty && !isBlank($0) }
            start = cluster?.glyphs.lowerBound ?? start
        }
        var end = last.glyphs.endIndex - 1
        if !last.isRightToLeft {
            let cluster = last.clusters.last { !$0.glyphs.isEmpty && !isBlank($0) }
            end = cluster.map { $0.glyphs.upperBound - 1 } ?? end
        }
        let glyph = last.glyphs[end]
        return (first.glyphs[start].origin.x, glyph.origin.x + glyph.advance)
    }

    private static func set(
        _ text: String, _ kind: FieldFont.Kind, size: Double, width: Double?
    ) throws(FieldFailure) -> SetText {
        // Fontconfig maps these family names on every machine to fonts with the metrics of the standard fonts. But
        // those fonts combine Hebrew letters and points into glyphs whose text PDF readers cannot extract.
        let hasHebrew = text.unicodeScalars.contains { 0x0590...0x05ff ~= $0.value || 0xfb1d...0xfb4f ~= $0.value }
        let latin = kind.isFixedPitch ? "Courier New" : kind.isSerif ? "Times New Roman" : "Arial"
        let generic = kind.isFixedPitch ? "monospace" : kind.isSerif ? "serif" : "sans-serif"
        let family = hasHebrew ? generic : latin
        let style = TextItem.Style(
            family: family, size: size, weight: kind.isBold ? 700 : 400, isItalic: kind.isItalic)
        let item = TextItem(runs: [TextItem.Run(text, style)], alignment: .left, width: width)
        do throws(TextError) { return try TextSetters.set(item) } catch {
            throw error.code == .tooLarge ? .tooLong : .text("\(error)")
        }
    }
}
