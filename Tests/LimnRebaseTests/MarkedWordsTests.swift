// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnRebase
import Testing

/// Marks on words go where their words go.
struct MarkedWordsTests {
    static let text =
        "the quick brown fox jumps over one lazy dog while seven wizards quietly box with many old liquor jugs and pack"

    /// A page with a text in lines up to 300 points long.
    private func page(_ text: String, scale: Double = 1, top: Double = 60) -> PageLayout {
        var words: [PageLayout.Word] = []
        var (x, y) = (60.0, top)
        for word in text.split(separator: " ") {
            let width = Double(word.count) * 5 * scale
            if x + width > 360 { (x, y) = (60, y + 14 * scale) }
            words.append(.init("\(word)", box: Rect(x0: x, y0: y, x1: x + width, y1: y + 10 * scale)))
            x += width + 4 * scale
        }
        return PageLayout(size: Sheets.a4, words: words)
    }

    /// The boxes of words, one for each line that they stand on.
    private func boxes(of words: [String], on page: PageLayout) throws -> [Rect] {
        try words.reduce(into: [Rect]()) { boxes, word in
            let box = try #require(page.words.first { $0.text == word }).box
            if let last = boxes.last, last.minY == box.minY {
                boxes[boxes.count - 1] = last.union(box)
            } else {
                boxes.append(box)
            }
        }
    }

    private func mark(_ boxes: [Rect]) -> Drawing {
        Drawing(items: [.object(.markup(MarkupItem(.highlight, over: boxes.map { Quad($0) }, color: .black)))])
    }

    private func quads(_ drawing: Drawing) throws -> [Quad] {
        guard case .object(.markup(let markup)) = try #require(drawing.items.first) else { return [] }
        return markup.quads
    }

    private func rebase(
        _ drawings: [Drawing], _ old: [PageLayout], _ new: [PageLayout], corrections: [PlaceCorrection] = []
    ) -> Rebase {
        Rebase(
            drawings, from: DocumentLayout(pages: old), to: DocumentLayout(pages: new), corrections: corrections)
    }

    private func expectClose(_ quads: [Quad], _ boxes: [Rect], _ comment: Comment? = nil) {
        #expect(quads.count == boxes.count, comment)
        for (quad, box) in zip(quads, boxes) {
            #expect(zip(quad.corners, box.corners).allSatisfy { $0.distance(to: $1) < 0.01 }, comment)
        }
    }

    @Test(arguments: [
        ["quick", "brown", "fox"], ["while", "seven", "wizards", "quietly", "box"], ["with", "many", "old"], ["pack"],
    ])
    func `A mark breaks where its words break`(words: [String]) throws {
        let old = page(Self.text)
        for inserted in ["", "extraordinarily", "a short digression of several words"] {
            for scale in [1, 1.2] {
                let new = page("\(inserted) \(Self.text)", scale: scale)
                let result = rebase([mark(try boxes(of: words, on: old))], [old], [new])
                expectClose(try quads(result.drawings[0]), try boxes(of: words, on: new), "\(inserted), \(scale)")
                #expect(result.placements.map(\.certainty) == [.certain], "\(inserted), \(scale)")
            }
        }
    }

    @Test func `A mark that only shifts is told as a shift`() throws {
        let (old, new) = (page(Self.text), page(Self.text, top: 90))
        let result = rebase([mark(try boxes(of: ["fox", "jumps"], on: old))], [old], [new])
        #expect(result.placements.map(\.quads) == [nil])
        #expect(result.placements.map(\.transform) == [.translation(Vector(dx: 0, dy: 30))])
    }

    @Test func `A part of a word stays that part in another font`() throws {
        let (old, new) = (page(Self.text), page("\(Self.text) more", scale: 1.2))
        let word = try boxes(of: ["wizards"], on: old)[0]
        let part = Rect(x0: word.minX + 5, y0: word.minY - 1, x1: word.minX + 20, y1: word.maxY + 1)
        let found = try quads(rebase([mark([part])], [old], [new]).drawings[0])
        let target = try boxes(of: ["wizards"], on: new)[0]
        expectClose(
            found,
            [
                Rect(
                    x0: target.minX + 6, y0: target.minY - 1.2, x1: target.minX + 24, y1: target.maxY + 1.2)
            ])
    }

    @Test func `A mark follows its words to the next page`() throws {
        let words = Self.text.split(separator: " ")
        let old = [page(words.prefix(14).joined(separator: " ")), page(words.dropFirst(14).joined(separator: " "))]
        let new = [page(words.prefix(6).joined(separator: " ")), page(words.dropFirst(6).joined(separator: " "))]
        let marked = ["lazy", "dog", "while", "seven"]
        let result = rebase([mark(try boxes(of: marked, on: old[0])), Drawing()], old, new)
        #expect(result.placements.map(\.newPage) == [1])
        expectClose(try quads(result.drawings[1]), try boxes(of: marked, on: new[1]))
    }

    @Test func `A word that is found again by chance takes no mark along`() throws {
        let old = page("see table 4 below for all the heroes of this land")
        let new = page("see table 5 below for all the heroes of this land and in 4 cases more than ever before")
        let result = rebase([mark(try boxes(of: ["4"], on: old))], [old], [new])
        #expect(result.placements.map(\.quads) == [nil])
        #expect(result.placements.map(\.transform) == [.identity])
        #expect(result.placements.map(\.certainty) == [.likely])
    }

    @Test func `A mark that begins within a word keeps that part`() throws {
        let (old, new) = (page(Self.text), page("\(Self.text) more", top: 61))
        let (word, next) = (try boxes(of: ["wizards"], on: old)[0], try boxes(of: ["quietly"], on: old)[0])
        let part = Rect(x0: word.maxX - 6, y0: word.minY, x1: next.maxX, y1: next.maxY)
        let found = try quads(rebase([mark([part])], [old], [new]).drawings[0])
        expectClose(found, [Rect(x0: part.minX, y0: part.minY + 1, x1: part.maxX, y1: part.maxY + 1)])
        let wide = page("\(Self.text) more", scale: 1.2)
        let scaled = try quads(rebase([mark([part])], [old], [wide]).drawings[0])
        let target = try boxes(of: ["wizards"], on: wide)[0]
        #expect(scaled.first.map { ($0.upperStart.x - (target.maxX - 7.2)).magnitude < 0.01 } == true, "\(scaled)")
    }

    @Test func `Pieces that marked words apart stay apart, and what moved rigidly keeps its shape`() throws {
        let old = page(Self.text)
        let apart = try ["quick", "fox", "over"].map { try boxes(of: [$0], on: old)[0] }
        for new in [page("more \(Self.text)"), page(Self.text, scale: 1.2)] {
            let found = try quads(rebase([mark(apart)], [old], [new]).drawings[0])
            expectClose(found, try ["quick", "fox", "over"].map { try boxes(of: [$0], on: new)[0] })
        }
        // One piece with wide margins, each word again, and over several lines.
        let wide = try boxes(of: ["quick", "brown"], on: old)[0].expanded(by: 8)
        let result = rebase([mark([wide, wide])], [old], [page("\(Self.text) more", top: 70)])
        #expect(result.placements.map(\.quads) == [nil])
        #expect(result.placements.map(\.transform) == [.translation(Vector(dx: 0, dy: 10))])
        let block = Rect(x0: 60, y0: 60, x1: 360, y1: 100)
        let several = rebase([mark([block])], [old], [page("more \(Self.text)", scale: 1.2)])
        #expect(several.placements.map(\.quads) == [nil])
    }

    @Test func `A mark without some of its words is to be checked, and one without most of them is no guess`() throws {
        let old = page(Self.text)
        let new = page(Self.text.replacingOccurrences(of: "seven wizards ", with: ""))
        let some = rebase([mark(try boxes(of: ["dog", "while", "seven", "quietly"], on: old))], [old], [new])
        #expect(some.placements.map(\.certainty) == [.likely])
        let most = rebase([mark(try boxes(of: ["seven", "wizards"], on: old))], [old], [new])
        #expect(most.placements.map(\.quads) == [nil])
        #expect(most.placements.allSatisfy { $0.certainty != .certain })
    }

    @Test func `A person's correction shifts the pieces`() throws {
        let (old, new) = (page(Self.text), page("a longer way to begin \(Self.text)"))
        let words = ["while", "seven", "wizards", "quietly", "box"]
        let correction = PlaceCorrection(oldPage: 0, item: 0, newPage: 0, dx: 2, dy: 3)
        let result = rebase([mark(try boxes(of: words, on: old))], [old], [new], corrections: [correction])
        let moved = try boxes(of: words, on: new).map {
            Rect(x0: $0.minX + 2, y0: $0.minY + 3, x1: $0.maxX + 2, y1: $0.maxY + 3)
        }
        expectClose(try quads(result.drawings[0]), moved)
    }

    @Test func `Marks on slanted text, on no text and of no extent move like other items`() throws {
        let (old, new) = (page(Self.text), page(Self.text, top: 90))
        let slanted = Quad(try boxes(of: ["fox"], on: old)[0]).mapped { Point(x: $0.x + $0.y / 10, y: $0.y) }
        let point = Quad(Rect(x0: 70, y0: 65, x1: 70, y1: 65))
        for quad in [slanted, Quad(Sheets.rect(400, 600, 30, 10)), point] {
            let drawing = Drawing(items: [.object(.markup(MarkupItem(.underline, over: [quad], color: .black)))])
            let result = rebase([drawing], [old], [new])
            #expect(result.placements.count == 1)
            #expect(result.placements[0].quads == nil)
        }
    }
}
