// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import LimnGeometry
import LimnInk
import LimnPDFObjects
import LimnRaster
import Testing
import TestSupport

/// Pictures, notes and links in exports.
struct ObjectExportTests {
    /// A picture of four colors: red, green above blue, white.
    private static func quarters(hasAlpha: Bool = false) throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: 40, height: 20, hasAlpha: hasAlpha)
        for y in 0..<20 {
            for x in 0..<40 {
                buffer[x, y] =
                    switch (x < 20, y < 10) {
                    case (true, true): (0, 0, 255, 255)
                    case (false, true): (0, 255, 0, 255)
                    case (true, false): (255, 0, 0, 255)
                    case (false, false): hasAlpha ? (0, 0, 0, 0) : (255, 255, 255, 255)
                    }
            }
        }
        return buffer
    }

    static func png(hasAlpha: Bool = false) throws -> PictureData {
        PictureData(try PNGEncoder().encode(try quarters(hasAlpha: hasAlpha)), format: .png)
    }

    /// A JPEG whose Exif data gives an orientation, with a comment.
    private static func jpeg(orientation: UInt8) throws -> PictureData {
        let bytes = try JPEGEncoder(quality: 95).encode(try quarters())
        let tiff: [UInt8] = [
            0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        let exif = Array("Exif\u{0}\u{0}".utf8) + tiff
        let comment = Array("secret place".utf8)
        let segments =
            [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif + [0xff, 0xfe, 0, UInt8(comment.count + 2)] + comment
        return PictureData(Array(bytes[..<2]) + segments + bytes[2...], format: .jpeg)
    }

    private static func place(_ item: PictureItem) -> Drawing { Drawing(items: [.object(.picture(item))]) }

    private static let frame = Rect(x0: 20, y0: 20, x1: 100, y1: 60)

    private func colors(
        _ drawn: DrawnDocument, _ engine: Engine, at points: [(Double, Double)]
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let picture = try engine.draw(try folder.write(drawn.bytes, "picture.pdf"), dpi: 72)
        return points.map { x, y in
            let (red, green, blue) = picture[Int(x), Int(y)]
            func near(_ r: Int, _ g: Int, _ b: Int) -> Bool {
                abs(Int(red) - r) < 40 && abs(Int(green) - g) < 40 && abs(Int(blue) - b) < 40
            }
            return near(255, 0, 0)
                ? "red"
                : near(0, 255, 0)
                    ? "green"
                    : near(0, 0, 255)
                        ? "blue"
                        : near(255, 255, 255) ? "white" : near(255, 128, 128) ? "pink" : "\(red) \(green) \(blue)"
        }
    }

    /// The middles of the quarters of the frame: top left, top right, bottom left, bottom right.
    private static let middles = [(40.0, 30.0), (80.0, 30.0), (40.0, 50.0), (80.0, 50.0)]

    @Test(arguments: DrawnDocument.Way.allCases)
    func `A picture fills its frame upright, and transparent pixels show the page`(way: DrawnDocument.Way) throws {
        for data in [try Self.png(), try Self.png(hasAlpha: true), try Self.jpeg(orientation: 1)] {
            let drawn = try DrawnDocument([Self.place(PictureItem(data, frame: Self.frame))], way)
            for engine in Engine.allCases {
                let found = try colors(drawn, engine, at: Self.middles)
                #expect(found == ["red", "green", "blue", "white"], "\(engine)")
            }
        }
    }

    @Test(arguments: [
        (2, ["green", "red", "white", "blue"]), (3, ["white", "blue", "green", "red"]),
        (4, ["blue", "white", "red", "green"]), (5, ["red", "blue", "green", "white"]),
        (6, ["blue", "red", "white", "green"]), (7, ["white", "green", "blue", "red"]),
        (8, ["green", "white", "red", "blue"]),
    ])
    func `A photo is turned as its Exif data says, and nothing else of that data is in the export`(
        orientation: Int, expected: [String]
    ) throws {
        let data = try Self.jpeg(orientation: UInt8(orientation))
        let drawn = try DrawnDocument([Self.place(PictureItem(data, frame: Self.frame))])
        #expect(try colors(drawn, .mupdf, at: Self.middles) == expected)
        #expect(drawn.bytes.firstRange(of: Array("secret place".utf8)) == nil)
        // The scan itself is there as it was.
        #expect(drawn.bytes.firstRange(of: data.bytes.suffix(200)) != nil)
    }

    @Test func `A crop shows its part, a turned picture is turned, and opacity lets the page through`() throws {
        var item = PictureItem(
            try Self.png(), frame: Self.frame, crop: Rect(x0: 0.5, y0: 0, x1: 1, y1: 1))
        var drawn = try DrawnDocument([Self.place(item)])
        #expect(try colors(drawn, .pdfium, at: Self.middles) == ["green", "green", "white", "white"])
        item = PictureItem(try Self.png(), frame: Self.frame, crop: Rect(x0: 0, y0: 0, x1: 0.5, y1: 0.5), opacity: 0.5)
        drawn = try DrawnDocument([Self.place(item)])
        #expect(try colors(drawn, .mupdf, at: Self.middles + [(10, 30)]) == ["pink", "pink", "pink", "pink", "white"])
        // A half turn around the middle of the frame.
        item = PictureItem(
            try Self.png(), frame: Self.frame, transform: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 120, ty: 80))
        drawn = try DrawnDocument([Self.place(item)])
        #expect(try colors(drawn, .splash, at: Self.middles) == ["white", "blue", "green", "red"])
    }

    @Test(arguments: DrawnDocument.Way.allCases)
    func `A picture that two pages show is stored once, and the original is left as it is`(way: DrawnDocument.Way)
        throws
    {
        let page = Self.place(PictureItem(try Self.jpeg(orientation: 1), frame: Self.frame))
        let drawn = try DrawnDocument([page, page], way)
        let images = drawn.bytes.ranges(of: Array("/DCTDecode".utf8))
        #expect(images.count == 1)
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "twice.pdf")
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
        if way.appends { #expect(drawn.bytes.starts(with: drawn.original)) }
        #expect(try DrawnDocument([page, page], way).bytes == drawn.bytes)
    }

    @Test(arguments: DrawnDocument.Way.allCases)
    func `A formula is the page of its PDF with its fonts, stored once`(way: DrawnDocument.Way) throws {
        let formula = try DrawnDocument([DrawnDocument.text("x² + ½", size: 40)], size: Size(width: 200, height: 100))
        let data = PictureData(formula.bytes, format: .pdf)
        let page = Self.place(PictureItem(data, frame: Self.frame))
        let drawn = try DrawnDocument([page, page], way)
        #expect(drawn.messages.isEmpty)
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "formula.pdf")
        let text = try run(try Requirement.tool("pdftotext"), file, "-").text
        #expect(text.components(separatedBy: "x² + ½").count == 3)
        let fonts = try run(try Requirement.tool("pdffonts"), file).text.split(separator: "\n").dropFirst(2)
        #expect(fonts.count == 1 && fonts.allSatisfy { $0.contains("yes yes yes") })
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
        // The text begins 20 of 200 points from the left, and its letters are black.
        let shown = try Engine.mupdf.draw(file, dpi: 288)
        let dark: [Int] = (0..<shown.height).reduce(into: []) { all, y in
            all += (0..<shown.width).filter { shown[$0, y].0 < 100 }
        }
        #expect(dark.count > 500 && (112...118).contains(dark.min() ?? 0))
    }

    @Test func `A picture that is damaged or too large is left out with a message`() throws {
        let damaged = PictureData(Array(try Self.png().bytes.prefix(30)), format: .png)
        var huge = try Self.png().bytes
        huge.replaceSubrange(16..<24, with: [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60])
        for data in [damaged, PictureData(huge, format: .png), PictureData(Array("%PDF-1.4".utf8), format: .pdf)] {
            let drawn = try DrawnDocument([Self.place(PictureItem(data, frame: Self.frame))])
            #expect(drawn.messages.count == 1 && drawn.messages[0].hasPrefix("A picture is left out. "))
            #expect(drawn.bytes == drawn.original)
        }
    }

    @Test(arguments: DrawnDocument.Way.allCases)
    func `Notes and links are annotations that other programs read`(way: DrawnDocument.Way) throws {
        let note = NoteItem(at: Point(x: 10, y: 10), title: "Secret", text: "The door\nis trapped – ő")
        let drawing = Drawing(items: [
            .object(.note(note)), .object(.link(LinkItem(Self.frame, to: .uri("https://example.org/ä")))),
            .object(.link(LinkItem(Self.frame, to: .page(2)))), .object(.link(LinkItem(Self.frame, to: .page(9)))),
        ])
        let drawn = try DrawnDocument([drawing, Drawing(items: [])], way)
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "notes.pdf")
        let found = try JSONDecoder().decode([[String: String]].self, from: Data(try python("notes", file).utf8))
        #expect(
            found == [
                [
                    "Subtype": "/Text", "Contents": "The door\nis trapped – ő", "T": "Secret", "Rect": "10 72 28 90",
                    "AP": "yes",
                ],
                ["Subtype": "/Link", "URI": "https://example.org/%c3%a4", "Rect": "20 40 100 80"],
                ["Subtype": "/Link", "Dest": "2", "Rect": "20 40 100 80"],
            ])
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
    }

    @Test func `Text and pictures become annotations that other programs edit`() throws {
        let item = PictureItem(try Self.png(), frame: Self.frame, alternative: "x^2")
        var text = TextItem(
            "Maren שלום", .init(family: "DejaVu Sans", size: 12, weight: 700, color: Color(rgba: 0xff00_00ff)),
            at: Point(x: 20, y: 70))
        text.alignment = .center
        let drawing = Drawing(items: [.object(.picture(item)), .object(.text(text))])
        let drawn = try DrawnDocument([drawing], .annotated)
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "annotations.pdf")
        let found = try JSONDecoder().decode([[String: String]].self, from: Data(try python("notes", file).utf8))
        #expect(found.map { $0["Subtype"] } == ["/Stamp", "/FreeText"] && found.map { $0["AP"] } == ["yes", "yes"])
        #expect(found[0]["Contents"] == "x^2" && found[1]["Contents"] == "Maren שלום")
        #expect(found[1]["DA"] == "1 0 0 rg /Helv 12 Tf" && found[1]["Q"] == "1")
        #expect(found[1]["DS"] == "font: bold 12pt 'DejaVu Sans'; color: #ff0000; text-align: center")
    }

    @Test func `A drawing of strokes alone gives the bytes that it gave before there were objects`() throws {
        let sample = Project.folder.appendingPathComponent("Samples/character-sheet.limn")
        let ink = try NativeInk.decode(Array(try Data(contentsOf: sample)))
        let drawings = ink.pages.map(\.drawing)
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for drawing in drawings {
            let content = InkContent(drawing, resources: DrawingResources(drawings), paintsPins: true)
            for byte in content.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            #expect(content.fonts.isEmpty && content.pictures.isEmpty)
        }
        #expect(hash == 9_975_189_969_999_740_594)
    }
}
