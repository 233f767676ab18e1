// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct EditTests {
    private static func drawing(_ count: Int, seed: UInt64 = 1) -> Drawing {
        var generator = SeededGenerator(seed: seed)
        return Drawing(
            strokes: (0..<count).map { _ in randomStroke(using: &generator) }, layers: [.init(name: "A"), .init()])
    }

    /// A random edit of any kind.
    private static func randomEdit(of drawing: Drawing, using generator: inout SeededGenerator) -> Edit {
        let some = drawing.strokes.indices.filter { _ in .random(using: &generator) && .random(using: &generator) }
        let place = Point(x: .random(in: 0...300, using: &generator), y: .random(in: 0...300, using: &generator))
        let eraser = Eraser(
            path: [place, place + Vector(dx: .random(in: -90...90, using: &generator), dy: 40)],
            radius: .random(in: 1...20, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0:
            return drawing.adding(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in randomStroke(using: &generator) })
        case 1: return drawing.removing(some)
        case 2: return drawing.erasing(under: eraser)
        case 3: return drawing.erasingStrokes(under: eraser)
        case 4:
            let turn = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: place.x / 7, ty: place.y / 3)
            return drawing.transforming(some, by: turn)
        case 5: return drawing.recoloring(some, to: Color(rgba: .random(in: 0...UInt32.max, using: &generator)))
        case 6: return drawing.duplicating(some.prefix(3), by: Vector(dx: 3, dy: 0.1))
        case 7: return drawing.addingWhiteout(StrokePoints([place], width: 9))
        default: return drawing.replacingLayers(drawing.layers + [.init(name: "more")])
        }
    }

    @Test(arguments: 0..<20)
    func `Any sequence of edits followed by its undos gives the identical drawing`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let original = Self.drawing(30, seed: seed)
        var drawing = original
        var history = EditHistory()
        var states = [original]
        for _ in 0..<40 {
            try history.perform(Self.randomEdit(of: drawing, using: &generator), on: &drawing)
            if drawing != states.last { states.append(drawing) }
        }
        // A restored history is equal to the original.
        history = try EditHistory(decoding: history.encoded())
        for state in states.dropLast().reversed() {
            try history.undo(&drawing)
            #expect(drawing == state)
        }
        #expect(drawing == original && !history.canUndo)
        history = try EditHistory(decoding: history.encoded())
        for state in states.dropFirst() {
            try history.redo(&drawing)
            #expect(drawing == state)
        }
        #expect(!history.canRedo)
    }

    @Test func `A new edit after an undo clears the redo stack`() throws {
        var drawing = Drawing()
        var history = EditHistory(limit: 3)
        let stroke = Stroke(brush: Brush(), points: StrokePoints([.zero]))
        for _ in 0..<5 { try history.perform(drawing.adding([stroke]), on: &drawing) }
        #expect(history.done.count == 3)
        try history.undo(&drawing)
        #expect(history.canRedo)
        try history.perform(drawing.recoloring([0], to: .white), on: &drawing)
        #expect(!history.canRedo && drawing.strokes.count == 4)
    }

    @Test func `An edit made for another drawing is rejected and changes nothing`() throws {
        let edit = Self.drawing(5).removing([1, 3])
        for other in [Self.drawing(5, seed: 2), Self.drawing(2), Drawing()] {
            var copy = other
            let error = #expect(throws: InkError.self) { try copy.apply(edit) }
            #expect(error?.code == .conflict)
            #expect(copy == other)
        }
        let stroke = Edit.IndexedItem(index: 7, stroke: Stroke(brush: Brush(), points: StrokePoints([.zero])))
        var drawing = Self.drawing(5)
        #expect(throws: InkError.self) { try drawing.apply(Edit(inserted: [stroke])) }
        #expect(throws: InkError.self) { try drawing.apply(Edit(inserted: [stroke, stroke])) }
    }

    @Test func `A stroke with a value that is not finite is rejected`() {
        var drawing = Drawing()
        let edit = drawing.adding([Stroke(brush: Brush(), points: StrokePoints([Point(x: .nan, y: 0)]))])
        let error = #expect(throws: InkError.self) { try drawing.apply(edit) }
        #expect(error?.code == .invalidValue && drawing.isEmpty)
    }

    @Test func `Rotating a stroke rotates its azimuth`() throws {
        let points = StrokePoints(positions: [.zero], widths: [1], channels: [.azimuth: [0.25]])
        var drawing = Drawing(strokes: [Stroke(brush: Brush(), points: points)])
        let quarter = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 0)
        try drawing.apply(drawing.transforming([0], by: quarter))
        let turned = try #require(drawing.strokes[0].points[.azimuth]?.first)
        #expect((turned - 0.25 - .pi / 2).magnitude < 1e-12)
    }

    @Test func `Strokes keep their order when some are replaced by several`() throws {
        var drawing = Self.drawing(4)
        let before = drawing.strokes
        try drawing.apply(drawing.replacing([1: [.stroke(before[0]), .stroke(before[2])], 2: []]))
        #expect(drawing.strokes == [before[0], before[0], before[2], before[3]])
    }

    @Test func `Strokes move to another page, and each page can undo it`() throws {
        var here = Self.drawing(4)
        var there = Self.drawing(2, seed: 5)
        let (first, second) = (here, there)
        let edits = here.moving([0, 3], to: there, by: Vector(dx: 10, dy: 0))
        try here.apply(edits.here)
        try there.apply(edits.there)
        #expect(here.strokes.count == 2 && there.strokes.count == 4)
        #expect(there.strokes[2].points.positions[0].x == first.strokes[0].points.positions[0].x + 10)
        try here.apply(edits.here.inverse)
        try there.apply(edits.there.inverse)
        #expect(here == first && there == second)
    }

    @Test func `Damaged edits are rejected without a crash`() throws {
        let drawing = Self.drawing(6)
        let edit = drawing.erasing(under: Eraser(path: [Point(x: 100, y: 100)], radius: 60))
        let bytes = try drawing.removing([1, 2]).encoded()
        #expect(try Edit(decoding: bytes) == drawing.removing([1, 2]))
        #expect(try Edit(decoding: edit.encoded()) == edit)
        for length in bytes.indices {
            #expect(throws: InkError.self) { try Edit(decoding: Array(bytes.prefix(length))) }
        }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            var copy = bytes
            copy[Int.random(in: 0..<copy.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(throws: InkError.self) { try Edit(decoding: copy) }
        }
    }
}
