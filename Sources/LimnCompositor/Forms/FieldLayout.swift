// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// The text of a widget with a position for each line. It is computed before the document's fonts are built.
struct FieldLayout {
    let look: WidgetLook
    let box: FieldBox
    /// The font size in points; nil if there is no text.
    private(set) var size: Double?
    private(set) var lines: [PlacedLine] = []
    /// The backgrounds of the selected rows of a list.
    private(set) var highlights: [Rect] = []
    /// The rectangle to which text is clipped.
    private(set) var clip: Rect
    private(set) var fits = true
    private(set) var usesOwnFont = true
    private let embedsFonts: Bool

    /// The glyphs from fonts other than the field's own.
    var runs: [GlyphRun] {
        lines.flatMap { placed in
            if case .glyphs(let runs, _) = placed.line.ink { return runs }
            return []
        }
    }

    /// The maximum length of a text, in bytes of UTF-8.
    private static let textLimit = 100_000
    /// The maximum number of characters in a comb. Each of them is typeset separately.
    private static let combLimit = 2_000

    /// Lays out the text of a widget. Content without text gives no lines.
    ///
    /// - Parameter embedsFonts: whether to avoid fonts that the document does not embed.
    init(_ look: WidgetLook, _ content: FieldContent, embedsFonts: Bool) throws(FieldFailure) {
        self.look = look
        self.embedsFonts = embedsFonts
        box = FieldBox(look)
        guard box.width > 0, box.height > 0, box.bounds.isFinite else { throw .noArea }
        clip = box.clip(isCombo: false)
        switch content {
        case .line(let text): try setLine(FieldText.oneLine(text))
        case .combo(let text):
            clip = box.clip(isCombo: true)
            try setLine(FieldText.oneLine(text))
        case .lines(let text): try setLines(FieldText.lines(text))
        case .comb(let text, let cells): try setComb(FieldText.oneLine(text), cells: cells)
        case .list(let rows, let chosen, let top): try setRows(rows.map(FieldText.oneLine), chosen, top)
        case .caption: try setLine(FieldText.oneLine(look.caption ?? ""), isCentered: true)
        case .check(isOn: true) where embedsFonts: try setMark(FieldMark(look, box, isRadio: false))
        case .radio(isOn: true) where embedsFonts: try setMark(FieldMark(look, box, isRadio: true))
        case .check, .radio, .picture: break
        }
    }

    private mutating func setLine(_ text: String, isCentered: Bool = false) throws(FieldFailure) {
        guard !text.isEmpty else { return }
        try withType(for: text) { (layout, type) throws(FieldFailure) in
            let box = layout.box
            let em = try type.line(text, size: FieldBox.plainSize).width / FieldBox.plainSize
            let size = try layout.chosenSize(box.size(of: type, em: em))
            let line = try type.line(text, size: size)
            let place = Point(
                x: box.left(line.width, isCentered ? .center : layout.look.alignment),
                y: box.baseline(type, size: size))
            layout.lines = [PlacedLine(line: line, place: place)]
            // As in Acrobat, an automatic size is computed from rounded widths. It may be a few thousandths too large.
            let slack = layout.look.text.size > 0 ? 0.01 : 0.05
            layout.fits = line.width <= box.textWidth + slack && layout.isHighEnough(for: size)
        }
    }

    /// Typesets a mark in an installed font, if it is a glyph of ZapfDingbats and the document does not embed that
    /// font. ``FieldMark`` draws all other marks.
    private mutating func setMark(_ mark: FieldMark) throws(FieldFailure) {
        guard let character = mark.characterToEmbed else { return }
        let type = try ShapedType(String(character), look.font)
        usesOwnFont = false
        let line = try type.line(String(character), size: mark.size)
        size = mark.size
        let x = (box.width - line.width) / 2
        lines = [PlacedLine(line: line, place: Point(x: x, y: mark.baseline))]
    }

    private mutating func setLines(_ text: String) throws(FieldFailure) {
        guard !text.isEmpty else { return }
        try withType(for: text) { (layout, type) throws(FieldFailure) in
            let box = layout.box
            func set(_ size: Double) throws(FieldFailure) -> (lines: [FieldLine], fits: Bool) {
                let lines = try type.lines(text, size: size, width: box.textWidth)
                return (lines, Double(lines.count) * type.lineHeight * size <= box.textHeight + 0.01)
            }
            let size = try layout.chosenSize(
                try FittingSize.largest { size throws(FieldFailure) in try set(size).fits })
            let (lines, fits) = try set(size)
            let leading = type.lineHeight * size
            layout.fits = fits && lines.allSatisfy { $0.width <= box.textWidth + 0.01 }
            for (number, line) in lines.enumerated() {
                let y = box.height - 2 * box.inset - leading * Double(number + 1)
                let place = Point(x: box.left(line.width, layout.look.alignment), y: y)
                layout.lines.append(PlacedLine(line: line, place: place))
            }
        }
    }

    /// Centers one character in each cell. The cells divide the whole width equally. Right-to-left text starts in the
    /// rightmost of its cells.
    private mutating func setComb(_ text: String, cells: Int) throws(FieldFailure) {
        guard !text.isEmpty, cells > 0 else { return }
        try withType(for: text) { (layout, type) throws(FieldFailure) in
            let box = layout.box
            let cell = box.width / Double(cells)
            let characters = Array(text)
            guard characters.count <= Self.combLimit else { throw .tooLong }
            let isRightToLeft = FieldText.isRightToLeft(text)
            layout.fits = characters.count <= cells
            var widest = 0.0
            for character in Set(characters) {
                widest = max(widest, try type.line(String(character), size: 10).width / 10)
            }
            let byHeight = box.size(of: type, em: 0)
            let byWidth = widest > 0 ? (cell - 2 * box.inset) / widest : byHeight
            let size = try layout.chosenSize(max(FieldBox.smallestSize, min(byHeight, byWidth)))
            let first = Self.firstCell(of: characters.count, cells, isRightToLeft, layout.look.alignment)
            for (number, character) in characters.enumerated() where character != " " {
                let line = try type.line(String(character), size: size)
                let place = isRightToLeft ? characters.count - 1 - number : number
                let width = type.cellWidth(of: character, size: size) ?? line.width
                let x = cell * Double(first + place) + (cell - width) / 2
                layout.lines.append(PlacedLine(line: line, place: Point(x: x, y: box.baseline(type, size: size))))
            }
            layout.fits = layout.fits && layout.isHighEnough(for: size)
        }
    }

    /// Returns the index of the leftmost cell with a character.
    private static func firstCell(
        of count: Int, _ cells: Int, _ isRightToLeft: Bool, _ alignment: WidgetLook.Alignment
    ) -> Int {
        let free = max(0, cells - count)
        return switch alignment {
        case .left: isRightToLeft ? free : 0
        case .center: free / 2
        case .right: free
        }
    }

    private mutating func setRows(_ rows: [String], _ chosen: Set<Int>, _ top: Int?) throws(FieldFailure) {
        guard rows.contains(where: { !$0.isEmpty }) else { return }
        try withType(for: rows.joined(separator: "\n")) { (layout, type) throws(FieldFailure) in
            let box = layout.box
            let size = try layout.chosenSize(FieldBox.plainSize)
            let height = type.lineHeight * size
            let visible = max(1, Int(clamping: ((box.height - 2 * box.inset) / height).rounded(.down)))
            let first = Self.firstRow(of: rows.count, chosen, top, visible: visible)
            var y = box.height - box.inset
            for index in first..<rows.count where y > box.inset {
                let line = try type.line(rows[index], size: size)
                if chosen.contains(index) {
                    layout.highlights.append(
                        Rect(x0: box.inset, y0: y - height, x1: box.width - box.inset, y1: y))
                }
                let place = Point(x: box.left(line.width, layout.look.alignment), y: y - type.ascent * size)
                layout.lines.append(PlacedLine(line: line, place: place))
                y -= height
            }
        }
    }

    /// Returns the index of the first visible row. This is `top`, unless no selected row would be visible from there.
    private static func firstRow(of count: Int, _ chosen: Set<Int>, _ top: Int?, visible: Int) -> Int {
        let last = max(0, count - 1)
        if let top, (0...last).contains(top) {
            let isSeen = chosen.isEmpty || chosen.contains { $0 >= top && $0 < top + visible }
            if isSeen { return top }
        }
        guard let first = chosen.min(), first >= visible else { return 0 }
        return min(first, last)
    }

    /// Returns the font size of the default appearance, or the automatic size if the default appearance has none, and
    /// stores it.
    private mutating func chosenSize(
        _ automatic: @autoclosure () throws(FieldFailure) -> Double
    ) throws(FieldFailure) -> Double {
        // Acrobat also rounds automatic sizes to three decimals.
        let size = look.text.size > 0 ? look.text.size : (try automatic() * 1000).rounded() / 1000
        self.size = size
        return size
    }

    /// Returns whether the box is high enough for letters of a size.
    private func isHighEnough(for size: Double) -> Bool { 0.9 * size <= box.height - 2 * box.inset + 0.01 }

    /// Calls `body` with the field's own font if that can be used for the whole text, and otherwise with installed
    /// fonts.
    private mutating func withType(
        for text: String, _ body: (inout FieldLayout, any FieldType) throws(FieldFailure) -> Void
    ) throws(FieldFailure) {
        guard text.utf8.count <= Self.textLimit else { throw .tooLong }
        usesOwnFont = look.font.canWrite(text) && (look.font.isEmbedded || !embedsFonts)
        if usesOwnFont {
            try body(&self, OwnFontType(font: look.font))
        } else {
            try body(&self, try ShapedType(text, look.font))
        }
    }
}

/// A search for a font size.
enum FittingSize {
    /// Returns the largest size from 12 down to 4 points, in steps of ¼ point, at which the text fits; 4 if it never
    /// fits.
    static func largest(_ fits: (Double) throws(FieldFailure) -> Bool) throws(FieldFailure) -> Double {
        if try fits(FieldBox.plainSize) { return FieldBox.plainSize }
        // The text fits after `low` steps up from the smallest size (assumed for 0), and does not fit after `high`
        // steps.
        var low = 0
        var high = Int(clamping: (FieldBox.plainSize - FieldBox.smallestSize) / step)
        while high - low > 1 {
            let middle = (low + high) / 2
            if try fits(FieldBox.smallestSize + Double(middle) * step) { low = middle } else { high = middle }
        }
        return FieldBox.smallestSize + Double(low) * step
    }

    private static let step = 0.25
}
