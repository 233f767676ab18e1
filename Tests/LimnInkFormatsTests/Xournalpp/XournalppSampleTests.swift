// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Files written by Xournal++.
@Suite struct XournalppSampleTests {
    /// A file that `Scripts/foreign` had Xournal++ write.
    static func made(_ name: String) -> ForeignFile { .made(.ink, "xournalpp-\(name).xopp") }

    static let files =
        ["handwriting", "layers", "pages", "stroke", "stroke-zip", "strokes"].map(made)
        + ForeignFile.further(.ink, "xopp")

    /// Compares an import with the counts of a Python script.
    static func compare(_ url: URL) throws {
        let file = try InkReader.read(bytes(url))
        #expect(file.format == .xournalpp)
        let lines = try python("xopp_counts", url.path).split(separator: "\n")
        try #require(lines.count == file.document.pages.count)
        for (line, page) in zip(lines, file.document.pages) {
            let counted = line.split(separator: " ").compactMap { Double($0) }
            try #require(counted.count == 8)
            let strokes = page.drawing.strokes
            #expect(page.size == Size(width: counted[0], height: counted[1]))
            #expect(page.drawing.layers.count == Int(counted[2]))
            #expect(strokes.count == Int(counted[3]))
            #expect(page.drawing.pointCount == Int(counted[4]))
            let positions = strokes.flatMap(\.points.positions)
            #expect(abs(positions.reduce(0) { $0 + $1.x } - counted[5]) < 1e-6)
            #expect(abs(positions.reduce(0) { $0 + $1.y } - counted[6]) < 1e-6)
            let widths = strokes.flatMap { $0.points.widths.dropLast() }
            #expect(abs(widths.reduce(0, +) - counted[7]) < 1e-6)
            #expect(strokes.allSatisfy { $0.points.isValid })
        }
    }

    @Test(arguments: files) func `Strokes and points are those that Python counts`(file: ForeignFile) throws {
        try Self.compare(file.url)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Project.samples.path)))
    func `The project's own samples are read`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Project.samples, includingPropertiesForKeys: nil)
        let notes = files.filter { ["xopp", "xoj"].contains($0.pathExtension) }
        #expect(!notes.isEmpty)
        for url in notes { try Self.compare(url) }
    }

    @Test func `Brushes of every tool come over with color, width, dash and fill`() throws {
        let file = try InkReader.read(Self.made("strokes").bytes)
        let strokes = file.document.pages[0].drawing.strokes
        try #require(strokes.count == 13)
        #expect(strokes[0].brush == Brush(color: Color(rgba: 0x002e_99ff), width: 2.26))
        #expect(strokes[0].points.widths.prefix(2) == [0.46442487, 0.47684898])
        #expect(strokes[1].brush.dash == [6, 3])
        #expect(strokes[1].constantWidth == 2.26)
        #expect(strokes[2].brush.dash == [6, 3, 0.5, 3])
        #expect(strokes[3].brush.dash == [0.5, 3])
        #expect(strokes[4].brush.dash == [3, 4, 9])
        #expect(strokes[6].brush == Brush(kind: .whiteout, color: .white, width: 8.5))
        #expect(strokes[7].brush.fill == 128.0 / 255)
        #expect(strokes[8].brush == Brush(kind: .highlighter, color: Color(rgba: 0xffa1_5478), width: 19.84))
        #expect(strokes[10].points.positions == [Point(x: 300, y: 500), Point(x: 300, y: 500)])
        #expect(strokes[11].brush.fill == 1)
        #expect(file.document.title == nil)
        #expect(file.document.template == nil)
        #expect(file.dropped.isEmpty)
        #expect(file.document.pages[0].background == .paper(style: "graph", color: .white, settings: "m1=40,rm=1"))
    }

    @Test func `Layers keep their names, and typed text stands on its layer`() throws {
        let file = try InkReader.read(Self.made("layers").bytes)
        let drawing = file.document.pages[0].drawing
        #expect(drawing.layers.map(\.name) == [nil, "Named & layer", nil])
        #expect(drawing.strokes.map(\.layer) == [2])
        #expect(file.dropped.isEmpty && file.undrawn.isEmpty)
        #expect(drawing.objects.map(\.object.layer) == [0, 1, 2])
        let style = TextItem.Style(family: "Sans", size: 12, color: Color(rgba: 0x0080_00ff))
        #expect(drawing.objects[1].object == .text(TextItem("l2", style, at: Point(x: 156, y: 223.5), layer: 1)))
    }

    @Test func `Every ruling and the picture behind a page are named`() throws {
        let file = try InkReader.read(Self.made("pages").bytes)
        let styles = file.document.pages.map { page in
            switch page.background {
            case .paper(let style, let color, _): color == .white ? style : "coloured"
            case .image(let name): name
            default: "other"
            }
        }
        let picture = "xournalpp-pages.xopp.bg_1.png"
        #expect(
            styles == [
                "plain", "ruled", "lined", "staves", "graph", "dotted", "isodotted", "isograph", "graph", "coloured",
                picture,
            ])
        #expect(file.document.pages.allSatisfy { $0.drawing.objects.map(\.object.kind) == [.text] })
        #expect(file.dropped.contains(DroppedItem(kind: .backgroundImage, page: 11, detail: picture)))
    }

    @Test func `The ZIP form holds the same ink as the gzip form`() throws {
        let zip = try InkReader.read(Self.made("stroke-zip").bytes)
        let gzip = try InkReader.read(Self.made("stroke").bytes)
        #expect(zip.document == gzip.document)
        #expect(zip.document.pointCount == 90)
    }
}
