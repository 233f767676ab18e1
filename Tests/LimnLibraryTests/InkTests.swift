// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnLibrary
import Testing
import TestSupport

@Suite struct InkTests {
    /// A library with a character on two pages.
    private func character(_ kind: LibraryKind) throws -> (fixture: Fixture, page: CharacterPage) {
        let fixture = try Fixture(kind)
        let template = try fixture.store.importTemplate(sheet()).template
        let made = try fixture.store.createCharacter(NewCharacter(name: "A", template: template.id))
        return (fixture, CharacterPage(made.id, page: 1))
    }

    @Test(arguments: LibraryKind.allCases)
    func `The first stroke creates the drawing, and each edit increments the revision`(
        kind: LibraryKind
    ) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        #expect(try store.drawing(on: page) == nil)
        #expect(try store.drawnPages(of: page.character) == [])
        #expect(try store.append([stroke(1), stroke(2)], to: page, expecting: 0).revision == 1)
        #expect(try store.append([stroke(3)], to: page).revision == 2)
        for store in [store, try fixture.reopened()] {
            let found = try #require(try store.drawing(on: page))
            #expect(found.drawing == Drawing(strokes: [stroke(1), stroke(2), stroke(3)]))
            #expect(found.revision == 2 && found.summary.strokeCount == 3 && found.summary.pointCount == 15)
            #expect(found.summary.canUndo && !found.summary.canRedo)
            #expect(try store.drawnPages(of: page.character) == [found.summary])
            #expect(try store.character(page.character).inkVersion == 2)
            #expect(try store.character(page.character).modified == found.summary.modified)
        }
        #expect(try store.append([], to: page).revision == 2)
        #expect(try store.character(page.character).inkVersion == 2)
    }

    @Test(arguments: LibraryKind.allCases)
    func `Texts and pictures lie between strokes, and each edit of them can be undone`(kind: LibraryKind) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        let text = Item.object(.text(TextItem("Stärke", at: Point(x: 5, y: 6))))
        let data = try #require(PictureData([0xff, 0xd8, 0xff, 1, 2, 3]))
        let picture = Item.object(.picture(PictureItem(data, frame: Rect(x0: 0, y0: 0, x1: 9, y1: 9))))
        let one = Item.stroke(stroke(1)), two = Item.stroke(stroke(2))
        try store.append([stroke(1)], to: page)
        try store.append([text, two], to: page)
        try store.append([picture], to: page, expecting: 2)
        let states = [[one], [one, text, two], [one, text, two, picture], [one, two, picture]]
        let drawing = try #require(try store.drawing(on: page)?.drawing)
        try store.perform(drawing.removing([1]), on: page, expecting: 3)
        for store in [store, try fixture.reopened()] {
            let found = try #require(try store.drawing(on: page))
            #expect(found.drawing.items == states[3])
            #expect(found.summary.strokeCount == 2 && found.summary.objectCount == 1 && found.summary.itemCount == 3)
        }
        for state in states.dropLast().reversed() {
            try store.undo(page)
            let found = try #require(try store.drawing(on: page))
            #expect(found.drawing.items == state && found.summary.itemCount == state.count)
        }
        for state in states.dropFirst() {
            try store.redo(page)
            #expect(try store.drawing(on: page)?.drawing.items == state)
        }
        let wrong = Item.object(.note(NoteItem(at: .zero, layer: 1)))
        #expect(failure { try store.append([wrong], to: page) }?.code == .invalidInk)
        #expect(try store.drawing(on: page)?.drawing.items == states[3])
    }

    @Test(arguments: LibraryKind.allCases) func `Edits of missing pages are refused`(kind: LibraryKind) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        for number in [0, -1, 3, .max] {
            let wrong = CharacterPage(page.character, page: number)
            #expect(failure { try store.append([stroke(1)], to: wrong) }?.code == .noSuchPage)
            #expect(failure { _ = try store.drawing(on: wrong) }?.code == .noSuchPage)
        }
        let nobody = CharacterPage(CharacterID(bits: 5), page: 1)
        #expect(failure { try store.append([stroke(1)], to: nobody) }?.code == .notFound)
        #expect(failure { _ = try store.drawnPages(of: nobody.character) }?.code == .notFound)
        let orphan = try store.createCharacter(NewCharacter(name: "O", template: nil))
        try store.append([stroke(1)], to: CharacterPage(orphan.id, page: 77))
        #expect(try store.drawnPages(of: orphan.id).map(\.page) == [77])
    }

    @Test(arguments: LibraryKind.allCases) func `An edit of an old revision is refused with the current one`(
        kind: LibraryKind
    ) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        try store.append([stroke(1)], to: page)
        try store.append([stroke(2)], to: page)
        let before = try store.drawing(on: page)
        for body in [
            { _ = try store.append([stroke(9)], to: page, expecting: 1) },
            { _ = try store.perform(Drawing().adding([stroke(9)]), on: page, expecting: 0) },
            { _ = try store.undo(page, expecting: 1) }, { _ = try store.redo(page, expecting: 3) },
        ] {
            let error = failure(body)
            #expect(error?.code == .stale && error?.currentRevision == 2)
        }
        #expect(try store.drawing(on: page) == before)
        #expect(
            failure { try store.append([stroke(1)], to: CharacterPage(page.character, page: 2), expecting: 4) }?
                .currentRevision == 0)
    }

    @Test(arguments: LibraryKind.allCases) func `Undo and redo are kept for each page across restarts`(
        kind: LibraryKind
    ) throws {
        let (fixture, page) = try character(kind)
        let other = CharacterPage(page.character, page: 2)
        var states = [Drawing()]
        for seed in 1...3 {
            try fixture.store.append([stroke(seed)], to: page)
            states.append(try #require(try fixture.store.drawing(on: page)?.drawing))
        }
        try fixture.store.append([stroke(8)], to: other)
        let drawing = states[3]
        try fixture.store.perform(
            drawing.transforming([0, 2], by: .translation(Vector(dx: 5, dy: 0))), on: page, expecting: 3)
        states.append(try #require(try fixture.store.drawing(on: page)?.drawing))
        try fixture.store.perform(states[4].removing([1]), on: page, expecting: 4)
        states.append(try #require(try fixture.store.drawing(on: page)?.drawing))
        #expect(states[5].strokes.count == 2)

        for step in (0..<5).reversed() {
            let change = try fixture.reopened().undo(page)
            #expect(change?.edit.isEmpty == false)
            let now = try #require(try fixture.reopened().drawing(on: page))
            #expect(now.drawing == states[step] && now.revision == change?.revision)
            #expect(now.summary.strokeCount == states[step].strokes.count)
            #expect(now.summary.pointCount == states[step].pointCount)
            #expect(now.summary.canRedo && now.summary.canUndo == (step > 0))
        }
        #expect(try fixture.reopened().undo(page) == nil)
        for step in 1...5 {
            try fixture.reopened().redo(page)
            #expect(try fixture.reopened().drawing(on: page)?.drawing == states[step])
        }
        #expect(try fixture.reopened().redo(page) == nil)
        #expect(try fixture.store.drawing(on: other)?.drawing.strokes == [stroke(8)])
        #expect(try fixture.store.drawing(on: page)?.revision == 15)
    }

    @Test(arguments: LibraryKind.allCases) func `A new edit after undo deletes the edits that could be redone`(
        kind: LibraryKind
    )
        throws
    {
        let (fixture, page) = try character(kind)
        for seed in 1...3 { try fixture.store.append([stroke(seed)], to: page) }
        try fixture.store.undo(page)
        try fixture.store.undo(page)
        try fixture.store.append([stroke(7)], to: page)
        #expect(try fixture.store.redo(page) == nil)
        #expect(try fixture.reopened().drawing(on: page)?.drawing.strokes == [stroke(1), stroke(7)])
        try fixture.store.undo(page)
        try fixture.store.undo(page)
        #expect(try fixture.reopened().drawing(on: page)?.drawing == Drawing())
        #expect(try fixture.store.drawnPages(of: page.character).map(\.strokeCount) == [0])
    }

    @Test(arguments: LibraryKind.allCases)
    func `Without a page, undo picks the latest edit and redo the earliest undone one`(
        kind: LibraryKind
    ) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        let other = CharacterPage(page.character, page: 2)
        #expect(try store.pageToUndo(of: page.character) == nil)
        for (seed, target) in [(1, page), (2, other), (3, page), (4, other)] {
            try store.append([stroke(seed)], to: target)
        }
        var undone: [Int] = []
        while let number = try store.pageToUndo(of: page.character) {
            undone.append(number)
            try store.undo(CharacterPage(page.character, page: number))
        }
        #expect(undone == [2, 1, 2, 1])
        var redone: [Int] = []
        while let number = try store.pageToRedo(of: page.character) {
            redone.append(number)
            try store.redo(CharacterPage(page.character, page: number))
        }
        #expect(redone == [1, 2, 1, 2])
        #expect(try store.pageToRedo(of: page.character) == nil)
    }

    @Test(arguments: LibraryKind.allCases) func `An invalid edit changes nothing`(kind: LibraryKind) throws {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        try store.append([stroke(1)], to: page)
        let before = try store.drawing(on: page)
        let foreign = Drawing(strokes: [stroke(2)])
        var infinite = stroke(3)
        infinite.brush.width = .infinity
        for body in [
            { _ = try store.perform(foreign.removing([0]), on: page, expecting: 1) },
            { _ = try store.append([stroke(4, layer: 1)], to: page) },
            { _ = try store.append([infinite], to: page) },
            { _ = try store.perform(Edit(inserted: [.init(index: 5, stroke: stroke(1))]), on: page, expecting: 1) },
        ] {
            #expect(failure(body)?.code == .invalidInk)
        }
        #expect(try store.drawing(on: page) == before)
        #expect(try fixture.reopened().drawing(on: page) == before)
    }

    @Test(arguments: LibraryKind.allCases) func `An edit can add the layers that its strokes need`(kind: LibraryKind)
        throws
    {
        let (fixture, page) = try character(kind)
        let store = fixture.store
        var edit = Drawing().adding([stroke(1, layer: 1)])
        edit.layers = .init(before: [.init()], after: [.init(name: "below"), .init(name: "above")])
        try store.perform(edit, on: page, expecting: 0)
        try store.append([stroke(2, layer: 1)], to: page)
        let found = try fixture.reopened().drawing(on: page)?.drawing
        #expect(found?.layers.map(\.name) == ["below", "above"] && found?.strokes.map(\.layer) == [1, 1])
        let bad = Edit(layers: .init(before: found?.layers ?? [], after: [.init()]))
        #expect(failure { try store.perform(bad, on: page, expecting: 2) }?.code == .invalidInk)
    }

    /// A text, a picture that many edits have, a note and a link.
    private static func items(_ step: Int) -> [Item] {
        let place = Point(x: Double(step), y: 20)
        let picture = PictureItem(
            PictureData([0xff, 0xd8, 0xff] + [UInt8](repeating: UInt8(step % 3), count: 5000), format: .jpeg),
            frame: Rect(origin: place, size: Size(width: 30, height: 40)))
        return [
            .object(.text(TextItem("Nr. \(step)", at: place, width: 80))), .object(.picture(picture)),
            .object(.note(NoteItem(at: place, title: "\(step)", text: "öß"))),
            .object(.link(LinkItem(picture.frame, to: .page(step)))),
        ]
    }

    @Test(arguments: LibraryKind.allCases) func `Random edits, undo and redo give the same ink as LimnInk's history`(
        kind: LibraryKind
    ) throws {
        for seed in UInt64(1)...6 {
            let (fixture, page) = try character(kind)
            var (generator, model, history) = (SeededGenerator(seed: seed), Drawing(), EditHistory())
            for step in 0..<60 {
                let store = step.isMultiple(of: 7) ? try fixture.reopened() : fixture.store
                let revision = try store.drawing(on: page)?.revision ?? 0
                let some = (0..<model.itemCount).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                var edit: Edit?
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1:
                    #expect(try store.undo(page)?.edit == history.undo(&model))
                case 2:
                    #expect(try store.redo(page)?.edit == history.redo(&model))
                case 3: edit = model.removing(some)
                case 4: edit = model.transforming(some, by: .translation(Vector(dx: 1.25, dy: 0.75)))
                case 5:
                    let path = [Point(x: 250, y: 400), Point(x: 350, y: 400)]
                    edit = model.erasing(under: Eraser(path: path, radius: 3))
                case 6: edit = model.adding(Self.items(step))
                default: edit = model.adding([randomStroke(using: &generator), randomStroke(using: &generator)])
                }
                if let edit {
                    try history.perform(edit, on: &model)
                    try store.perform(edit, on: page, expecting: revision)
                }
                if kind == .disk, step.isMultiple(of: 9) { try (store as? Library)?.compact(page) }
                #expect(try store.drawing(on: page)?.drawing ?? Drawing() == model)
            }
            #expect(try fixture.reopened().drawing(on: page)?.drawing ?? Drawing() == model)
        }
    }
}
