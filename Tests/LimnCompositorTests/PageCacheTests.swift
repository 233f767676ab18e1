// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import Testing
internal import TestSupport

@Suite struct DrawnPagesTests {
    private func page() throws -> PDFPage {
        try PDFDocument(bytes: try Project.sample("character-sheet.pdf")).page(1)
    }

    private func bytes(_ picture: PixelBuffer) -> [UInt8] { picture.withUnsafeMutableBytes { Array($0) } }

    @Test func `A page is drawn once for many drawings, and each is as if it had been drawn for it`() throws {
        let (page, pages) = (try page(), PageCache())
        let grid = try page.grid(.longerSide(256))
        let composer = PageComposer()
        for index in 0..<5 {
            let line = StrokePoints([Point(x: 50, y: 100 + Double(index) * 90), Point(x: 500, y: 300)], width: 6)
            let ink = Drawing(strokes: [Stroke(brush: Brush(width: 6), points: line)])
            let shared = try composer.picture(of: page, grid: grid, ink: ink, pages: pages)
            let own = try composer.picture(of: page, grid: grid, ink: ink)
            #expect(bytes(shared) == bytes(own))
        }
        #expect(pages.drawnCount == 1)
    }

    @Test func `What somebody paints on a picture does not show in the next one`() throws {
        let (page, pages) = (try page(), PageCache())
        let grid = try page.grid(.longerSide(64))
        let first = try pages.picture(of: page, grid: grid)
        let clean = bytes(first)
        first.fillWhite()
        #expect(bytes(try pages.picture(of: page, grid: grid)) == clean)
    }

    @Test func `Another size or paper is another picture`() throws {
        let (page, pages) = (try page(), PageCache())
        let (small, large) = (try page.grid(.longerSide(64)), try page.grid(.longerSide(65)))
        _ = try pages.picture(of: page, grid: small)
        _ = try pages.picture(of: page, grid: large)
        _ = try pages.picture(of: page, grid: small, background: .transparent)
        #expect(pages.drawnCount == 3)
        _ = try pages.picture(of: page, grid: small)
        #expect(pages.drawnCount == 3)
    }

    @Test func `The oldest pictures go where there is no room`() throws {
        let page = try page()
        let grids = try [60, 61, 62].map { try page.grid(.longerSide($0)) }
        // Room for two of about 10 KB.
        let pages = PageCache(byteLimit: 25_000)
        for grid in grids + [grids[2], grids[1]] { _ = try pages.picture(of: page, grid: grid) }
        #expect(pages.drawnCount == 3)
        _ = try pages.picture(of: page, grid: grids[0])
        #expect(pages.drawnCount == 4)
    }
}
