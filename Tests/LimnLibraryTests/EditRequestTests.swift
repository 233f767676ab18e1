// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import LimnLibrary
import Synchronization
import TestSupport
import Testing

@Suite struct EditRequestTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let page: CharacterPage

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        page = CharacterPage(try library.createCharacter(NewCharacter(name: "A", template: template.id)).id, page: 1)
    }

    private func key(_ number: Int, _ fingerprint: String = "same") -> EditKey {
        EditKey(hash: "key \(number)", fingerprint: fingerprint)
    }

    private func append(_ seed: Int, _ key: EditKey? = nil) -> EditRequest {
        EditRequest(.append([.stroke(stroke(seed))]), of: page, key: key)
    }

    @Test func `the same key answers the same and does nothing twice, also after a restart`() throws {
        let first = try library.perform([append(1, key(1))])[0].get()
        #expect(first.page.revision == 1 && first.page.strokeCount == 1 && first.page.canUndo)
        _ = try library.perform([append(2)])[0].get()
        let again = try library.perform([append(1, key(1))])[0].get()
        #expect(again.page == first.page)
        #expect(again.isRepeated && again.changes.isEmpty)
        let reopened = try Library(at: folder.library)
        #expect(try reopened.perform([append(1, key(1))])[0].get().page == first.page)
        #expect(try reopened.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2)])
    }

    @Test func `a key is used for one thing only`() throws {
        _ = try library.perform([append(1, key(1))])[0].get()
        let result = library.perform([append(2, key(1, "other"))])[0]
        guard case .failure(let error) = result else { throw Failure() }
        #expect(error.code == .keyReused)
        #expect(try library.drawing(on: page)?.drawing.strokes == [stroke(1)])
    }

    @Test func `a refused edit does not touch the others of its batch, and its key stays free`() throws {
        let stale = EditRequest(.edit(expecting: 7) { $0.removing([0]) }, of: page, key: key(9))
        let nowhere = EditRequest(.append([]), of: CharacterPage(page.character, page: 99))
        let results = library.perform([append(1), stale, nowhere, append(2)])
        #expect(try results[0].get().page.revision == 1)
        #expect(throws: LibraryError.self) { try results[1].get() }
        #expect(throws: LibraryError.self) { try results[2].get() }
        #expect(try results[3].get().page.revision == 2)
        let good = EditRequest(.edit(expecting: 2) { $0.removing([0]) }, of: page, key: key(9))
        #expect(try library.perform([good])[0].get().page.strokeCount == 1)
        #expect(try library.drawing(on: page)?.drawing.strokes == [stroke(2)])
        #expect(try library.check().problems == [])
    }

    @Test func `an edit sees the drawing at the revision that it expects`() throws {
        _ = library.perform([append(1), append(2), append(3)])
        let results = library.perform([
            EditRequest(.edit(expecting: 3) { $0.removing([1]) }, of: page),
            EditRequest(.edit(expecting: 4) { $0.removing([1]) }, of: page),
            EditRequest(.undo(expecting: 5), of: page),
            EditRequest(.redo(expecting: nil), of: page),
        ])
        #expect(try results.map { try $0.get().page.revision } == [4, 5, 6, 7])
        #expect(try results.map { try $0.get().page.canRedo } == [false, false, true, false])
        #expect(try library.drawing(on: page)?.drawing.strokes == [stroke(1)])
    }

    @Test func `where there is nothing to undo, nothing changes`() throws {
        let outcome = try library.perform([EditRequest(.undo(expecting: nil), of: page)])[0].get()
        #expect(outcome.changes.isEmpty && outcome.page.revision == 0)
    }

    @Test func `a list of changes is made as a whole or not at all, and undone one by one`() throws {
        let bad = EditRequest(
            [.append([.stroke(stroke(1))]), .edit(expecting: nil) { $0.removing([0]) }, .undo(expecting: 9)], of: page)
        #expect(throws: LibraryError.self) { try library.perform([bad])[0].get() }
        #expect(try library.drawing(on: page) == nil)
        let good = EditRequest(
            [.append([.stroke(stroke(1)), .stroke(stroke(2))]), .edit(expecting: nil) { $0.removing([0]) }], of: page)
        let outcome = try library.perform([good])[0].get()
        #expect(outcome.page.revision == 2 && outcome.changes.map(\.revision) == [1, 2])
        try library.undo(page)
        #expect(try library.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2)])
    }

    @Test func `a key is forgotten after a day and not before`() throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
        var sources = LibrarySources()
        sources.now = { time.withLock { $0 } }
        let library = try Library(at: folder.library, sources: sources)
        _ = try library.perform([append(1, key(1))])[0].get()
        time.withLock { $0 += 86_399 }
        #expect(try library.perform([append(1, key(1))])[0].get().isRepeated)
        time.withLock { $0 += 2 }
        #expect(try !library.perform([append(1, key(1))])[0].get().isRepeated)
        #expect(try library.drawing(on: page)?.drawing.strokes.count == 2)
    }

    @Test func `a library that can only be read refuses all of a batch`() throws {
        try library.removeCharacter(page.character)
        for result in library.perform([append(1), append(2)]) {
            #expect(throws: LibraryError.self) { try result.get() }
        }
    }

    private struct Failure: Error {}
}
