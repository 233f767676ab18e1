// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct SizeTests {
    /// What is asked for a page of 595.276 × 841.89 pt, and the pixels.
    static let sizes = [
        ("--dpi 72", "596 × 842"), ("--dpi 150", "1241 × 1754"), ("--scale-to 500", "354 × 500"),
        ("--width 333", "333 × 471"), ("--height 333", "235 × 333"), ("--dpi 0.001", "1 × 1"),
    ]

    @Test(arguments: sizes)
    func `Pictures have the size that was asked for`(option: String, pixels: String) throws {
        let shell = try Shell(["a.pdf": try Documents.sheet()])
        expect(
            try shell.limn("render a.pdf --pages 1 \(option)"), "1> a-1.png  \(pixels) px, N bytes\n[0] +a-1.png")
        let sides = pixels.split(separator: " × ").compactMap { Int($0) }
        let picture = try shell.read("a-1.png")
        #expect(picture[16..<20].reduce(0) { $0 << 8 | Int($1) } == sides[0])
        #expect(picture[20..<24].reduce(0) { $0 << 8 | Int($1) } == sides[1])
    }

    @Test func `A thumbnail of a very long page is as long as asked and a pixel high`() throws {
        let shell = try Shell(["wide.pdf": Documents.pdf([(40_000, 10)]), "high.pdf": Documents.pdf([(10, 40_000)])])
        expect(
            try shell.limn("thumbnail wide.pdf high.pdf"),
            """
            1> wide.png  256 × 1 px, N bytes
            1> high.png  1 × 256 px, N bytes
            [0] +high.png +wide.png
            """)
    }

    @Test func `The longer side of a thumbnail is exact`() throws {
        let shell = try Shell(["a.pdf": Documents.pdf([(200, 99)]), "b.pdf": Documents.pdf([(99, 200)])])
        expect(
            try shell.limn("thumbnail a.pdf b.pdf --size 101 -o out"),
            """
            1> out/a.png  101 × 50 px, N bytes
            1> out/b.png  50 × 101 px, N bytes
            [0] +out/ +out/a.png +out/b.png
            """)
    }

    @Test func `A picture above the limit is refused, page by page, and the others are done`() throws {
        let shell = try Shell(["a.pdf": Documents.pdf([(1000, 1000), (100, 100), (40_000, 10)])])
        expect(
            try shell.limn("render a.pdf --dpi 72 --max-pixels 0.5"),
            """
            1> a-2.png  100 × 100 px, N bytes
            2> limn: a.pdf, page 1: The picture would have 1000 × 1000 pixels; at most 32767 a side and 500000 in all \
            are allowed. Choose a lower resolution or raise the limit.
            2> limn: a.pdf, page 3: The picture would have 40000 × 10 pixels; at most 32767 a side and 500000 in all \
            are allowed. Choose a lower resolution or raise the limit.
            [1] +a-2.png
            """)
        let objects = try shell.json("render a.pdf --dpi 72 --max-pixels 0.5 --json")
        #expect(objects.map { $0["page"] as? Int } == [1, 2, 3])
        #expect(objects.map { $0["status"] as? String } == ["refused", "ok", "refused"])
    }
}
