// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnGeometry
import Testing
import TestSupport

@Suite struct PDFSurfaceTests {
    private func document() throws -> [UInt8] {
        let surface = try PDFSurface(pageSize: Size(width: 72, height: 144))
        let context = try CairoContext(surface)
        context.setSource(red: 1, green: 0, blue: 0)
        context.append(Rect(x0: 0, y0: 0, x1: 36, y1: 36))
        context.fill()
        try surface.showPage()
        try surface.setPageSize(Size(width: 144, height: 72))
        context.setSource(red: 0, green: 0, blue: 1, alpha: 0.5)
        context.append(Rect(x0: 72, y0: 36, x1: 144, y1: 72))
        context.fill()
        try surface.showPage()
        surface.setTitle("Two pages")
        return try surface.finish()
    }

    @Test func `Each page has its own size and its ink in place`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(try document(), "two.pdf")
        for engine in [Engine.mupdf, .pdfium] {
            let first = try engine.draw(file, page: 1, dpi: 72)
            #expect((first.width, first.height) == (72, 144))
            #expect(first[10, 10] == (255, 0, 0))
            #expect(first[50, 10] == (255, 255, 255))
            #expect(first[10, 50] == (255, 255, 255))
            let second = try engine.draw(file, page: 2, dpi: 72)
            #expect((second.width, second.height) == (144, 72))
            #expect((126...129).contains(second[100, 50].red))
            #expect(second[100, 50].blue == 255)
            #expect(second[100, 10] == (255, 255, 255))
        }
    }

    @Test func `Equal pages give equal bytes at any time`() throws {
        let first = try document()
        #expect(String(decoding: first, as: UTF8.self).contains("/Producer"))
        #expect(!String(decoding: first, as: UTF8.self).contains("/CreationDate"))
        #expect(try document() == first)
    }

    @Test func `qpdf finds nothing wrong with the file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(try document(), "two.pdf")
        let done = try run(try Requirement.tool("qpdf"), "--check", file)
        #expect(done.status == 0, "\(done.text)\(done.stderr)")
    }
}
