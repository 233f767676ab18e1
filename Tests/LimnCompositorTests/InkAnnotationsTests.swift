// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct InkAnnotationsTests {
    /// Pages in every rotation, with and without a CropBox and a /UserUnit.
    private static let pages: [String] = [0, 90, 180, 270].flatMap { rotate in
        ["", "/CropBox [-10 20 180.5 171.3]"].flatMap { crop in
            [1.0, 2, 1.7].map { unit in
                "/MediaBox [-20 10 200 190.37] \(crop) /Rotate \(rotate) /UserUnit \(unit)"
            }
        }
    }

    /// Strokes of every kind within a page's size.
    private static func ink(on page: PageGeometry) -> Drawing {
        let (w, h) = (page.size.width, page.size.height)
        func wave(_ y: Double, _ width: (Double) -> Double) -> StrokePoints {
            let steps = (0...80).map { Double($0) / 80 }
            return StrokePoints(
                positions: steps.map { Point(x: w * (0.1 + 0.8 * $0), y: h * y + 9 * sin($0 * 11)) },
                widths: steps.map(width))
        }
        let blue = Color(red: 0.1, green: 0.2, blue: 0.9)
        return Drawing(strokes: [
            Stroke(brush: Brush(color: .black, width: 2), points: wave(0.2) { _ in 2 }),
            Stroke(brush: Brush(color: blue, width: 2), points: wave(0.4) { 1 + 3 * $0 }),
            Stroke(
                brush: Brush(kind: .highlighter, color: Color(red: 1, green: 1, blue: 0, alpha: 0.6), width: 9),
                points: wave(0.45) { _ in 9 }),
            Stroke(
                brush: Brush(color: Color(red: 0.9, green: 0, blue: 0, alpha: 0.5), width: 4),
                points: wave(0.7) { 4 - 2 * $0 }),
            Stroke(brush: Brush(color: blue, width: 1.5, dash: [6, 3]), points: wave(0.85) { _ in 1.5 }),
            Stroke(
                brush: Brush(width: 5), points: StrokePoints([Point(x: w * 0.5, y: h * 0.93)], width: 5)),
        ])
    }

    /// A document with all pages, and text-like content on them.
    private static func template() -> [UInt8] {
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
        let kids = pages.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
        objects.append("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        let content = "0.4 g 20 60 60 40 re f 0 0.6 0.3 rg 100 100 40 60 re f"
        objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        objects += pages.map { "<< /Type /Page /Parent 2 0 R /Contents 3 0 R \($0) >>" }
        var file = "%PDF-1.7\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(file.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        let count = objects.count + 1
        file += "xref\n0 \(count)\n\(table)trailer\n<< /Size \(count) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(file.utf8)
    }

    /// The template with ink as annotations, by both ways of saving, and as overlays.
    private static func exports(
        tolerance: Tolerance
    ) throws -> (appended: [UInt8], rewritten: [UInt8], overlaid: [UInt8]) {
        let bytes = template()
        let document = try ObjectDocument(bytes: bytes)
        var annotations = DocumentChanges()
        var overlays = DocumentChanges()
        for index in pages.indices {
            let page = try document.pageGeometry(at: index)
            let ink = ink(on: page)
            let list = InkAnnotations(ink, on: page, tolerance: tolerance)
            #expect(list.annotations.count == ink.strokes.count)
            annotations.annotations += list.annotations.map { (index, .ink($0)) }
            if let overlay = InkContent(ink, tolerance: tolerance).overlay(for: page) {
                overlays.overlays.append((index, overlay))
            }
        }
        let appended = bytes + (try document.update(annotations)).bytes
        let overlaid = bytes + (try document.update(overlays)).bytes
        try document.apply(annotations)
        return (appended, try document.rewritten(), overlaid)
    }

    @Test(arguments: Engine.allCases)
    func `Annotations look like overlays within a pixel at 150 dpi, however the page lies`(engine: Engine) throws {
        let folder = try TemporaryFolder()
        let exports = try Self.exports(tolerance: .storage)
        let overlaid = try folder.write(exports.overlaid, "overlaid.pdf")
        let template = try folder.write(Self.template(), "template.pdf")
        let files = [
            try folder.write(exports.appended, "appended.pdf"), try folder.write(exports.rewritten, "rewritten.pdf"),
        ]
        let jobs = files.flatMap { file in
            Self.pages.indices.map { PictureComparison(engine, overlaid, page: $0 + 1, with: file, slack: 8) }
        }
        for (index, result) in try PictureComparison.run(jobs).enumerated() {
            #expect(result.beyond == 0, "\(Self.pages[index % Self.pages.count]): \(result)")
            #expect(result.differing < 0.001, "\(Self.pages[index % Self.pages.count]): \(result)")
        }
        // The comparison sees ink: without it every page differs.
        let bare = Self.pages.indices.map {
            PictureComparison(engine, template, page: $0 + 1, with: files[0], slack: 8)
        }
        for result in try PictureComparison.run(bare) { #expect(result.beyond > 0.01) }
    }

    @Test(arguments: [Tolerance.storage, .outline])
    func `Annotations come back as the strokes that they were made of, within the tolerance`(tolerance: Tolerance)
        throws
    {
        let exports = try Self.exports(tolerance: tolerance)
        for bytes in [exports.appended, exports.rewritten] {
            let document = try ObjectDocument(bytes: bytes)
            for index in Self.pages.indices {
                let page = try document.pageGeometry(at: index)
                let ink = Self.ink(on: page)
                let back = Drawing(inkAnnotations: try document.inkAnnotations(page: index), on: page)
                #expect(back.strokes.count == ink.strokes.count)
                for (stroke, old) in zip(back.strokes, ink.strokes) {
                    #expect(stroke.brush.kind == old.brush.kind)
                    #expect(stroke.brush.color.rgba == old.brush.color.rgba)
                    let dashes = zip(stroke.brush.dash, old.brush.dash).map { ($0 - $1).magnitude }
                    #expect(stroke.brush.dash.count == old.brush.dash.count && dashes.allSatisfy { $0 < 0.001 })
                    let widths = old.points.widths.sorted()
                    let width = try #require(stroke.constantWidth)
                    #expect((width - widths[widths.count / 2]).magnitude < 0.002)
                    // A tenth of the tolerance covers rounding.
                    let limit = tolerance.points * 1.1
                    for p in old.points.positions { #expect(Self.distance(p, stroke.points.positions) <= limit) }
                    for p in stroke.points.positions { #expect(Self.distance(p, old.points.positions) <= limit) }
                }
            }
        }
    }

    private static func distance(_ p: Point, _ line: [Point]) -> Double {
        let first = line.first.map { $0.distance(to: p) } ?? .infinity
        return zip(line, line.dropFirst()).reduce(first) { least, ends in
            let (a, b) = ends
            let v = b - a
            let t = v.squaredLength > 0 ? max(0, min(1, (p - a).dot(v) / v.squaredLength)) : 0
            return min(least, a.interpolated(to: b, at: t).distance(to: p))
        }
    }

    @Test func `Other programs' highlights become highlighters, hidden ink stays away`() throws {
        func found(_ change: (inout FoundInkAnnotation) -> Void) throws -> FoundInkAnnotation {
            let list = "[<< /Subtype /Ink /InkList [[10 20 30 40] [5 6]] /C [1 0 0] /CA 0.5 /BS << /W 3 >> >>]"
            let text = String(decoding: onePagePDF(size: (100, 100)), as: UTF8.self)
                .replacingOccurrences(of: "/Resources << >>", with: "/Annots \(list)")
            var found = try #require(try ObjectDocument(bytes: Array(text.utf8)).inkAnnotations(page: 0).first)
            change(&found)
            return found
        }
        let annotations = [
            try found { _ in }, try found { $0.intent = "InkHighlight" }, try found { $0.multiplies = true },
            try found { $0.isHidden = true },
        ]
        let page = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 100, y1: 100), userUnit: 2)
        let drawing = Drawing(inkAnnotations: annotations, on: page)
        #expect(
            drawing.strokes.map(\.brush.kind) == [.pen, .pen, .highlighter, .highlighter, .highlighter, .highlighter])
        #expect(drawing.strokes[0].points.positions == [Point(x: 20, y: 160), Point(x: 60, y: 120)])
        #expect(drawing.strokes[0].brush.width == 6 && drawing.strokes[0].constantWidth == 6)
        #expect(drawing.strokes[0].brush.color == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    }

    @Test func `Strokes of one brush may share an annotation, which looks the same and takes less`() throws {
        let bytes = onePagePDF(size: (200, 100))
        let document = try ObjectDocument(bytes: bytes)
        let page = try document.pageGeometry(at: 0)
        var generator = SeededGenerator(seed: 11)
        let brushes = [Brush(width: 1), Brush(kind: .highlighter, color: Color(rgba: 0xffff_0080), width: 6)]
        let strokes = (0..<40).map { index in
            let (x, y) = (Double(index % 10) * 18 + 10, Double(index / 10) * 20 + 15)
            let line = (0..<12).map { step in
                Point(x: x + Double(step) * 1.2, y: y + .random(in: -5...5, using: &generator))
            }
            return Stroke(brush: brushes[index / 20], points: StrokePoints(line, width: 1 + Double(index % 3)))
        }
        let ink = Drawing(strokes: strokes)
        let folder = try TemporaryFolder()
        var files: [String] = []
        var sizes: [Int] = []
        for (grouping, count) in [(InkAnnotations.Grouping.strokes, 40), (.brushes, 2)] {
            let list = InkAnnotations(ink, on: page, tolerance: .storage, grouping: grouping).annotations
            #expect(list.count == count && list.flatMap(\.lines).count == 40)
            let update = try document.update(DocumentChanges(annotations: list.map { (0, .ink($0)) }))
            sizes.append(update.bytes.count)
            files.append(try folder.write(bytes + update.bytes, "\(count).pdf"))
            let back = try ObjectDocument(bytes: bytes + update.bytes).inkAnnotations(page: 0)
            #expect(Drawing(inkAnnotations: back, on: page).strokes.map(\.brush.kind) == strokes.map(\.brush.kind))
        }
        #expect(sizes[1] * 2 < sizes[0], "\(sizes)")
        for result in try PictureComparison.run(
            Engine.allCases.map { PictureComparison($0, files[0], with: files[1], slack: 8) })
        {
            #expect(result.differing == 0, "\(result)")
        }
    }

    /// Strokes of one brush at some places on a line, each of some points.
    private func letters(at places: [Double], count: Int, brush: Brush = Brush(width: 1)) -> [Stroke] {
        places.map { x in
            let line: [Point] = (0..<count).map { index in
                let t = Double(index)
                return Point(x: x + 5 * t / Double(count), y: 50 + 3 * sin(t))
            }
            return Stroke(brush: brush, points: StrokePoints(line, width: 1))
        }
    }

    @Test func `Short strokes that lie nearest to one another share an annotation, long ones have their own`() throws {
        let page = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 600, y1: 100))
        // Eight words of seven letters: 8 · 7 · 36 points make room for 8 annotations.
        var places: [Double] = []
        for word in 0..<8 {
            for letter in 0..<7 { places.append(Double(word * 70 + letter * 7)) }
        }
        let short = letters(at: places, count: 36)
        let words = InkAnnotations(Drawing(strokes: short), on: page, grouping: .words).annotations
        let lineCounts: [Int] = words.map { $0.lines.count }
        #expect(lineCounts == [7, 7, 7, 7, 7, 7, 7, 7])
        let long = letters(at: places, count: 250)
        #expect(InkAnnotations(Drawing(strokes: long), on: page, grouping: .words).annotations.count == 56)
        let few = Array(short.prefix(4))
        #expect(InkAnnotations(Drawing(strokes: few), on: page, grouping: .words).annotations.count == 4)
        // A brush in between parts what it lies between, so that the painting order stays.
        var mixed = Array(short.prefix(7))
        mixed.insert(contentsOf: letters(at: [20], count: 32, brush: Brush(width: 2)), at: 3)
        let parts = InkAnnotations(Drawing(strokes: mixed), on: page, grouping: .words).annotations
        #expect(parts.reduce(0) { $0 + $1.lines.count } == 8)
        #expect(parts.contains { $0.borderWidth == 1 } && parts.count >= 3)
    }

    @Test func `Strokes that paint nothing make no annotations`() throws {
        let page = PageGeometry(mediaBox: nil)
        let nothing = Drawing(strokes: [
            Stroke(brush: Brush(), points: StrokePoints()),
            Stroke(brush: Brush(), points: StrokePoints([Point(x: .nan, y: 1), Point(x: 2, y: 2)], width: 1)),
            Stroke(
                brush: Brush(color: Color(red: 0, green: 0, blue: 0, alpha: 0)), points: StrokePoints([.zero], width: 3)
            ),
        ])
        #expect(InkAnnotations(nothing, on: page).annotations.isEmpty)
    }
}
