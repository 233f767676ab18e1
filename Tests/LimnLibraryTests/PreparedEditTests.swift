// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnLibrary
import TestSupport
import Testing

@Suite struct PreparedEditTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let page: CharacterPage

    /// A page of 1,500 strokes, which is large.
    init() throws {
        folder = try TemporaryFolder()
        library = try Library(at: folder.library)
        page = CharacterPage(try library.createCharacter(NewCharacter(name: "A", template: nil)).id, page: 1)
        try library.append((0..<1500).map { .stroke(Self.line($0)) }, to: page, expecting: nil)
    }

    private static func line(_ number: Int) -> Stroke {
        Stroke(
            brush: Brush(width: 1), points: StrokePoints([Point(x: Double(number), y: 0), Point(x: 1, y: 1)], width: 1))
    }

    private func soon(_ seconds: Double = 60) -> ContinuousClock.Instant { .now + .seconds(seconds) }

    private func code(_ result: Result<EditOutcome, LibraryError>) -> LibraryError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    /// Strokes by the numbers that made them.
    private func numbers(_ library: Library) throws -> [Int] {
        try library.drawing(on: page)?.drawing.strokes.compactMap { $0.points.positions.first.map { Int($0.x) } } ?? []
    }

    @Test func `an edit of a large page is made before the transaction, and a list reads the page once`() throws {
        let library = try Library(at: folder.library)
        let changes = (0..<20).map { _ in EditRequest.Change.edit(expecting: nil) { $0.removing([0]) } }
        let request = EditRequest(changes, of: page, key: EditKey(hash: "a", fingerprint: "b"))
        #expect(code(library.performPromptly([request]).results[0]) == .unprepared)
        let ready = try library.prepare(request, before: soon())
        let outcome = try library.performPromptly([ready]).results[0].get()
        #expect(outcome.page.revision == 21 && outcome.page.strokeCount == 1480)
        #expect(outcome.changes.map(\.revision) == Array(2...21))
        #expect(try numbers(library) == Array(20..<1500))
        // The same key answers the same, prepared or not.
        #expect(try library.performPromptly([request]).results[0].get().isRepeated)
        #expect(try library.performPromptly([ready]).results[0].get().isRepeated)
        for _ in 0..<20 { try library.undo(page) }
        #expect(try numbers(Library(at: folder.library)) == Array(0..<1500))
        #expect(try library.check().problems == [])
    }

    @Test func `undoing much is read before the transaction, and its check too`() throws {
        func perform(_ change: EditRequest.Change) throws -> Result<EditOutcome, LibraryError> {
            let request = EditRequest(change, of: page)
            #expect(code(library.performPromptly([request]).results[0]) == .unprepared)
            return try library.performPromptly([try library.prepare(request, before: soon())]).results[0]
        }
        // A small edit is undone at once.
        try library.append([.stroke(Self.line(7))], to: page, expecting: nil)
        #expect(try library.performPromptly([EditRequest(.undo(expecting: 2), of: page)]).results[0].get().page.canRedo)
        let undone = try perform(.undo(expecting: 3)).get()
        #expect(undone.page.revision == 4 && undone.page.strokeCount == 0 && !undone.page.canUndo)
        #expect(undone.changes.map(\.revision) == [4] && undone.changes[0].edit.removed.count == 1500)
        #expect(try numbers(Library(at: folder.library)) == [])
        let redone = try perform(.redo(expecting: nil)).get()
        #expect(redone.page.revision == 5 && redone.page.strokeCount == 1500)
        #expect(try numbers(Library(at: folder.library)) == Array(0..<1500))
        // Another edit in between, another revision, and a check that refuses.
        let late = try library.prepare(EditRequest(.undo(expecting: nil), of: page), before: soon())
        try library.append([.stroke(Self.line(8))], to: page, expecting: nil)
        #expect(code(library.performPromptly([late]).results[0]) == .unprepared)
        try library.undo(page)
        #expect(throws: LibraryError.self) {
            try library.prepare(EditRequest(.undo(expecting: 1), of: page), before: soon())
        }
        var refused = EditRequest(.undo(expecting: nil), of: page)
        refused.checkStep = { edit, drawing throws(LibraryError) in
            guard edit.removed.count != drawing.strokes.count else { throw .refused("No.") }
        }
        let error = #expect(throws: LibraryError.self) { try library.prepare(refused, before: soon()) }
        #expect(error?.code == .refused)
        // Nothing is left to undo.
        _ = try perform(.undo(expecting: nil)).get()
        let ready = try library.prepare(EditRequest(.undo(expecting: nil), of: page), before: soon())
        #expect(try library.performPromptly([ready]).results[0].get().changes.isEmpty)
        #expect(try library.check().problems == [])
    }

    @Test func `an edit that was prepared for another state of the page is prepared anew`() throws {
        let request = EditRequest(.edit(expecting: nil) { $0.removing([0]) }, of: page)
        let ready = try library.prepare(request, before: soon())
        try library.append([.stroke(Self.line(7))], to: page, expecting: nil)
        #expect(code(library.performPromptly([ready]).results[0]) == .unprepared)
        let again = try library.prepare(request, before: soon())
        #expect(try library.performPromptly([again]).results[0].get().page.strokeCount == 1500)
        #expect(try numbers(Library(at: folder.library)) == Array(1..<1500) + [7])
    }

    @Test func `a stale edit, an edit that does not fit and one that takes too long are refused`() throws {
        func error(_ change: EditRequest.Change, _ seconds: Double = 60) -> LibraryError.Code? {
            do throws(LibraryError) {
                _ = try library.prepare(EditRequest(change, of: page), before: soon(seconds))
                return nil
            } catch { return error.code }
        }
        #expect(error(.edit(expecting: 9) { $0.removing([0]) }) == .stale)
        #expect(
            error(.edit(expecting: 1) { _ in Edit(removed: [.init(index: 3, stroke: Self.line(4))]) }) == .invalidInk)
        var astray = Self.line(1)
        astray.layer = 5
        let item = Item.stroke(astray)
        #expect(error(.append([item])) == .invalidInk)
        #expect(error(.append([.stroke(Self.line(1))]), -1) == .tooLong)
        #expect(try numbers(library).count == 1500)
    }

    @Test func `additions to a large page read its layers, and none of its ink`() throws {
        let secret = Drawing.Layer(name: "secret", audience: .gameMaster)
        let plain = Drawing.Layer(name: "plain")
        let layers = Edit(layers: .init(before: [Drawing.Layer()], after: [plain, secret]))
        try library.perform(layers, on: page, expecting: 1)
        let library = try Library(at: folder.library)
        #expect(try library.inkState(of: page).layers == [plain, secret])
        #expect(try library.inkState(of: page).isLarge)
        var request = EditRequest(.append([.stroke(Self.line(1))]), of: page)
        request.check = { edit, layers throws(LibraryError) in
            guard !edit.inserted.contains(where: { layers[$0.item.layer].audience == .gameMaster }) else {
                throw .refused("secret")
            }
        }
        for revision in 3...6 {
            #expect(try library.performPromptly([request]).results[0].get().page.revision == revision)
        }
        var hidden = Self.line(1)
        hidden.layer = 1
        request.changes = [.append([.stroke(hidden)])]
        #expect(code(library.performPromptly([request]).results[0]) == .refused)
        // Where nothing is known, as after a restart, preparing reads the layers.
        let other = try Library(at: folder.library)
        #expect(code(other.performPromptly([request]).results[0]) == .unprepared)
        #expect(throws: LibraryError.self) { try other.prepare(request, before: soon()) }
        request.changes = [.append([.stroke(Self.line(2))])]
        #expect(try other.performPromptly([request]).results[0].get().page.revision == 7)
    }

    @Test func `layers are those of the last edit, after undos and rewritten snapshots, too`() throws {
        let plain = Drawing.Layer(name: "plain")
        try library.perform(Edit(layers: .init(before: [Drawing.Layer()], after: [plain])), on: page, expecting: 1)
        try library.append([.stroke(Self.line(1))], to: page, expecting: nil)
        func read() throws -> [Drawing.Layer] { try Library(at: folder.library).inkState(of: page).layers }
        #expect(try read() == [plain])
        try library.compact(page)
        #expect(try read() == [plain])
        try library.undo(page)
        try library.undo(page)
        #expect(try read() == [Drawing.Layer()])
        let blank = CharacterPage(page.character, page: 2)
        #expect(try library.inkState(of: blank).layers == [Drawing.Layer()])
    }

    @Test func `a list after undos beyond the snapshot writes the snapshot that it needs`() throws {
        try library.append([.stroke(Self.line(2000))], to: page, expecting: nil)
        try library.compact(page)
        try library.undo(page)
        let request = EditRequest(.edit(expecting: nil) { $0.removing([0]) }, of: page)
        let ready = try library.prepare(request, before: soon())
        _ = try library.performPromptly([ready]).results[0].get()
        #expect(try numbers(Library(at: folder.library)) == Array(1..<1500))
        #expect(try library.check().problems == [])
        try library.undo(page)
        #expect(try numbers(Library(at: folder.library)) == Array(0..<1500))
    }

    @Test func `a snapshot is rewritten while others write, and nothing is lost`() throws {
        let library = try Library(at: folder.library)
        var due: [CharacterPage] = []
        _ = try library.inkState(of: page)
        for number in 0..<300 {
            let result = library.performPromptly([EditRequest(.append([.stroke(Self.line(number))]), of: page)])
            _ = try result.results[0].get()
            due = result.due
        }
        #expect(due == [page])
        library.compactIfDue(page)
        let again = library.performPromptly([EditRequest(.append([.stroke(Self.line(9))]), of: page)])
        #expect(try again.due.isEmpty && again.results[0].get().page.strokeCount == 1801)
        #expect(try numbers(Library(at: folder.library)) == Array(0..<1500) + Array(0..<300) + [9])
        #expect(try library.check().problems == [])
    }
}
