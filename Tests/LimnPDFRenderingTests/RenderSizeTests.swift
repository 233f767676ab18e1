// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnPDFRendering
internal import LimnPictures
import Testing

@Suite struct RenderSizeTests {
    private let a4 = Size(width: 595.276, height: 841.89)

    @Test func `Resolution scales exactly and rounds sides up`() throws {
        let grid = try RenderSize.dpi(150).grid(for: a4)
        #expect((grid.width, grid.height) == (1241, 1754))
        #expect(grid.scaleX == 150.0 / 72 && grid.scaleY == 150.0 / 72)
        let letter = try RenderSize.dpi(150).grid(for: Size(width: 612, height: 792))
        #expect((letter.width, letter.height) == (1275, 1650))
        // 841.68 · 200 / 72 is 2338 and, in floating point, a little more.
        #expect(try RenderSize.dpi(200).grid(for: Size(width: 841.68, height: 72)).width == 2338)
    }

    @Test func `A length is met exactly and the other side follows, never to nothing`() throws {
        let wide = Size(width: 40_000, height: 10)
        for (size, page, width, height) in [
            (RenderSize.longerSide(256), a4, 181, 256), (.longerSide(256), Size(width: 300, height: 200), 256, 171),
            (.longerSide(256), wide, 256, 1), (.longerSide(1), a4, 1, 1), (.width(256), a4, 256, 362),
            (.height(256), a4, 181, 256), (.width(256), wide, 256, 1), (.exactly(width: 7, height: 900), a4, 7, 900),
        ] {
            let grid = try size.grid(for: page)
            #expect((grid.width, grid.height) == (width, height))
            // The page covers the picture exactly.
            let corner = grid.pageToPixels.apply(Point(x: page.width, y: page.height))
            #expect(corner.distance(to: Point(x: Double(width), y: Double(height))) < 1e-6)
        }
    }

    @Test func `A tiny page has at least one pixel`() throws {
        let grid = try RenderSize.dpi(1).grid(for: Size(width: 1, height: 0.001))
        #expect((grid.width, grid.height) == (1, 1))
    }

    @Test(arguments: [
        RenderSize.dpi(0), .dpi(-1), .dpi(.nan), .dpi(.infinity), .longerSide(0), .width(-5), .height(0),
        .exactly(width: 10, height: 0),
    ])
    func `What is no size is refused`(size: RenderSize) {
        #expect(throws: RenderSizeError.unusableSize) { try size.grid(for: a4) }
    }

    @Test(arguments: [RenderSize.dpi(1e300), .dpi(1e12), .width(Int.max), .exactly(width: Int.max, height: Int.max)])
    func `Sizes beyond counting are too large and do not trap`(size: RenderSize) {
        let error = #expect(throws: RenderSizeError.self) { try size.grid(for: a4) }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error)) is not too large.")
            return
        }
    }

    @Test func `A part of a grid is the smallest that covers a rectangle`() throws {
        let grid = try RenderSize.dpi(144).grid(for: Size(width: 100, height: 100))
        let part = try #require(grid.covering(Rect(x0: 10.2, y0: 20, x1: 30.6, y1: 40)))
        #expect((part.x, part.y, part.width, part.height) == (20, 40, 42, 40))
        #expect(part.bounds == Rect(x0: 10, y0: 20, x1: 31, y1: 40))
        #expect(part.pageToPixels.apply(Point(x: 10, y: 20)) == .zero)
        #expect(grid.covering(Rect(x0: -50, y0: -50, x1: 500, y1: 500)) == grid)
        #expect(grid.covering(Rect(x0: 200, y0: 0, x1: 300, y1: 10)) == nil)
        #expect(grid.covering(Rect(x0: 5, y0: 5, x1: 5, y1: 10)) == nil)
    }
}
