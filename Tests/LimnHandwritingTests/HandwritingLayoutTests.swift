// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnHandwriting
import LimnInk
import Testing
import TestSupport

struct HandwritingLayoutTests {
    /// Ink that is made letter by letter: each is a zigzag of the given height.
    private struct Page {
        var drawing = Drawing()
        /// The strokes of each word.
        var words: [[Int]] = []

        @discardableResult mutating func stroke(_ points: [Point], brush: Brush = Brush(width: 1)) -> Int {
            drawing.strokes.append(Stroke(brush: brush, points: StrokePoints(points, width: 1)))
            return drawing.strokes.count - 1
        }

        /// Writes words of so many letters, and returns where the line ends.
        @discardableResult mutating func line(
            _ lengths: [Int], x: Double, y: Double, height: Double = 12, gap: Double = 10, slope: Double = 0
        ) -> Double {
            var x = x
            for length in lengths {
                words.append([])
                for _ in 0..<length {
                    let y = y + x * slope
                    let points = (0...8).map {
                        Point(x: x + Double($0) * 0.75, y: y - ($0 % 2 == 0 ? 0 : height))
                    }
                    words[words.count - 1].append(stroke(points))
                    x += 8
                }
                x += gap
            }
            return x
        }
    }

    private func words(_ layout: HandwritingLayout) -> [[Int]] {
        layout.lines.flatMap { $0.words.map { $0.strokes.sorted() } }
    }

    @Test func `Lines and their words are found from the top to the bottom`() {
        var page = Page()
        page.line([3, 5, 2], x: 50, y: 100)
        page.line([4, 1, 6], x: 50, y: 130)
        let layout = HandwritingLayout(page.drawing)
        #expect(words(layout) == page.words)
        #expect(layout.lines.count == 2)
        #expect(layout.letterHeight == 12)
        #expect(layout.setAside.isEmpty)
    }

    @Test(arguments: [-0.15, -0.05, 0.05, 0.15])
    func `Slanted lines are straightened`(_ slope: Double) {
        var page = Page()
        page.line([4, 4, 4, 4, 4], x: 50, y: 200, slope: slope)
        page.line([4, 4, 4, 4, 4], x: 50, y: 235, slope: slope)
        let layout = HandwritingLayout(page.drawing)
        #expect(words(layout) == page.words)
        for line in layout.lines { #expect(abs(line.angle - atan(slope)) < 0.01) }
    }

    @Test(arguments: [0.0, -11, 7])
    func `Columns are read one after the other, between what stands above and below them`(_ shift: Double) {
        var page = Page()
        page.line([6, 6, 6, 6, 6, 6], x: 50, y: 60)
        var (left, right) = ([[Int]](), [[Int]]())
        for row in 0..<4 {
            let y = 100 + 30 * Double(row)
            page.line([3, 4], x: 50, y: y)
            left += page.words.suffix(2)
            page.line([5, 2], x: 250, y: y + shift)
            right += page.words.suffix(2)
        }
        page.line([6, 6, 6, 6, 6, 6], x: 50, y: 240)
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.lines.count == 10)
        #expect(words(layout) == page.words.prefix(6) + left + right + page.words.suffix(6))
    }

    @Test func `The numbers behind the names of a list stay behind them`() {
        var page = Page()
        for row in 0..<4 {
            page.line([4, 3], x: 50, y: 100 + 30 * Double(row))
            page.line([2], x: 200, y: 100 + 30 * Double(row))
        }
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.lines.count == 8)
        #expect(words(layout) == page.words)
    }

    @Test func `Dots and bars belong to the nearest word`() {
        var page = Page()
        page.line([4, 4], x: 50, y: 100)
        page.line([4, 4], x: 50, y: 130)
        let dot = page.stroke([Point(x: 60, y: 84), Point(x: 60.5, y: 84.5)])
        page.words[0].append(dot)
        let bar = page.stroke([Point(x: 105, y: 123), Point(x: 111, y: 123)])
        page.words[3].append(bar)
        #expect(words(HandwritingLayout(page.drawing)) == page.words)
    }

    @Test func `What is struck out is set aside with the stroke that does it`() {
        var page = Page()
        page.line([3, 4, 3], x: 50, y: 100)
        let struck = page.words.remove(at: 1)
        let rule = page.stroke([Point(x: 83, y: 94), Point(x: 117, y: 94.5)])
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.setAside == struck + [rule])
        #expect(words(layout) == page.words)
    }

    @Test func `A scribble sets aside what is below it`() {
        var page = Page()
        page.line([3, 4, 3], x: 50, y: 100)
        let struck = page.words.remove(at: 1)
        let scribble = page.stroke((0...12).map { Point(x: $0 % 2 == 0 ? 82 : 118, y: 86 + Double($0) * 1.3) })
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.setAside == struck + [scribble])
        #expect(words(layout) == page.words)
    }

    @Test func `An underline leaves its words alone`() {
        var page = Page()
        page.line([3, 4, 3], x: 50, y: 100)
        let rule = page.stroke([Point(x: 50, y: 104), Point(x: 160, y: 104)])
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.setAside == [rule])
        #expect(words(layout) == page.words)
    }

    @Test func `Drawings, highlighters and filled shapes are set aside`() {
        var page = Page()
        page.line([3, 4, 3], x: 50, y: 100)
        let frame = page.stroke([
            Point(x: 20, y: 60), Point(x: 300, y: 60), Point(x: 300, y: 160), Point(x: 20, y: 160), Point(x: 20, y: 60),
        ])
        let marker = page.stroke(
            [Point(x: 50, y: 95), Point(x: 90, y: 95)], brush: Brush(kind: .highlighter, width: 12))
        let filled = page.stroke(
            [Point(x: 200, y: 90), Point(x: 210, y: 90), Point(x: 205, y: 99)], brush: Brush(width: 1, fill: 1))
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.setAside == [frame, marker, filled])
        #expect(words(layout) == page.words)
    }

    @Test func `Wide gaps separate phrases, and a long line is cut between words`() {
        var page = Page()
        page.line([2, 2], x: 50, y: 100)
        page.line([2], x: 115, y: 100)
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.lines.map { $0.phrases.map(\.strokes) } == [[[0, 1, 2, 3], [4, 5]]])
        var long = Page()
        long.line([Int](repeating: 4, count: 20), x: 20, y: 100)
        let phrases = HandwritingLayout(long.drawing).lines.flatMap(\.phrases)
        #expect(phrases.count == 3)
        #expect(phrases.flatMap(\.strokes) == Array(0..<80))
    }

    @Test func `A page without ink, or with ink that is nowhere, has no lines`() {
        #expect(HandwritingLayout(Drawing()).lines.isEmpty)
        var page = Page()
        page.stroke([])
        page.stroke([Point(x: .nan, y: 1), Point(x: .infinity, y: 2)])
        let layout = HandwritingLayout(page.drawing)
        #expect(layout.lines.isEmpty && layout.letterHeight == 0)
        #expect(layout.setAside == [0, 1])
    }

    @Test func `Each stroke is in one word or set aside, whatever the ink is`() {
        var generator = SeededGenerator(seed: 9)
        let sizes = [10.0, 500, 1e9, 1e-6]
        for _ in 0..<200 {
            var page = Page()
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let far = sizes[Int.random(in: sizes.indices, using: &generator)]
                let points = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                    let x = Double.random(in: -far...far, using: &generator)
                    return Point(x: x, y: Double.random(in: -far...far, using: &generator))
                }
                page.stroke(points)
            }
            let layout = HandwritingLayout(page.drawing)
            let all = words(layout).flatMap { $0 } + layout.setAside
            #expect(all.sorted() == Array(page.drawing.strokes.indices))
            #expect(
                layout.lines.flatMap { $0.phrases.flatMap(\.strokes) }.sorted() == words(layout).flatMap { $0 }.sorted()
            )
        }
    }

    /// Pieces of handwriting by sixty people, from `hand/words.json` of `LIMN_FOREIGN`; none without it.
    private func foreignWords() throws -> [[[Point]]] {
        struct Word: Decodable { var strokes: [[[Double]]] }
        guard let folder = ProcessInfo.processInfo.environment["LIMN_FOREIGN"], !folder.isEmpty,
            let data = FileManager.default.contents(atPath: "\(folder)/hand/words.json")
        else { return [] }
        return try JSONDecoder().decode([Word].self, from: data).map { word in
            word.strokes.map { $0.map { Point(x: $0[0], y: $0[1]) } }
        }
    }

    @Test func `Words of many people in rows and columns are never mixed`() throws {
        let words = try foreignWords()
        // The page is as wide as its words; they are scaled to a height of 20 points and stand 60 points apart.
        var (drawing, owners, x) = (Drawing(), [Int](), [Double](repeating: 0, count: 10))
        for (index, word) in words.enumerated() {
            let box = try #require(Rect(containing: word.joined()))
            let (row, scale) = (index % 10, 20 / max(box.height, 1))
            for line in word {
                let points = line.map {
                    Point(x: ($0.x - box.minX) * scale + x[row], y: ($0.y - box.minY) * scale + 60 * Double(row))
                }
                drawing.strokes.append(Stroke(brush: Brush(width: 1), points: StrokePoints(points, width: 1)))
                owners.append(index)
            }
            x[row] += box.width * scale + 60
        }
        for part in HandwritingLayout(drawing).lines.flatMap(\.phrases) {
            let mixed = Set(part.strokes.map { owners[$0] })
            #expect(mixed.count == 1, "the words \(mixed.sorted()) are mixed")
        }
    }
}
