// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// Items that are made to be slow, large or wrong: each ends with a sentence, and the rest of the page is there.
struct HostileItemsTests {
    private static let style = TextItem.Style(family: "DejaVu Sans", size: 8)

    /// A page with a stroke and other items.
    private func shell(_ items: [Item]) throws -> Shell {
        let brush = Brush(color: .black, width: 4)
        let line = Stroke(brush: brush, points: StrokePoints([Point(x: 10, y: 50), Point(x: 90, y: 50)], width: 4))
        let ink = InkDocument(pages: [.init(drawing: Drawing(items: [.stroke(line)] + items))])
        return try Shell(["a.limn": try NativeInk.encode(ink), "a.pdf": Documents.pages(1)])
    }

    /// The commands that draw the ink tell a sentence, and draw the rest.
    private func expectSentence(_ shell: Shell, _ sentence: String) throws {
        for command in ["flatten a.pdf a.limn -o out.pdf", "flatten a.pdf a.limn -o out.pdf --mode annotate"] {
            let done = try shell.limn(command)
            #expect(done.contains(sentence) && done.contains("[3] "), "\(command): \(done.prefix(2000))")
        }
        let done = try shell.limn("render a.pdf --ink a.limn -o out.png --dpi 72")
        #expect(done.contains(sentence) && done.hasSuffix("[3] +out.png"), "\(done.prefix(2000))")
    }

    /// A PNG of 1 × 1 pixels whose head speaks of 60,000 × 60,000.
    private static func hugePicture() throws -> [UInt8] {
        var png = Array(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            ) ?? Data())
        png.replaceSubrange(16..<24, with: [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60])
        return png
    }

    @Test func `A picture of 60,000 pixels square is left out`() throws {
        let data = PictureData(try Self.hugePicture(), format: .png)
        let item = PictureItem(data, frame: Rect(x0: 10, y0: 10, x1: 90, y1: 40))
        try expectSentence(try shell([.object(.picture(item))]), "A picture is left out. ")
    }

    @Test func `Ink with a text of 10 MB in one run is refused`() throws {
        let text = String(repeating: "words and more ", count: 700_000)
        let shell = try shell([.object(.text(TextItem(text, Self.style, at: Point(x: 10, y: 10), width: 80)))])
        #expect(
            try shell.limn("flatten a.pdf a.limn -o out.pdf")
                == "2> limn: a.limn: The ink has too many points, too much text, or too many pages.\n[1]")
    }

    @Test func `A text of 2 MB in one run is left out`() throws {
        let text = String(repeating: "words and more ", count: 140_000)
        let item = TextItem(text, Self.style, at: Point(x: 10, y: 10), width: 80)
        let shell = try shell([.object(.text(item))])
        try expectSentence(shell, "A text is left out. ")
        // It is carried, shortened in lists.
        let list = try shell.limn("item list a.limn")
        #expect(list.utf8.count < 500 && list.contains("words and more"), "\(list.prefix(1000))")
        let converted = try shell.sh("limn ink convert a.limn a.svg")
        #expect(converted.contains("+a.svg"), "\(converted.prefix(1000))")
    }

    @Test(arguments: [
        "/etc/passwd", "../../../../etc/passwd", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "%n%s",
    ])
    func `A font name that is a path is a name that is missing`(name: String) throws {
        var style = Self.style
        style.family = name
        let item = TextItem("Still here", style, at: Point(x: 10, y: 10))
        let shell = try shell([.object(.text(item))])
        try expectSentence(shell, "The font \(name) is missing; ")
        let words = try run(try Requirement.tool("pdftotext"), shell.folder.path("out.pdf"), "-").text
        #expect(words.contains("Still here"))
    }

    @Test func `A hundred thousand items are drawn within the limits`() throws {
        let items = (0..<100_000).map { index -> Item in
            let place = Point(x: Double(index % 100), y: Double(index / 100 % 60))
            switch index % 40 {
            case 0...9: return .object(.text(TextItem("\(index % 50)", Self.style, at: place)))
            case 10...12:
                return .object(.link(LinkItem(Rect(origin: place, size: Size(width: 1, height: 1)), to: .page(1))))
            default:
                let points = StrokePoints([place, Point(x: place.x + 1, y: place.y)], width: 0.5)
                return .stroke(Stroke(brush: Brush(width: 0.5), points: points))
            }
        }
        let shell = try shell(items)
        for command in ["flatten a.pdf a.limn -o out.pdf", "render a.pdf --ink a.limn -o out.png --dpi 72"] {
            let done = try shell.limn("\(command) --quiet")
            #expect(done.hasPrefix("[0] +out."), "\(command): \(done)")
        }
    }

    @Test func `More links than viewers read are refused with a sentence`() throws {
        let items = (0..<10_001).map { index -> Item in
            let place = Point(x: Double(index % 100), y: Double(index / 100 % 60))
            return .object(.link(LinkItem(Rect(origin: place, size: Size(width: 1, height: 1)), to: .page(1))))
        }
        let shell = try shell(items)
        let refused = try shell.limn("flatten a.pdf a.limn -o out.pdf")
        #expect(refused.contains("Page 1 would get 10001 annotations") && refused.hasSuffix("[1]"), "\(refused)")
    }

    @Test(arguments: ["1e999", "\"x\"", "null", "[]"])
    func `A transform that is not a numbers is refused with a sentence`(number: String) throws {
        let item = TextItem("Words", Self.style, at: Point(x: 12.5, y: 10))
        let shell = try shell([.object(.text(item))])
        _ = try shell.sh("limn ink convert a.limn a.json --quiet")
        let json = String(decoding: try shell.read("a.json"), as: UTF8.self)
        let broken = json.replacing("12.5", with: number)
        #expect(broken != json)
        try shell.write("b.json", Array(broken.utf8))
        let refused = try shell.limn("flatten a.pdf b.json -o out.pdf")
        #expect(refused.hasPrefix("2> limn: b.json: ") && refused.hasSuffix("[1]"), "\(refused)")
    }

    @Test func `Annotations whose numbers are beyond all pages are left out, and the rest is read`() throws {
        let annotations = [
            "<</Subtype/FreeText/Rect[0 0 1e300 1e300]/Contents(far)/DA(/Helv 1e300 Tf)>>",
            "<</Subtype/FreeText/Rect[1 1 90 20]/Contents(flat)/LIMN_Matrix[0 0 0 0 1 1]>>",
            "<</Subtype/Square/Rect[-1e308 -1e308 1e308 1e308]/BS<</W 1e308>>>>",
            "<</Subtype/Text/Rect[10 10 28 28]/T(Here)>>",
        ]
        let pdf = Documents.pdf([(200, 100)], page: "/Annots[\(annotations.joined())]")
        let shell = try Shell(["a.pdf": pdf, "b.pdf": Documents.pages(1)])
        let list = try shell.limn("item list a.pdf")
        #expect(list.contains("“Here”") && !list.contains("flat"), "\(list)")
        let drawn = try shell.limn("render b.pdf --ink a.pdf -o out.png --dpi 72")
        #expect(drawn.contains("+out.png"), "\(drawn)")
    }
}
