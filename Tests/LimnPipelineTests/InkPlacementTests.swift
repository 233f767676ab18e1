// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
@testable internal import LimnPipeline
internal import Testing

struct InkPlacementTests {
    private static let sizes = [
        Size(width: 600, height: 800), Size(width: 300, height: 400), Size(width: 800, height: 600),
    ]

    private func page(
        _ x: Double, size: Size? = nil, background: InkDocument.Background = .none, layers: [Drawing.Layer] = []
    ) -> InkDocument.Page {
        let stroke = Stroke(Brush(width: 2, dash: [4, 2]), Point(x: x, y: 10), Point(x: x, y: 20))
        return .init(size: size, background: background, drawing: Drawing(strokes: [stroke], layers: layers))
    }

    private func place(
        _ pages: [InkDocument.Page], _ mapping: InkPlacement.Mapping = .byNumber(only: 1), fit: Bool = false
    ) throws -> InkPlacement {
        try InkPlacement(InkDocument(pages: pages), mapping: mapping, pageCount: 3, fit: fit, layers: .everything) {
            pages in
            Dictionary(uniqueKeysWithValues: pages.map { ($0, Self.sizes[$0 - 1]) })
        }
    }

    private func xs(_ placement: InkPlacement) -> [Int: [Double]] {
        placement.drawings.mapValues { $0.strokes.map { $0.points.positions[0].x } }
    }

    @Test func `Page n goes to page n, pages without strokes nowhere, a lone page where it is told`() throws {
        #expect(try xs(place([page(1), .init(), page(3)])) == [1: [1], 3: [3]])
        #expect(try xs(place([page(1)], .byNumber(only: 2))) == [2: [1]])
        // Told where a lone page goes, several pages still go by number.
        #expect(try xs(place([page(1), page(2)], .byNumber(only: 3))) == [1: [1], 2: [2]])
    }

    @Test func `Ink goes to the pages of the PDF that it names, and what names none is left out and told`() throws {
        let placement = try place(
            [page(1, background: .pdf(page: 3)), page(2, background: .paper(style: "lined", color: .white))],
            .byBackground)
        #expect(xs(placement) == [3: [1]])
        #expect(
            placement.notes == [
                .init(code: .inkLeftOut, text: "Page 2 has no matching page in the PDF and is left out.")
            ])
        #expect(placement.notes.allSatisfy { $0.isAboutInk })
    }

    @Test func `Two ink pages over one page of the PDF keep their order, and their layers stay apart`() throws {
        let background = InkDocument.Background.pdf(page: 2)
        let placement = try place(
            [
                page(1, background: background, layers: [.init(name: "a"), .init(name: "b")]),
                page(2, background: background, layers: [.init(name: "c")]),
            ], .byBackground)
        #expect(xs(placement) == [2: [1, 2]])
        let drawing = try #require(placement.drawings[2])
        #expect(drawing.layers.map(\.name) == ["a", "b", "c"])
        #expect(drawing.strokes.map(\.layer) == [0, 2])
    }

    @Test(arguments: [0, 4]) func `Ink for a page that does not exist is an error`(number: Int) {
        let error = #expect(throws: LimnError.self) { try place([page(1)], .byNumber(only: number)) }
        #expect(error?.code == .noSuchPage)
        #expect(error?.description == "The ink is for page \(number), and the document has 3 pages.")
        #expect(throws: LimnError.self) { try place([page(1, background: .pdf(page: number))], .byBackground) }
    }

    @Test func `A page of another size is placed unscaled with a note, a point off or less without`() throws {
        let near = try place([page(7, size: Size(width: 601, height: 799))])
        #expect(near.notes.isEmpty)
        let far = try place([page(7, size: Size(width: 601.5, height: 800))])
        #expect(xs(far) == [1: [7]])
        #expect(
            far.notes == [
                .init(
                    page: 1, code: .inkUnscaled,
                    text: "The page of the ink is 601.5 × 800 pt and this page is 600 × 800 pt; "
                        + "the ink is placed unscaled.")
            ])
        for size in [nil, Size(width: 0, height: 100), Size(width: 100, height: 0)] {
            #expect(try place([page(7, size: size)], fit: true).notes.isEmpty)
            #expect(try xs(place([page(7, size: size)], fit: true)) == [1: [7]])
        }
    }

    @Test func `Fitting scales evenly and centers, widths and dashes too`() throws {
        // 300 × 200 on 600 × 800: twice as large, 200 points above and below.
        let placement = try place([page(10, size: Size(width: 300, height: 200))], fit: true)
        #expect(placement.notes.isEmpty)
        let stroke = try #require(placement.drawings[1]?.strokes.first)
        #expect(stroke.points.positions == [Point(x: 20, y: 220), Point(x: 20, y: 240)])
        #expect(stroke.points.widths == [4, 4])
        #expect(stroke.brush.width == 4)
        #expect(stroke.brush.dash == [8, 4])
        // 1200 × 800 on 600 × 800: half as large.
        let half = try place([page(10, size: Size(width: 1200, height: 800))], fit: true)
        #expect(half.drawings[1]?.strokes[0].points.positions[0] == Point(x: 5, y: 205))
    }

    @Test func `Ink of a tablet lies as the tablet showed the PDF`() throws {
        func placed(_ placement: InkDocument.Placement, on target: Int) throws -> Stroke {
            var page = page(10, size: Size(width: 150, height: 300), background: .pdf(page: target))
            page.placement = placement
            let result = try place([page], .byBackground)
            #expect(result.notes.isEmpty)
            return try #require(result.drawings[target]?.strokes.first)
        }
        // 300 × 400 below 150 × 300: 75 points beside it on both sides.
        #expect(try placed(.topCenter, on: 2).points.positions == [Point(x: 85, y: 10), Point(x: 85, y: 20)])
        // Twice as wide and 4/3 as high: it is the width that fits.
        let filled = try placed(.filled, on: 2)
        #expect(filled.points.positions == [Point(x: 20, y: 20), Point(x: 20, y: 40)])
        #expect(filled.points.widths == [4, 4])
        // 800 × 600 lies turned, as 600 × 800: four times as wide. The canvas's top is the page's right edge.
        let turned = try placed(.filled, on: 3)
        #expect(turned.points.positions == [Point(x: 760, y: 40), Point(x: 720, y: 40)])
        #expect(turned.points.widths == [8, 8])
    }

    @Test func `Ink without a stroke is told`() throws {
        let placement = try place([.init(size: Size(width: 1, height: 1))])
        #expect(placement.drawings.isEmpty)
        #expect(placement.notes == [.init(code: .inkEmpty, text: "It has no strokes.")])
    }
}
