// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnPDFRendering
import LimnPictures
import LimnRaster
import Testing

@Suite struct PageViewTests {
    @Test func `a part may start within a pixel, and is the same part at any size`() throws {
        let view = PageView(region: Rect(x0: 10.25, y0: 20.5, x1: 30.25, y1: 60.5), width: 40, height: 80)
        let grid = try view.grid()
        #expect([grid.x, grid.y, grid.width, grid.height] == [20, 41, 40, 80])
        #expect([grid.scaleX, grid.scaleY, grid.shiftX, grid.shiftY] == [2, 2, 0.5, 0])
        #expect(grid.bounds == view.region)
        #expect(grid.pageToPixels.apply(Point(x: 10.25, y: 20.5)) == Point(x: 0, y: 0))
    }

    @Test func `parts without a size, or farther away than pixels count, have no grid`() {
        let page = Rect(x0: 0, y0: 0, x1: 10, y1: 10)
        let views = [
            PageView(region: page, width: 0, height: 1), PageView(region: page, width: 1, height: 1, quarterTurns: 4),
            PageView(region: Rect(x0: 5, y0: 5, x1: 5, y1: 9), width: 1, height: 1),
            PageView(region: Rect(x0: 1e12, y0: 0, x1: 1e12 + 1, y1: 1), width: 100, height: 100),
            PageView(region: Rect(x0: 0, y0: 0, x1: .infinity, y1: 1), width: 1, height: 1),
        ]
        for view in views { #expect(throws: RenderSizeError.self) { try view.grid() } }
    }

    @Test func `edges of a part that starts within a pixel cover the pixels by their share`() throws {
        // A black square from 10.5 pixels on, drawn from 10.25 pixels on: its first pixel is covered by three quarters.
        let pdf = SmallPDF.pages(["/MediaBox[0 0 100 100]"], content: "0 g 10.5 0 20 100 re f")
        let page = try PDFDocument(bytes: pdf.bytes).page(1)
        let view = PageView(region: Rect(x0: 10.25, y0: 0, x1: 20.25, y1: 100), width: 10, height: 100)
        let picture = try page.render(try page.grid(view))
        #expect((60...70).contains(picture[0, 50].red), "\(picture[0, 50].red)")
        #expect(picture[1, 50].red == 0)
    }
}
