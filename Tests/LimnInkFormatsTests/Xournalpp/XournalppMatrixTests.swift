// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Version 5 of the format, in which a matrix takes the place of coordinates.
@Suite struct XournalppMatrixTests {
    private static let version = #"creator="test" fileversion="5""#
    private static let quarter = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 30, ty: 40)

    private static func objects(_ layer: String) throws -> [PageObject] {
        try InkReader.read(note(layer, root: version)).document.pages[0].drawing.objects.map(\.object)
    }

    /// The start of a PNG of 40 × 20 pixels.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 40, 0, 0, 0, 20, 8, 2, 0, 0, 0, 0, 0, 0, 0]

    private static func element(_ name: String, _ attributes: String, _ bytes: [UInt8]) -> String {
        "<\(name) \(attributes)>\(Data(bytes).base64EncodedString())</\(name)>"
    }

    @Test func `A text stands at its matrix, with its wrapping and alignment`() throws {
        let objects = try Self.objects(
            #"<text font="Sans" size="12" matrix="0 1 -1 0 30 40" color="black" wrap="120" align="right">a</text>"#
                + #"<text font="Sans" size="12" matrix="2 0 0 2 1 2" color="black" justify="1" wrap="9">b</text>"#)
        let texts = objects.compactMap(\.text)
        try #require(texts.count == 2)
        #expect(texts.map(\.transform) == [Self.quarter, AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 1, ty: 2)])
        #expect(texts.map(\.width) == [120, 9])
        #expect(texts.map(\.alignment) == [.right, .justified])
    }

    @Test func `A link has its words and address in its attributes or its content`() throws {
        let place = #"font="Sans" size="12" matrix="1 0 0 1 5 6" color="black""#
        let objects = try Self.objects(
            #"<link \#(place) url="https://a.example/b%20c">one</link>"#
                + #"<link \#(place) align="1" url="https%3A%2F%2Fa.example" text="t%C3%BCr"/>"#)
        #expect(objects.compactMap(\.text).map(\.string) == ["one", "tür"])
        #expect(objects.compactMap(\.text).map(\.alignment) == [.start, .center])
        let targets = objects.compactMap { if case .link(let link) = $0 { link.target } else { nil } }
        #expect(targets == [.uri("https://a.example/b%20c"), .uri("https://a.example")])
    }

    @Test func `A picture's matrix maps its pixels, and a formula's the points of its page`() throws {
        let matrix = #"matrix="0 1 -1 0 30 40""#
        let plain = Array("%PDF-1.4\n1 0 obj<</Type/Page/MediaBox [ 0 0 50 25 ]>>endobj".utf8)
        let packed = Deflate.compress(Array("1 0 <</Type/Page/MediaBox[10 10 60 20.5]>>".utf8), as: .zlib)
        let compressed = Array("%PDF-1.5\n2 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\r\n".utf8) + packed
        let pictures = try Self.objects(
            Self.element("image", matrix, Self.png)
                + Self.element("teximage", "\(matrix) text=\"x\"", plain)
                + Self.element("teximage", "\(matrix) text=\"y\"", compressed)
        ).compactMap(\.picture)
        #expect(pictures.map(\.transform) == [Self.quarter, Self.quarter, Self.quarter])
        #expect(
            pictures.map(\.frame) == [
                Rect(x0: 0, y0: 0, x1: 40, y1: 20), Rect(x0: 0, y0: 0, x1: 50, y1: 25),
                Rect(x0: 0, y0: 0, x1: 50, y1: 10.5),
            ])
        #expect(pictures.map(\.alternative) == [nil, "x", "y"])
    }

    @Test func `A matrix that is no transform is listed`() throws {
        for matrix in ["", "1 0 0 1 5", "0 0 0 0 5 6", "1 0 0 1 nan 0", "1 0 0 1 1e99 0"] {
            let text = #"<text font="Sans" size="12" matrix="\#(matrix)" color="black">a</text>"#
            #expect(
                try dropped(note(text, root: Self.version)) == ["page 1: 1 × text (it has no place)"], "\(matrix)")
        }
        let odd = Self.element("teximage", #"matrix="1 0 0 1 0 0""#, Array("%PDF-1.4 nothing".utf8))
        #expect(try dropped(note(odd, root: Self.version)) == ["page 1: 1 × formula (its size is unknown)"])
    }

    @Test(arguments: ForeignFile.further(.found, "xopp").filter { $0.name.contains("version-5") })
    func `Files of other programs lose nothing`(file: ForeignFile) throws {
        let page = try InkReader.read(try file.bytes).document.pages[0]
        #expect(page.drawing.objects.map(\.object.kind) == [.text, .text, .text, .text, .text, .link, .picture])
    }
}
