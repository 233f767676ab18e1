// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct XournalppWriterTests {
    static func xml(_ document: InkDocument, lossless: Bool = false) throws -> String {
        let export = try InkWriter.write(document, as: .xournalpp, options: .init(isLossless: lossless))
        return String(decoding: try Gzip.decompress(export.bytes), as: UTF8.self)
    }

    static func page(_ strokes: [Stroke], layers: [Drawing.Layer] = []) -> InkDocument {
        InkDocument(pages: [
            .init(
                size: Size(width: 100, height: 50), background: .paper(style: "plain", color: .white),
                drawing: Drawing(strokes: strokes, layers: layers))
        ])
    }

    static func line(_ brush: Brush = Brush(), widths: [Double]? = nil, layer: Int = 0) -> Stroke {
        let positions = [Point(x: 1, y: 2), Point(x: 30.123456789, y: -4), Point(x: 5, y: 6)]
        return Stroke(
            brush: brush,
            points: StrokePoints(positions: positions, widths: widths ?? positions.map { _ in brush.width }),
            layer: layer)
    }

    @Test func `A small document is written as Xournal++ writes it`() throws {
        var document = Self.page([
            Self.line(Brush(color: Color(rgba: 0x0102_03ff), width: 2), widths: [0.5, 1.25, 1.25]),
            Self.line(Brush(kind: .highlighter, color: Color(rgba: 0xffff_0078), width: 8, dash: [6, 3], fill: nil)),
        ])
        document.title = "A <b> & \"c\"\u{1}"
        document.pages[0].background = .paper(style: "graph", color: .white)
        #expect(
            try Self.xml(document) == ##"""
                <?xml version="1.0" standalone="no"?>
                <xournal creator="Limn" fileversion="4">
                <title>A &lt;b&gt; &amp; &quot;c&quot;</title>
                <page width="100" height="50">
                <background type="solid" color="#ffffffff" style="graph"/>
                <layer>
                <stroke tool="pen" color="#010203ff" width="2 0.5 1.25" capStyle="round">1 2 30.123457 -4 5 6</stroke>
                <stroke tool="highlighter" color="#ffff007f" width="8" capStyle="round" style="dash">1 2 30.123457 -4 5 6</stroke>
                </layer>
                </page>
                </xournal>

                """##)
        #expect(try Self.xml(document, lossless: true).contains("30.123456789"))
    }

    @Test func `The output is deterministic`() throws {
        let document = Self.page([Self.line()])
        let first = try InkWriter.write(document, as: .xournalpp).bytes
        #expect(try InkWriter.write(document, as: .xournalpp).bytes == first)
        #expect(Array(first[4..<8]) == [0, 0, 0, 0])
    }

    /// Writes a document and reads it again.
    static func roundTrip(_ document: InkDocument, lossless: Bool = true) throws -> (InkDocument, [String]) {
        let export = try InkWriter.write(document, as: .xournalpp, options: .init(isLossless: lossless))
        let read = try InkReader.read(export.bytes)
        #expect(read.format == .xournalpp)
        return (read.document, export.dropped.map(\.description))
    }

    @Test(arguments: XournalppSampleTests.files)
    func `What Xournal++ wrote is the same after writing and reading`(file: ForeignFile) throws {
        let document = try InkReader.read(file.bytes).document
        for lossless in [true, false] {
            let (again, dropped) = try Self.roundTrip(document, lossless: lossless)
            #expect(again == document)
            #expect(dropped.isEmpty)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Project.samples.path)))
    func `The project's own samples round-trip exactly`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Project.samples, includingPropertiesForKeys: nil)
        for url in files where ["xopp", "xoj"].contains(url.pathExtension) {
            let document = try InkReader.read(bytes(url)).document
            #expect(try Self.roundTrip(document) == (document, []), "\(url.lastPathComponent)")
        }
    }

    @Test func `Every supported brush round-trips exactly`() throws {
        var strokes: [Stroke] = []
        let dashes: [[Double]] = [[], [6, 3], [6, 3, 0.5, 3], [0.5, 3], [1, 2.5, 0, 1.0 / 3]]
        let fills: [Double?] = [nil, 0, 51.0 / 255, 1]
        for cap in Brush.Cap.allCases {
            for dash in dashes {
                for fill in fills {
                    for kind in Brush.Kind.allCases {
                        var brush = Brush(
                            kind: kind, color: Color(rgba: 0x1234_56ab), width: 1.0 / 3, cap: cap, dash: dash,
                            fill: fill)
                        if kind == .highlighter { brush.color.alpha = fill ?? 120.0 / 255 }
                        strokes.append(Self.line(brush))
                        strokes.append(Self.line(brush, widths: [0, 7, 7]))
                    }
                }
            }
        }
        let document = Self.page(strokes, layers: [.init(name: "a\n\"<&>"), .init(), .init(name: "")])
        #expect(try Self.roundTrip(document) == (document, []))
    }

    @Test func `A thousand random strokes round-trip, exactly or to eight digits`() throws {
        var generator = SeededGenerator(seed: 21)
        var strokes = (0..<1000).map { _ in randomStroke(using: &generator) }
        for i in strokes.indices {
            // The format does not store the width of the last point.
            var widths = strokes[i].points.widths
            widths[widths.count - 1] = widths[widths.count - 2]
            strokes[i].points = StrokePoints(positions: strokes[i].points.positions, widths: widths)
        }
        let document = Self.page(strokes)
        #expect(try Self.roundTrip(document) == (document, []))
        let (rounded, _) = try Self.roundTrip(document, lossless: false)
        for (a, b) in zip(document.pages[0].drawing.strokes, rounded.pages[0].drawing.strokes) {
            #expect(a.points.count == b.points.count)
            for (p, q) in zip(a.points.positions, b.points.positions) { #expect(p.distance(to: q) < 1e-5) }
            for (v, w) in zip(a.points.widths, b.points.widths) { #expect((v - w).magnitude <= 5e-8 * max(1, v)) }
        }
        #expect(try Self.roundTrip(rounded, lossless: false).0 == rounded)
    }

    @Test func `Strokes that are not in layer order keep the painting order through additional layers`() throws {
        let strokes = [1, 0, 0, 2, 1].map { Self.line(Brush(width: Double($0 + 1)), layer: $0) }
        let document = Self.page(
            strokes, layers: [.init(name: "a"), .init(name: "b"), .init(name: "c"), .init(name: "d")])
        let (again, dropped) = try Self.roundTrip(document)
        #expect(again.pages[0].drawing.layers.map(\.name) == ["a", "b", "a", "c", "b", "d"])
        #expect(again.pages[0].drawing.strokes.map(\.layer) == [1, 2, 2, 3, 4])
        #expect(again.pages[0].drawing.strokes.map(\.brush) == strokes.map(\.brush))
        #expect(dropped == ["page 1: 2 × layer (repeated to keep the painting order)"])
    }

    @Test func `A dot becomes two equal points, and invalid layers become the nearest valid ones`() throws {
        let dot = Stroke(brush: Brush(width: 2), points: StrokePoints([Point(x: 3, y: 4)], width: 5), layer: 99)
        let (again, dropped) = try Self.roundTrip(Self.page([dot]))
        #expect(
            again.pages[0].drawing.strokes[0].points == StrokePoints([Point(x: 3, y: 4), Point(x: 3, y: 4)], width: 5))
        #expect(again.pages[0].drawing.layers.count == 1)
        #expect(dropped.isEmpty)
    }

    @Test func `Unsupported content is listed`() throws {
        var stroke = Self.line(Brush(dash: [-1], tool: .pencil), widths: [1, 1, 2])
        stroke.points = StrokePoints(
            positions: stroke.points.positions, widths: stroke.points.widths,
            channels: [.pressure: [0, 1, 0], .opacity: [1, 1, 0]])
        let marker = Self.line(Brush(kind: .highlighter, color: Color(rgba: 0xff00_00ff)))
        let far = Stroke(brush: Brush(), points: StrokePoints([Point(x: 1e9, y: 0)]))
        var document = Self.page([stroke, marker, far, Stroke(brush: Brush(), points: StrokePoints())])
        document.template = .embedded([1, 2])
        document.pages[0].background = .pdf(page: 1)
        document.pages.append(.init(background: .paper(style: "glow", color: .white)))
        let (again, dropped) = try Self.roundTrip(document)
        #expect(
            dropped == [
                "page 1: 1 × background (page of a PDF without a name)",
                "page 1: 1 × channel of points (pressure)", "page 1: 1 × opacity", "page 1: 1 × tool (pencil)",
                "page 1: 1 × setting of a stroke (width of the last point)", "page 1: 1 × dash",
                "page 1: 1 × setting of a stroke (opacity of a highlighter)",
                "page 1: 1 × malformed stroke (too far off or too wide)", "page 1: 1 × malformed stroke (no points)",
                "page 2: 1 × unreadable attribute (no size, A4 is assumed)", "page 2: 1 × background (ruling glow)",
                "1 × PDF (carried inside, 2 bytes)",
            ])
        #expect(again.pages[0].background == .paper(style: "plain", color: .white))
        #expect(again.pages[1].size == Size(width: 595.27559, height: 841.88976))
    }

    @Test func `A page without a background becomes plain paper`() throws {
        let document = InkDocument(pages: [.init(size: Size(width: 9, height: 9))])
        #expect(try Self.roundTrip(document).0.pages[0].background == .paper(style: "plain", color: .white))
    }

    @Test func `A PDF is named once, by path or by suffix`() throws {
        for template in [InkDocument.Template.file("../测试 & \"x\".pdf"), .attachment(suffix: ".bg.pdf")] {
            let size = Size(width: 9, height: 9)
            let document = InkDocument(
                pages: [
                    .init(size: size, background: .paper(style: "plain", color: .white)),
                    .init(size: size, background: .pdf(page: 2)),
                    .init(size: size, background: .pdf(page: 1)), .init(size: size, background: .image(name: "a.png")),
                ], template: template)
            #expect(try Self.roundTrip(document) == (document, []))
        }
        let unused = InkDocument(pages: [.init(size: Size(width: 9, height: 9))], template: .file("a.pdf"))
        #expect(try Self.roundTrip(unused).1 == ["1 × PDF (no page shows it)"])
    }

    @Test func `Values that cannot be stored are rejected with their location`() {
        for bad in [Double.nan, .infinity] {
            let stroke = Stroke(brush: Brush(), points: StrokePoints([Point(x: bad, y: 0)]))
            let error = #expect(throws: InkFormatError.self) {
                try InkWriter.write(Self.page([Self.line(), stroke]), as: .xournalpp)
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.location == .init(page: 1, stroke: 2))
        }
        var sized = Self.page([])
        sized.pages[0].size = Size(width: .nan, height: 1)
        #expect(throws: InkFormatError.self) { try InkWriter.write(sized, as: .xournalpp) }
    }
}
