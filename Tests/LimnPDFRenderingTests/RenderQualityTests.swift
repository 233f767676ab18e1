// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnPDFRendering
internal import LimnPictures
import LimnRaster
import Testing
import TestSupport

/// Pictures whose pages are drawn larger and averaged down.
@Suite struct RenderQualityTests {
    /// Black lines of 0.5 pt, one every 5 pt: a tenth of the page is black.
    private static let lines = SmallPDF.pages(
        ["/MediaBox[0 0 500 500]"],
        content: "0.5 w " + stride(from: 2.5, to: 500, by: 5).map { "0 \($0) m 500 \($0) l " }.joined() + "S")

    private func meanLevel(_ buffer: PixelBuffer) -> Double {
        var sum = 0
        for y in 0..<buffer.height { for x in 0..<buffer.width { sum += Int(buffer[x, y].green) } }
        return Double(sum) / Double(buffer.width * buffer.height)
    }

    @Test(arguments: [64, 128, 256, 400])
    func `The best quality does not let thin lines darken small pictures`(size: Int) throws {
        let page = try PDFDocument(bytes: Self.lines.bytes).page(1)
        let truth = 255 * 0.9
        let fast = meanLevel(try page.render(.longerSide(size), quality: .fast))
        let best = meanLevel(try page.render(.longerSide(size), quality: .best))
        #expect((best - truth).magnitude <= (fast - truth).magnitude / 2.5, "\(best), fast \(fast)")
    }

    @Test func `A picture is the mean of a larger one, also a part of it`() throws {
        let page = try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1)
        let grid = try page.grid(.longerSide(100))
        let fine = try page.render(.exactly(width: 4 * grid.width, height: 4 * grid.height), quality: .fast)
        let picture = Picture(try page.render(grid, quality: .best))
        // What is averaged is transparent still; the paper comes below it afterwards, and rounding with it.
        #expect(try #require(picture.differences(from: Picture(try fine.reduced(by: 4)))).worst <= 1)
        let part = try #require(grid.covering(Rect(x0: 50, y0: 50, x1: 150, y1: 200)))
        let piece = Picture(try page.render(part, quality: .best))
        let expected = picture.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
        let difference = try #require(piece.differences(from: expected))
        #expect(difference.worst <= 6)
    }

    @Test func `Pictures below 100 pixels an inch are drawn larger, others only for the best`() throws {
        let letter = Size(width: 612, height: 792)
        func factors(_ size: RenderSize, limit: Int = 50_000_000) throws -> [Int] {
            let grid = try size.grid(for: letter)
            return RenderQuality.allCases.map { $0.factor(for: grid, pixelLimit: limit) }
        }
        #expect(try factors(.longerSide(256)) == [1, 2, 4])
        #expect(try factors(.longerSide(512)) == [1, 2, 4])
        #expect(try factors(.dpi(96)) == [1, 2, 4])
        #expect(try factors(.dpi(100)) == [1, 1, 2])
        #expect(try factors(.dpi(300)) == [1, 1, 2])
    }

    @Test func `The limit of pixels holds for what is drawn, too`() throws {
        let letter = Size(width: 600, height: 800)
        let grid = try RenderSize.longerSide(200).grid(for: letter)
        let pixels = 150 * 200
        for (limit, factor) in [(pixels, 1), (4 * pixels - 1, 1), (4 * pixels, 2), (9 * pixels, 3), (99 * pixels, 4)] {
            #expect(RenderQuality.best.factor(for: grid, pixelLimit: limit) == factor)
        }
        // Cairo draws at most 32,767 pixels a side.
        let strip = try RenderSize.longerSide(20_000).grid(for: Size(width: 10, height: 100_000))
        #expect(RenderQuality.best.factor(for: strip, pixelLimit: .max) == 1)
        let page = try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1)
        let picture = try page.render(.longerSide(300), quality: .best, pixelLimit: 200 * 300)
        #expect((picture.width, picture.height) == (200, 300))
    }

    @Test func `What is transparent stays so`() throws {
        let page = try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1)
        let picture = try page.render(.longerSide(60), background: .transparent, quality: .standard)
        #expect(picture.hasAlpha)
        var alphas: Set<UInt8> = []
        for y in 0..<picture.height { for x in 0..<picture.width { alphas.insert(picture[x, y].alpha) } }
        #expect(alphas.contains(0) && alphas.contains(255) && alphas.count > 2)
    }
}
