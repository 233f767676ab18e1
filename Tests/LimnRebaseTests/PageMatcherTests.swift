// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnRebase
import Testing

/// Which new page each old page becomes.
struct PageMatcherTests {
    /// A page with words of its own.
    private func page(_ number: Int) -> PageLayout {
        let text = (0..<20).map { "w\(number)x\($0 * 7 % 13)" }.joined(separator: " ")
        return PageLayout(
            size: Sheets.a4, words: Sheets.line(text, x: 40, y: 50) + Sheets.line("Chapter of all", x: 9, y: 9))
    }

    private func matches(_ old: [Int], _ new: [Int]) -> [PageMatch] {
        Rebase(
            [], from: DocumentLayout(pages: old.map(page)), to: DocumentLayout(pages: new.map(page))
        ).pages
    }

    @Test func `Inserted and removed pages shift the others`() {
        let found = matches([1, 2, 3, 4, 5], [1, 9, 2, 4, 5])
        #expect(found.map(\.new) == [0, 2, nil, 3, 4])
        #expect(found.allSatisfy { !$0.isMoved })
    }

    @Test func `A page that moved is found`() {
        let found = matches([1, 2, 3, 4, 5], [2, 3, 4, 5, 1])
        #expect(found.map(\.new) == [4, 0, 1, 2, 3])
        #expect(found.map(\.isMoved) == [true, false, false, false, false])
    }

    @Test func `Ink of a removed page is left over on the page beside it`() {
        let drawings = [Drawing(), Drawing(strokes: [Sheets.stroke(100, 100)]), Drawing()]
        let result = Rebase(
            drawings, from: DocumentLayout(pages: [1, 2, 3].map(page)), to: DocumentLayout(pages: [1, 3].map(page)))
        #expect(result.placements.map(\.certainty) == [.leftOver])
        #expect(result.drawings.map(\.itemCount) == [1, 0])
    }

    @Test func `A thousand pages find their places`() {
        let old = Array(0..<1000)
        let found = matches(old, old.filter { $0 % 10 != 3 })
        #expect(found.filter { $0.new == nil }.count == 100)
        #expect(found.allSatisfy { $0.new == nil || $0.new == $0.old - ($0.old + 6) / 10 })
    }
}
