// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnRebase
import Testing

/// Ink on running text that flows over the ends of pages, is set in another font, or is taken out.
struct FlowingTextTests {
    /// Lines of four words that occur nowhere else, 20 points apart.
    private func text(_ lines: [Int], widened: Double = 1) -> PageLayout {
        let words = lines.enumerated().flatMap { row, line in
            Sheets.line(
                ["early", "later", "third", "final"].map { "\($0)-\(line)" }.joined(separator: " "), x: 60,
                y: 60 + 20 * Double(row), scale: widened)
        }
        // Another font changes widths only.
        let set = words.map { word in
            PageLayout.Word(
                word.text,
                box: Rect(x0: word.box.minX, y0: word.box.minY, x1: word.box.maxX, y1: word.box.minY + 10))
        }
        return PageLayout(size: Sheets.a4, words: set)
    }

    private func rebase(_ drawings: [Drawing], _ old: [PageLayout], _ new: [PageLayout]) -> Rebase {
        Rebase(drawings, from: DocumentLayout(pages: old), to: DocumentLayout(pages: new))
    }

    /// A stroke over the second word of a line.
    private func mark(row: Int) -> Stroke { Sheets.stroke(110, 62 + 20 * Double(row)) }

    @Test func `Ink follows its line to the next page`() throws {
        let drawings = [Drawing(strokes: [mark(row: 2), mark(row: 9)]), Drawing(strokes: [mark(row: 0)])]
        let result = rebase(
            drawings, [text(Array(0..<10)), text(Array(10..<20))],
            [text([50, 51] + Array(0..<8)), text(Array(8..<18)), text([18, 19])])
        let places = result.placements
        #expect(places.map(\.newPage) == [0, 1, 1])
        #expect(places.map { ($0.transform.ty * 10).rounded() / 10 } == [40, -160, 40])
        #expect(places.map(\.transform.tx) == [0, 0, 0])
        #expect(result.drawings.map(\.itemCount) == [1, 2, 0])
    }

    @Test func `A page that is gone does not take ink to pages whose text stayed`() {
        let pages = [text(Array(0..<10)), text(Array(100..<110)), text(Array(20..<30))]
        let result = rebase(
            [Drawing(), Drawing(strokes: [mark(row: 4)]), Drawing()], pages, [pages[0], pages[2]])
        #expect(result.placements.map(\.certainty) == [.leftOver])
    }

    @Test func `Ink stays on its line if the font changes`() {
        let strokes = [mark(row: 1), mark(row: 6)]
        let result = rebase(
            [Drawing(strokes: strokes)], [text(Array(0..<10))], [text(Array(0..<10), widened: 1.15)])
        #expect(result.placements.map(\.transform) == [.identity, .identity])
    }

    @Test func `Ink on text that was taken out is left over`() {
        let drawing = Drawing(strokes: [mark(row: 1), mark(row: 8)])
        let result = rebase([drawing], [text(Array(0..<10))], [text(Array(0..<6))])
        #expect(result.placements.first?.certainty == .certain || result.pages[0].isUnchanged)
        #expect(result.placements.last?.certainty == .leftOver)
    }

    @Test func `Ink on text that was replaced is never certain`() {
        var changed = text(Array(0..<10))
        for index in changed.words.indices where changed.words[index].text.hasSuffix("-4") {
            changed.words[index].text = "new" + changed.words[index].text
        }
        let result = rebase([Drawing(strokes: [mark(row: 4)])], [text(Array(0..<10))], [changed])
        #expect(result.placements.map(\.certainty) == [.likely])
        #expect(result.placements.map(\.transform) == [.identity])
    }

    @Test func `Ink on a word that moved alone is never certain`() {
        var changed = text(Array(0..<10))
        for index in changed.words.indices where changed.words[index].text == "later-4" {
            let box = changed.words[index].box
            changed.words[index].box = Rect(x0: box.minX + 8, y0: box.minY, x1: box.maxX + 8, y1: box.maxY)
        }
        var parameters = RebaseParameters()
        parameters.neighbors = 30
        let result = Rebase(
            [Drawing(strokes: [mark(row: 1), mark(row: 4)])], from: DocumentLayout(pages: [text(Array(0..<10))]),
            to: DocumentLayout(pages: [changed]), parameters: parameters)
        #expect(result.placements.map(\.certainty) == [.certain, .likely])
    }

    @Test func `One line that grew does not scale the ink below it for certain`() {
        let words = "These nine words stand in one line of text"
        let pages = [1, 1.15].map {
            PageLayout(size: Sheets.a4, words: Sheets.line(words, x: 60, y: 60, scale: $0))
        }
        let result = rebase([Drawing(strokes: [Sheets.stroke(110, 74)])], [pages[0]], [pages[1]])
        #expect(result.placements.map(\.certainty) == [.likely])
    }
}
