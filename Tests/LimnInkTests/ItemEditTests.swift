// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import TestSupport
import Testing

@Suite struct ItemEditTests {
    @Test func `Random edits of all items are undone and redone exactly, through their stored form`() throws {
        var generator = SeededGenerator(seed: 3)
        var drawing = Items.drawing
        var history = EditHistory()
        var states = [drawing]
        for step in 0..<120 {
            let some = (0..<drawing.itemCount).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            let edit: Edit =
                switch step % 9 {
                case 0:
                    drawing.adding([Items.text("Nr. \(step)"), Items.stroke(step), Items.picture(at: Double(step))])
                case 1: drawing.removing(some.prefix(2))
                case 2: drawing.transforming(some, by: .scaling(x: 1.5, y: 1.5))
                case 3: drawing.recoloring(some, to: Color(rgba: 0x1020_30ff))
                case 4: drawing.duplicating(some.prefix(3), by: Vector(dx: 1, dy: 2))
                case 5: drawing.erasing(under: Eraser(path: [Point(x: Double(step), y: 20)], radius: 9))
                case 6: drawing.replacing([0: [Items.note, drawing.items[0]]])
                case 7: drawing.replacingLayers(drawing.layers + [.init(id: step, isVisible: false)])
                default: drawing.moving(some.prefix(1), to: Drawing()).here
                }
            try history.perform(Edit(decoding: edit.encoded()), on: &drawing)
            if !edit.isEmpty { states.append(drawing) }
        }
        history = try EditHistory(decoding: history.encoded())
        for state in states.dropLast().reversed() {
            try history.undo(&drawing)
            #expect(drawing == state)
        }
        #expect(!history.canUndo)
        for state in states.dropFirst() {
            try history.redo(&drawing)
            #expect(drawing == state)
        }
    }

    @Test func `Edits of strokes alone keep the form that older Limns read`() throws {
        let strokes = Drawing(items: [Items.stroke(1), Items.stroke(2)])
        #expect(try strokes.adding([Items.stroke(3)]).encoded()[7] == 1)
        #expect(try strokes.adding([Items.note]).encoded()[7] == 2)
        #expect(try strokes.replacingLayers([.init(name: "a")]).encoded()[7] == 1)
        #expect(try strokes.replacingLayers([.init(isLocked: true)]).encoded()[7] == 2)
    }

    @Test func `An eraser leaves everything but strokes alone`() throws {
        var drawing = Items.drawing
        try drawing.apply(drawing.erasing(under: Eraser(path: [Point(x: 0, y: 0), Point(x: 300, y: 60)], radius: 400)))
        #expect(drawing.strokes.isEmpty && drawing.objects.count == 7)
        #expect(drawing.items == Items.drawing.items.filter { $0.stroke == nil })
    }

    @Test func `Recoloring changes text and notes, not pictures`() throws {
        let red = Color(rgba: 0xff00_00ff)
        var drawing = Items.drawing
        try drawing.apply(drawing.recoloring(0..<drawing.itemCount, to: red))
        for item in drawing.items {
            switch item {
            case .stroke(let stroke): #expect(stroke.brush.color == red)
            case .object(.text(let text)): #expect(text.runs.allSatisfy { $0.style.color == red })
            case .object(.note(let note)): #expect(note.color == red)
            case .object(let other): #expect(Items.drawing.items.contains(.object(other)))
            }
        }
    }

    @Test func `An edit for another item is a conflict that names its kind`() throws {
        var drawing = Drawing(items: [Items.stroke(1), Items.note])
        let error = #expect(throws: InkError.self) {
            try drawing.apply(Drawing(items: [Items.stroke(1), Items.text()]).removing([1]))
        }
        #expect(error?.code == .conflict && error?.description.contains("text 2 differs") == true)
    }
}
