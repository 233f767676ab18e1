// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Typed text and images of Saber.
@Suite struct SaberTextTests {
    static func objects(_ page: String, more: String = "", dropped: [String] = []) throws -> [PageObject] {
        let json = #"{"v":12,"ni":0,"l":40,"lt":3,"z":[{"w":1000,"h":1400,\#(page)}]\#(more)}"#
        let read = try InkReader.read(Array(json.utf8))
        #expect(read.dropped.map(\.description) == dropped)
        return read.document.pages[0].drawing.objects.map(\.object)
    }

    @Test func `Text has the height of the paper's lines, and its styles`() throws {
        let objects = try Self.objects(
            ##""q":[{"insert":"Hello "},{"insert":"you","attributes":{"bold":true,"color":"#ff0000"}},{"insert":"\n\n"}]"##
        )
        let text = try #require(objects.first?.text)
        #expect(objects.count == 1)
        let style = TextItem.Style(family: "Neucha", size: 28)
        var red = style
        (red.weight, red.color) = (700, Color(rgba: 0xff00_00ff))
        #expect(text.runs == [.init("Hello ", style), .init("you", red)])
        #expect(text.width == 960)
        #expect(abs(try #require(text.lineHeight) * 28 - 40) < 1e-9)
        #expect(text.transform == .translation(Vector(dx: 20, dy: 48)))
    }

    @Test func `Headings and lists have their sizes and markers`() throws {
        let objects = try Self.objects(
            """
            "q":[{"insert":"Title"},{"insert":"\\n","attributes":{"header":1}},{"insert":"a"},
            {"insert":"\\n","attributes":{"list":"bullet"}},{"insert":"b"},{"insert":"\\n","attributes":{"list":"ordered"}},
            {"insert":"c"},{"insert":"\\n","attributes":{"list":"ordered"}},{"insert":"d"},
            {"insert":"\\n","attributes":{"list":"checked"}},{"insert":{"image":"x"}}]
            """, dropped: ["page 1: 1 × unknown element (an object inside the text)"])
        let texts = objects.compactMap(\.text)
        #expect(texts.map(\.string) == ["Title", "•  a\n1.  b\n2.  c\n☑  d"])
        #expect(texts[0].runs[0].style.size == 46 && texts[0].runs[0].style.isUnderlined)
        #expect(texts[1].transform.ty - texts[0].transform.ty == 40)
    }

    @Test func `Images have their bytes, place and crop, and the background fits the page`() throws {
        let png = Data(XournalppItemTests.png).base64EncodedString()
        let bytes = XournalppItemTests.png.map { "\($0)" }.joined(separator: ",")
        let image = #"{"id":1,"e":".png","x":10,"y":20,"w":300,"h":200,"sx":5,"sw":10,"sh":20,"nw":20,"nh":20,"a":0}"#
        let objects = try Self.objects(
            #""i":[\#(image),{"w":9,"h":9,"b":[\#(bytes)]},{"e":".svg","w":9,"h":9}],"b":{"a":0,"nw":10,"nh":10}"#,
            more: #","a":["\#(png)"]"#, dropped: ["page 1: 1 × image (a svg file)"])
        let pictures = objects.compactMap(\.picture)
        try #require(pictures.count == 3)
        #expect(pictures.allSatisfy { $0.data.bytes == XournalppItemTests.png })
        #expect(pictures[0].frame == Rect(x0: 0, y0: 200, x1: 1000, y1: 1200))
        #expect(pictures[1].frame == Rect(x0: 10, y0: 20, x1: 310, y1: 220))
        #expect(pictures[1].crop == Rect(x0: 0.25, y0: 0, x1: 0.75, y1: 1))
    }
}
