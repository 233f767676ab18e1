// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import TestSupport
import Testing

@Suite struct ItemTests {
    @Test func `Items keep their painting order`() {
        let items = Items.drawing.items
        #expect(items.count == 11 && Items.drawing.strokes.count == 4 && Items.drawing.objects.count == 7)
        #expect(Items.drawing.objects.map(\.strokesBelow) == [0, 2, 2, 3, 3, 3, 4])
        #expect(items[0] == Items.text() && items[4] == Items.note && items[9] == Items.stroke(4))
        #expect(Drawing(items: items, layers: Items.drawing.layers) == Items.drawing)
        #expect(Items.drawing.itemIndices(ofStrokes: [0, 1, 2, 3]) == [1, 2, 5, 9])
        #expect(Items.drawing.itemIndices(ofStrokes: [1, 3, 4]) == [2, 9])
    }

    @Test func `A drawing on top of another brings its items and layers`() {
        var drawing = Items.drawing
        drawing.add(Items.drawing)
        #expect(drawing.layers.count == 6)
        #expect(drawing.items.prefix(11).elementsEqual(Items.drawing.items))
        #expect(drawing.items[11...].map(\.layer) == Items.drawing.items.map { $0.layer + 3 })
        #expect(drawing.objects.map(\.strokesBelow) == [0, 2, 2, 3, 3, 3, 4, 4, 6, 6, 7, 7, 7, 8])
    }

    @Test(arguments: [NativeInk.Precision.compact, .lossless])
    func `Every item comes back from native ink`(precision: NativeInk.Precision) throws {
        let document = InkDocument(pages: [.init(drawing: Items.drawing), .init(), .init(drawing: Items.drawing)])
        let bytes = try NativeInk.encode(document, precision: precision)
        #expect(try NativeInk.decode(bytes) == document)
        let pages = try NativeInkPages(size: bytes.count) { Array(bytes[$0]) }
        #expect(try (0..<3).map { try pages.page(at: $0) } == document.pages)
    }

    @Test func `Every item comes back from JSON`() throws {
        let document = InkDocument(pages: [.init(drawing: Items.drawing), .init(drawing: Items.drawing)])
        #expect(try InkJSON.decode(InkJSON.encode(document)) == document)
    }

    @Test func `A picture that is used twice is stored once`() throws {
        func size(_ count: Int) throws -> (binary: Int, json: Int) {
            let drawing = Drawing(items: (0..<count).map { Items.picture(at: Double($0)) })
            let document = InkDocument(pages: [.init(drawing: drawing), .init(drawing: drawing)])
            return (try NativeInk.encode(document).count, try InkJSON.encode(document).count)
        }
        let (one, ten) = (try size(1), try size(10))
        #expect(ten.binary - one.binary == 18 * 128)
        #expect(ten.json - one.json < 18 * 200)
    }

    @Test func `An update appends items above those of the page`() throws {
        let first = InkDocument(pages: [.init(drawing: Items.drawing)])
        var bytes = try NativeInk.encode(first, precision: .lossless)
        var update = try NativeInkPages(size: bytes.count) { [bytes] in Array(bytes[$0]) }.update()
        let added = [Items.stroke(5), Items.picture(at: 60), Items.picture(Items.jpeg), Items.stroke(6), Items.text()]
        bytes += try update.add(added, toPage: 0, precision: .lossless)
        bytes += try update.add([Items.picture(at: 1)], toPage: 0, precision: .lossless)
        let expected = Items.drawing.items + added + [Items.picture(at: 1)]
        #expect(try NativeInk.decode(bytes).pages[0].drawing.items == expected)
        let pages = try NativeInkPages(size: bytes.count) { [bytes] in Array(bytes[$0]) }
        #expect(try pages.page(at: 0).drawing.items == expected && pages.updateCount == 2)
        let cut = Array(bytes.dropLast(3))
        #expect(try NativeInk.recover(cut).document.pages[0].drawing.items == Items.drawing.items + added)
    }

    @Test func `A file of version 2 takes strokes, and refuses other items`() throws {
        var bytes = try NativeInk.encode(InkDocument(pages: [.init()]))
        bytes[7] = 2
        var update = try NativeInkPages(size: bytes.count) { [bytes] in Array(bytes[$0]) }.update()
        let error = #expect(throws: InkError.self) { try update.add([Items.text()], toPage: 0) }
        #expect(error?.code == .unsupportedVersion)
        bytes += try update.add([Items.stroke(1)], toPage: 0)
        #expect(try NativeInk.decode(bytes).strokeCount == 1)
    }

    @Test func `Numbers that are not finite or out of range are refused`() {
        var items: [Item] = []
        var text = TextItem("a", at: .zero)
        text.transform.a = .nan
        items.append(.object(.text(text)))
        items.append(.object(.text(TextItem("a", .init(size: 0), at: .zero))))
        items.append(.object(.text(TextItem("a", .init(weight: 4000), at: .zero))))
        items.append(.object(.text(TextItem("a", at: .zero, width: -1))))
        var picture = PictureItem(Items.png!, frame: Rect(x0: 0, y0: 0, x1: 1, y1: 1))
        picture.crop.maxX = 1.5
        items.append(.object(.picture(picture)))
        items.append(.object(.note(NoteItem(at: Point(x: .infinity, y: 0)))))
        items.append(.object(.link(LinkItem(Rect(x0: 0, y0: 0, x1: .infinity, y1: 1), to: .page(1)))))
        for item in items {
            var drawing = Drawing(items: [item])
            let document = InkDocument(pages: [.init(drawing: drawing)])
            #expect(throws: InkError.self) { try NativeInk.encode(document) }
            #expect(throws: InkError.self) { try InkJSON.encode(document) }
            let error = #expect(throws: InkError.self) { try drawing.apply(drawing.adding([item])) }
            #expect(error?.code == .invalidValue)
        }
    }

    @Test func `Damaged ink with items is refused without a crash`() throws {
        let bytes = try NativeInk.encode(InkDocument(pages: [.init(drawing: Items.drawing)]))
        var generator = SeededGenerator(seed: 14)
        for _ in 0..<3000 {
            var copy = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                copy[Int.random(in: 8..<copy.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if copy != bytes { #expect(throws: InkError.self) { try NativeInk.decode(copy) } }
        }
    }

    @Test func `A lasso selects objects by their boxes, and a tap finds the topmost item`() {
        let square = Lasso(corners: [.zero, Point(x: 60, y: 0), Point(x: 60, y: 60), Point(x: 0, y: 60)])
        let box = Rect(x0: 0, y0: 0, x1: 40, y1: 40)
        func picture(_ x: Double) -> Item {
            .object(.picture(PictureItem(Items.png!, frame: box, transform: .translation(Vector(dx: x, dy: 10)))))
        }
        let drawing = Drawing(items: [picture(5), Items.stroke(3), picture(35), picture(55), picture(300)])
        #expect(drawing.items(in: square, .whole) == [0, 1])
        #expect(drawing.items(in: square, .half) == [0, 1, 2])
        #expect(drawing.items(in: square, .any) == [0, 1, 2, 3])
        let small = Lasso(corners: [Point(x: 320, y: 20), Point(x: 322, y: 20), Point(x: 321, y: 22)])
        #expect(drawing.items(in: small, .any) == [4] && drawing.items(in: small, .half) == [])
        let index = StrokeIndex(drawing)
        #expect(drawing.item(at: Point(x: 13, y: 20), index) == 1)
        #expect(drawing.item(at: Point(x: 20, y: 20), index) == 0)
        #expect(drawing.item(at: Point(x: 200, y: 20), index) == nil)
    }
}
