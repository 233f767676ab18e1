// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct FormatTests {
    static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(2), "sheet.pdf": try Documents.sheet(), "folder.jpg/inside": []])
    }

    @Test(arguments: [("png", "png", "PNG"), ("jpeg", "jpg", "JPEG"), ("webp", "webp", "WEBP"), ("ppm", "ppm", "PPM")])
    func `Every format is written under its own ending`(format: String, ending: String, name: String) throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("render a.pdf --dpi 36 --format \(format) -o out"),
            """
            1> out/a-1.\(ending)  100 × 50 px, N bytes
            1> out/a-2.\(ending)  100 × 50 px, N bytes
            [0] +out/ +out/a-1.\(ending) +out/a-2.\(ending)
            """)
        expect(try shell.limn("thumbnail a.pdf --format \(format) --quiet"), "[0] +a.\(ending)")
        let decoded = try DecodedPicture(try shell.read("out/a-2.\(ending)"))
        #expect((decoded.format, decoded.width, decoded.height) == (name, 100, 50))
        #expect(decoded[50, 10].allSatisfy { $0 >= 252 })
        // The square of 40 points at the lower left corner.
        #expect(decoded[8, 42].allSatisfy { $0 <= 3 })
        #expect(decoded.dpi.map { ($0).rounded() } == (["webp", "ppm"].contains(format) ? nil : 36))
        #expect(decoded.mode == ["webp": "RGB", "ppm": "RGB", "jpeg": "L", "png": "1"][format])
    }

    @Test(arguments: [("b.png", "PNG"), ("b.jpg", "JPEG"), ("b.JPEG", "JPEG"), ("b.webp", "WEBP"), ("b.ppm", "PPM")])
    func `The name of the output tells the format`(name: String, format: String) throws {
        let shell = try Self.shell()
        expect(try shell.limn("render a.pdf --pages 1 --dpi 36 -o \(name) --quiet"), "[0] +\(name)")
        #expect(try DecodedPicture(try shell.read(name)).format == format)
        let option = format.lowercased()
        expect(try shell.limn("thumbnail a.pdf -o \(name) --format \(option) --quiet"), "[0] ~\(name)")
    }

    @Test func `A folder may be called like a picture, and a picture may come through a pipe`() throws {
        let shell = try Self.shell()
        expect(try shell.limn("thumbnail a.pdf -o folder.jpg --quiet"), "[0] +folder.jpg/a.png")
        expect(try shell.limn("thumbnail a.pdf -o folder.jpg --format webp --quiet"), "[0] +folder.jpg/a.webp")
        expect(try shell.sh("limn thumbnail a.pdf -o - --format jpeg >piped"), "[0] +piped")
        #expect(try DecodedPicture(try shell.read("piped")).format == "JPEG")
    }

    @Test(arguments: ["jpeg", "webp"])
    func `Quality is between 1 and 100 and decides about the size`(format: String) throws {
        let shell = try Self.shell()
        var sizes: [Int] = []
        for option in ["--quality 1", "--quality 60", "--quality 85", "", "--quality 100"] {
            _ = try shell.limn("thumbnail sheet.pdf --format \(format) \(option)")
            sizes.append(try shell.read("sheet.\(format == "jpeg" ? "jpg" : "webp")").count)
        }
        #expect(sizes[2] == sizes[3])
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2] && sizes[3] < sizes[4])
    }

    @Test func `WebP keeps what is transparent`() throws {
        let shell = try Self.shell()
        expect(try shell.limn("render a.pdf --pages 1 --dpi 36 --transparent -o b.webp --quiet"), "[0] +b.webp")
        let decoded = try DecodedPicture(try shell.read("b.webp"))
        #expect(decoded.mode == "RGBA")
        #expect(decoded[50, 10][3] == 0)
        #expect(decoded[8, 42] == [0, 0, 0, 255])
    }

    @Test func `A side that the format cannot have is refused before the page is drawn`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("render a.pdf --pages 1 --width 20000 --max-pixels 1000 -o b.webp"),
            """
            2> limn: a.pdf, page 1: A WebP of 20000 × 10000 pixels is not possible: each side must have 1 to 16383 pixels; \
            choose another resolution or format.
            [1]
            """)
        let object = try shell.json("render a.pdf --pages 1 --width 70000 --max-pixels 9000 -o b.jpg --json").first
        #expect(object?["status"] as? String == "refused")
    }
}
