// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import Testing
internal import TestSupport

/// Tests every cell of the table in the Formats article.
struct FormatTableTests {
    /// A feature of a document: how to add it, and its value as numbers and text.
    private struct Feature {
        var name: String
        var put: (inout InkDocument) -> Void
        var value: (InkDocument) -> ([Double], String)
    }

    private static func stroke(_ document: InkDocument) -> Stroke? { document.pages.first?.drawing.strokes.last }

    private static func brush(
        _ name: String, _ put: @escaping (inout Brush) -> Void, _ value: @escaping (Brush) -> ([Double], String)
    ) -> Feature {
        Feature(name: name, put: { put(&$0.pages[0].drawing.strokes[0].brush) }) { document in
            stroke(document).map { value($0.brush) } ?? ([], "")
        }
    }

    private static func channel(_ channel: StrokePoints.Channel, _ name: String, _ values: [Double]) -> Feature {
        Feature(
            name: name,
            put: { document in
                let points = document.pages[0].drawing.strokes[0].points
                document.pages[0].drawing.strokes[0].points = StrokePoints(
                    positions: points.positions, widths: points.widths, channels: [channel: values])
            }
        ) { (stroke($0)?.points[channel] ?? [], "") }
    }

    private static func page(
        _ name: String, _ put: @escaping (inout InkDocument) -> Void, _ value: @escaping (InkDocument) -> String
    ) -> Feature { Feature(name: name, put: put) { ([], value($0)) } }

    private static var features: [Feature] {
        [
            Feature(name: "positions", put: { _ in }) { document in
                (stroke(document)?.points.positions.flatMap { [$0.x, $0.y] } ?? [], "")
            },
            Feature(
                name: "widths that vary",
                put: { document in
                    let positions = document.pages[0].drawing.strokes[0].points.positions
                    document.pages[0].drawing.strokes[0].points = StrokePoints(
                        positions: positions, widths: [1, 1.3, 1.6, 2, 3, 3])
                }, value: { (stroke($0)?.points.widths ?? [], "") }),
            channel(.pressure, "pressure", [0.125, 0.25, 0.5, 0.75, 0.875, 1]),
            channel(.altitude, "tilt", [0.5, 0.625, 0.75, 0.875, 1, 1.125]),
            channel(.azimuth, "direction of tilt", [0.5, 0.625, 0.75, 0.875, 1, 1.125]),
            channel(.opacity, "opacity along a stroke", [0.25, 0.375, 0.5, 0.625, 0.75, 1]),
            channel(.time, "time", [0, 0.125, 0.25, 0.375, 0.5, 1]),
            brush(
                "color", { $0.color = Color(rgba: 0x3366_99ff) },
                { ([$0.color.red, $0.color.green, $0.color.blue], "") }),
            brush("opacity of a pen", { $0.color.alpha = 51.0 / 255 }, { ([$0.color.alpha], "") }),
            brush(
                "highlighter",
                {
                    $0.kind = .highlighter
                    $0.color.alpha = 120.0 / 255
                }, { ([], $0.kind.rawValue) }),
            brush("whiteout", { $0.kind = .whiteout }, { ([], $0.kind.rawValue) }),
            brush("tool", { $0.tool = .fountain }, { ([], $0.tool?.rawValue ?? "") }),
            brush("butt ends", { $0.cap = .butt }, { ([], $0.cap.rawValue) }),
            brush("dashes", { $0.dash = [6, 3] }, { ($0.dash, "") }),
            brush("fill", { $0.fill = 51.0 / 255 }, { ([$0.fill ?? -1], "") }),
            page(
                "layers",
                { document in
                    document.pages[0].drawing.layers = [.init(), .init()]
                    document.pages[0].drawing.strokes[0].layer = 1
                }, { "\($0.pages[0].drawing.layers.count) \(stroke($0)?.layer ?? -1)" }),
            page(
                "names of layers", { $0.pages[0].drawing.layers = [.init(name: "Ink")] },
                { $0.pages[0].drawing.layers[0].name ?? "" }),
            page("several pages", { $0.pages.append($0.pages[0]) }, { "\($0.pages.count)" }),
            page(
                "page size", { $0.pages[0].size = Size(width: 321.5, height: 432.25) },
                { $0.pages[0].size.map { "\($0.width) \($0.height)" } ?? "" }),
            page(
                "ruled paper", { $0.pages[0].background = .paper(style: "lined", color: .white) },
                { "\($0.pages[0].background)" }),
            page(
                "PDF by name",
                { document in
                    document.pages[0].background = .pdf(page: 1)
                    document.template = .file("a.pdf")
                }, { "\($0.pages[0].background) \(String(describing: $0.template))" }),
            page(
                "PDF carried inside",
                { document in
                    document.pages[0].background = .pdf(page: 1)
                    document.template = .embedded(Array("%PDF-1.7".utf8))
                }, { "\(String(describing: $0.template))" }),
            page("title", { $0.title = "Sheet" }, { $0.title ?? "" }),
        ] + objects
    }

    private static func object(_ name: String, _ object: PageObject) -> Feature {
        page(name, { $0.pages[0].drawing.objects = [PlacedObject(object, above: 1)] }) {
            "\($0.pages[0].drawing.items.filter { $0.stroke == nil })"
        }
    }

    private static var objects: [Feature] {
        let data = PictureData(XournalppItemTests.png, format: .png)
        let frame = Rect(x0: 5, y0: 6, x1: 25, y1: 46)
        var turned = TextItem("Tür", at: Point(x: 0, y: 0))
        turned.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 50, ty: 20)
        var wide = TextItem("a  b\nc", at: Point(x: 5, y: 6), width: 70)
        wide.alignment = .center
        return [
            object("text", .text(TextItem("Tür & <b>", .init(size: 11, weight: 700), at: Point(x: 5, y: 6)))),
            object("width and alignment of text", .text(wide)),
            object("styles inside a text", .text(TextItem(runs: [.init("a"), .init("b", .init(isUnderlined: true))]))),
            object("turned text", .text(turned)),
            object("picture", .picture(PictureItem(data, frame: frame))),
            object("formula", .picture(PictureItem(data, frame: frame, alternative: "x^2"))),
            object(
                "turned, cropped or transparent picture",
                .picture(
                    PictureItem(
                        data, frame: frame, crop: Rect(x0: 0, y0: 0.25, x1: 0.5, y1: 1), opacity: 0.5,
                        transform: turned.transform))),
            object("note", .note(NoteItem(at: Point(x: 5, y: 6), title: "Trap", text: "Two\nlines"))),
            object("link", .link(LinkItem(frame, to: .uri("https://a.example/?b=c&d")))),
            object("link to a page", .link(LinkItem(frame, to: .page(2)))),
            object(
                "mark on words",
                .markup(MarkupItem(.underline, over: [Quad(frame)], color: .black, words: "Trap", text: "Where?"))),
            page(
                "hidden, locked and secret layers",
                {
                    $0.pages[0].drawing.layers = [
                        .init(isVisible: false, isLocked: true, audience: .gameMaster)
                    ]
                }, { "\($0.pages[0].drawing.layers)" }),
        ]
    }

    private static func plain() -> InkDocument {
        let positions = [(10, 10), (20.1, 12.3), (31, 18), (40.7, 30), (44, 44), (60, 50)].map {
            Point(x: $0, y: $1)
        }
        let stroke = Stroke(brush: Brush(width: 2), points: StrokePoints(positions, width: 2))
        return InkDocument(
            pages: [.init(size: Size(width: 300, height: 400), drawing: Drawing(strokes: [stroke]))])
    }

    /// The result for a feature: `exact`, `near`, `listed` if it is dropped and listed, `refused` or `lost`.
    private static func outcome(of feature: Feature, in writer: any InkFormatWriter) throws -> String {
        var document = plain()
        feature.put(&document)
        let export: InkExport
        do {
            export = try writer.write(document, options: InkWriteOptions(isLossless: true))
        } catch {
            return [.unwritable, .severalPages].contains(error.code) ? "refused" : "failed"
        }
        let back = try InkReader.read(export.bytes, format: writer.format).document
        let (old, new) = (feature.value(document), feature.value(back))
        if old == new { return "exact" }
        // Spline formats add points between the written ones.
        if old.1 == new.1, old.0.count == new.0.count,
            zip(old.0, new.0).allSatisfy({ ($0 - $1).magnitude <= 2e-3 })
        {
            return "near"
        }
        return export.dropped.isEmpty ? "lost" : "listed"
    }

    @Test func `Each format keeps what the article says`() throws {
        let article = Project.folder.appendingPathComponent("Sources/LimnInkFormats/LimnInkFormats.docc/Formats.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let header = try #require(rows.first { $0.first == "kept by writing and reading" })
        let writers = try header.dropFirst().map { name in
            try #require(InkWriter.writers.first { $0.format.id == name }, "no writer for \(name)")
        }
        #expect(Set(writers.map(\.format)) == Set(InkWriter.formats), "the article has a column for every format")
        for feature in Self.features {
            let outcomes = try writers.map { try Self.outcome(of: feature, in: $0) }
            #expect(!outcomes.contains("lost"), "what is dropped is listed: \(feature.name), \(outcomes)")
            let stated = rows.first { $0.first == feature.name }.map { Array($0.dropFirst()) }
            #expect(stated == outcomes, "| \(feature.name) | \(outcomes.joined(separator: " | ")) |")
        }
    }
}
