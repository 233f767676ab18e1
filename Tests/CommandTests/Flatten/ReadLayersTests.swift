// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// Optional content of annotations comes back as layers.
struct ReadLayersTests {
    private func layers(_ shell: Shell, _ file: String) throws -> [[String]] {
        let drawing = try #require(try NativeInk.decode(shell.read(file)).pages.first).drawing
        return drawing.layers.enumerated().map { index, layer in
            let kinds = drawing.items.filter { $0.layer == index }.map { item in
                switch item {
                case .stroke: "stroke"
                case .object(let object): object.kind.rawValue
                }
            }
            return [layer.name ?? "-", layer.isVisible ? "on" : "off"] + (layer.isLocked ? ["locked"] : []) + kinds
        }
    }

    @Test(arguments: ["append", "rewrite"])
    func `Layers of an export without source ink come back with their items`(save: String) throws {
        func bar(_ y: Double, _ layer: Int) -> Item {
            let points = StrokePoints([Point(x: 30, y: y), Point(x: 170, y: y)], width: 10)
            return .stroke(Stroke(brush: Brush(width: 10), points: points, layer: layer))
        }
        let text = TextItem("Words", .init(family: "DejaVu Sans", size: 12), at: Point(x: 30, y: 80), layer: 2)
        let note = NoteItem(at: Point(x: 30, y: 140), title: "Door", layer: 1)
        let drawing = Drawing(
            items: [bar(20, 0), bar(40, 1), .object(.text(text)), .object(.note(note)), bar(60, 0)],
            layers: [
                .init(name: "Sketch"), .init(name: "Frame", isLocked: true), .init(name: "Später", isVisible: false),
            ])
        let ink = try NativeInk.encode(InkDocument(pages: [.init(background: .pdf(page: 1), drawing: drawing)]))
        let shell = try Shell(["a.pdf": onePagePDF(size: (200, 200)), "a.limn": ink])
        let flatten = "flatten a.pdf a.limn -o b.pdf --mode annotate --optional-content --no-source-ink --save \(save)"
        #expect(try shell.sh("limn \(flatten) --quiet") == "[0] +b.pdf")
        #expect(try shell.sh("limn ink convert b.pdf c.limn --quiet") == "[0] +c.limn")
        #expect(
            try layers(shell, "c.limn") == [
                ["Sketch", "on", "stroke", "stroke"], ["Frame", "on", "locked", "stroke", "note"],
                ["Später", "off", "text"],
            ])
    }

    @Test func `Groups and memberships of other programs become layers as the document opens`() throws {
        let square = { (content: String) in
            "<</Type/Annot/Subtype/Square/Rect[20 20 60 60]/C[1 0 0]/BS<</W 2>>\(content)>>"
        }
        let contents = [
            "", "/OC 20 0 R", "/OC 21 0 R", "/OC 21 0 R", "/OC<</Type/OCMD/OCGs 20 0 R>>",
            "/OC<</Type/OCMD/OCGs[20 0 R 21 0 R]/P/AllOn>>", "/OC<</Type/OCMD/OCGs[22 0 R]/P/AnyOff>>",
            "/OC<</Type/OCMD/OCGs 30 0 R>>", "/OC 30 0 R", "/OC 7", "/OC 22 0 R",
        ]
        var pdf = PDFText(
            catalog: "/OCProperties<</OCGs[20 0 R 21 0 R 22 0 R]/D<</OFF[21 0 R 7 (x)]/Locked[22 0 R]>>>>",
            page: "/MediaBox[0 0 200 200]/Annots[\(contents.map(square).joined(separator: " "))]")
        pdf.objects[20] = "<</Type/OCG/Name(Map)>>"
        pdf.objects[21] = "<</Type/OCG/Name(Hidden \\(GM\\))>>"
        pdf.objects[22] = "<</Type/OCG/Name<FEFF00C40074006800650072>>>"
        pdf.objects[30] = "<</Type/OCMD/OCGs 30 0 R>>"
        let shell = try Shell(["a.pdf": pdf.bytes])
        _ = try shell.sh("limn ink convert a.pdf c.limn --quiet")
        #expect(
            try layers(shell, "c.limn") == [
                ["-", "on", "stroke", "stroke", "stroke", "stroke"], ["Map", "on", "stroke", "stroke"],
                ["Hidden (GM)", "off", "stroke", "stroke"], ["Map, Hidden (GM)", "off", "stroke"],
                ["Äther", "off", "locked", "stroke"], ["Äther", "on", "locked", "stroke"],
            ])
    }

    @Test func `Where the base state is off, only the groups that are listed as on are visible`() throws {
        let square = { (group: Int) in
            "<</Type/Annot/Subtype/Square/Rect[20 20 60 60]/C[1 0 0]/OC \(group) 0 R>>"
        }
        var pdf = PDFText(
            catalog: "/OCProperties<</OCGs[20 0 R 21 0 R]/D<</BaseState/OFF/ON[21 0 R]>>>>",
            page: "/MediaBox[0 0 200 200]/Annots[\(square(20))\(square(21))]")
        pdf.objects[20] = "<</Type/OCG/Name(One)>>"
        pdf.objects[21] = "<</Type/OCG/Name(Two)>>"
        let shell = try Shell(["a.pdf": pdf.bytes])
        _ = try shell.sh("limn ink convert a.pdf c.limn --quiet")
        #expect(try layers(shell, "c.limn") == [["One", "off", "stroke"], ["Two", "on", "stroke"]])
    }
}

/// A document of one page, written object by object.
private struct PDFText {
    var objects: [Int: String]

    init(catalog: String, page: String) {
        objects = [
            1: "<</Type/Catalog/Pages 2 0 R\(catalog)>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: "<</Type/Page/Parent 2 0 R\(page)>>",
        ]
    }

    var bytes: [UInt8] {
        var bytes = Array("%PDF-1.7\n".utf8)
        var table = "xref\n0 1\n0000000000 65535 f \n"
        for (number, text) in objects.sorted(by: { $0.key < $1.key }) {
            let offset = String(bytes.count)
            table += "\(number) 1\n" + String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            bytes += Array("\(number) 0 obj\n\(text)\nendobj\n".utf8)
        }
        let start = bytes.count
        let size = (objects.keys.max() ?? 0) + 1
        return bytes
            + Array("\(table)trailer\n<</Size \(size)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }
}
