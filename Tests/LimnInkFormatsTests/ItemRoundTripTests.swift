// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import Testing
internal import TestSupport

/// Pages of all kinds of items, written and read by every format that keeps them.
@Suite struct ItemRoundTripTests {
    private static let words = [
        "Maren", "10 PP", "שלום", "<b>&amp;</b>", "a  b\n\tc", "日本語", "]]>", "👩‍👩‍👧", "\u{1f0a1}", "é",
    ]
    private static let data = [XournalppItemTests.png, XournalppItemTests.png + [0]].map {
        PictureData($0, format: .png)
    }

    private struct Maker {
        var random: SeededGenerator

        mutating func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        mutating func chance() -> Bool { Bool.random(using: &random) }
        mutating func word() -> String { words.randomElement(using: &random) ?? "" }
        mutating func point() -> Point { Point(x: value(-50...700), y: value(-50...900)) }
        mutating func rect() -> Rect {
            let corner = point()
            return Rect(x0: corner.x, y0: corner.y, x1: corner.x + value(1...99), y1: corner.y + value(1...99))
        }
        mutating func transform() -> AffineTransform {
            AffineTransform(
                a: value(0.5...2), b: value(-1...1), c: value(-1...0), d: value(0.5...2), tx: value(0...500),
                ty: value(0...500))
        }
        mutating func style() -> TextItem.Style {
            .init(
                family: word(), size: value(4...40), weight: [400, 700].randomElement(using: &random) ?? 400,
                isItalic: chance(), isUnderlined: chance(), isStruck: chance(), color: Color(rgba: 0x3366_99ff))
        }

        mutating func object(layer: Int) -> PageObject {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                var item = TextItem(runs: (0...2).map { _ in .init(word(), style()) })
                item.width = chance() ? value(10...300) : nil
                item.transform = transform()
                item.alignment = chance() ? .center : .left
                item.direction = chance() ? .rightToLeft : item.direction
                item.layer = layer
                return .text(item)
            case 1:
                var item = PictureItem(
                    data[chance() ? 0 : 1], frame: rect(), crop: Rect(x0: 0, y0: value(0...0.4), x1: 1, y1: 1),
                    opacity: value(0...1), transform: transform(), alternative: chance() ? word() : nil)
                item.layer = layer
                return .picture(item)
            case 2: return .note(NoteItem(at: point(), title: word(), text: word(), layer: layer))
            default:
                return .link(
                    LinkItem(rect(), to: chance() ? .page(3) : .uri("https://example.org/?a=b&c"), layer: layer))
            }
        }

        mutating func drawing() -> Drawing {
            let layers = (0..<Int.random(in: 1...4, using: &random)).map { number in
                Drawing.Layer(
                    name: chance() ? word() : nil, id: chance() ? number + 7 : nil, isVisible: chance(),
                    isLocked: chance(), audience: chance() ? .gameMaster : .everyone)
            }
            var items: [Item] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let layer = Int.random(in: layers.indices, using: &random)
                if chance() {
                    var stroke = randomStroke(using: &random)
                    stroke.layer = layer
                    items.append(.stroke(stroke))
                } else {
                    items.append(.object(object(layer: layer)))
                }
            }
            return Drawing(items: items, layers: layers)
        }
    }

    @Test(arguments: [InkFormat.native, .json, .inkml, .svg])
    func `Forty random pages of items are read as they were written`(format: InkFormat) throws {
        var maker = Maker(random: SeededGenerator(seed: 14))
        for number in 1...40 {
            let page = InkDocument.Page(size: Size(width: 595, height: 842), drawing: maker.drawing())
            let document = InkDocument(title: "\(number)", pages: [page])
            let export = try InkWriter.write(document, as: format, options: InkWriteOptions(isLossless: true))
            #expect(export.dropped.isEmpty)
            let read = try InkReader.read(export.bytes)
            #expect(read.dropped.isEmpty)
            #expect(read.document == document, "page \(number)")
            let again = try InkWriter.write(read.document, as: format, options: InkWriteOptions(isLossless: true))
            #expect(again.bytes == export.bytes, "page \(number)")
        }
    }

    @Test func `Xournal++ writes the same file again from what it kept of forty random pages`() throws {
        var maker = Maker(random: SeededGenerator(seed: 15))
        for number in 1...40 {
            let page = InkDocument.Page(size: Size(width: 595, height: 842), drawing: maker.drawing())
            let options = InkWriteOptions(isLossless: true)
            let first = try InkWriter.write(InkDocument(pages: [page]), as: .xournalpp, options: options)
            let read = try InkReader.read(first.bytes)
            #expect(read.dropped.isEmpty)
            let second = try InkWriter.write(read.document, as: .xournalpp, options: options)
            #expect(try InkReader.read(second.bytes).document == read.document, "page \(number)")
        }
    }
}
