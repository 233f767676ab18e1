// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// Edits the ink of characters: the work behind `limn character draw`, `erase`, `undo` and `redo`.
///
/// Pages are named by their positions in the character, from 1, in arguments and in results.
///
/// When a call returns, its changes are on the disk, and the library remembers the character and the page as last
/// viewed.
public struct CharacterInkEditor {
    let library: any LibraryStore
    private let access: Access
    private let context: JobContext

    /// The maximum number of attempts for an edit if the ink is changed concurrently.
    private static let attempts = 100

    /// Makes an editor for a library.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for PDFs that contain the ink.
    ///   - context: the workers that read ink.
    public init(
        _ library: any LibraryStore, access: Access = Access(), context: JobContext = .standard
    ) {
        self.library = library
        self.access = access
        self.context = context
    }

    /// Adds the strokes of an ink file above all other items.
    ///
    /// - Parameters:
    ///   - page: the number of the page to draw on, from 1. The only page of the ink is drawn on it or, if the ink has
    ///     several pages, the page with the same number. If nil, each page n of the ink is drawn on page n, unless the
    ///     ink has pages of a PDF in an order of its own: then each is drawn on the page that it names.
    ///   - fit: whether ink from a page of another size is scaled to fit.
    /// - Throws: ``LimnError``.
    public func draw(
        _ path: FilePath, on id: CharacterID, page: Int?, fit: Bool = false
    ) throws(LimnError) -> [CharacterInkResult] {
        let ink = try InkFile(path, access: access, context: context)
        do {
            let character = try library.character(id)
            let document = try Self.chosen(page, of: ink)
            let placement = try placement(of: document, page: page, on: character, fit: fit)
            let isChosen = { (number: Int?) in
                number == nil || document.pages.count == 1 || page == nil || number == page
            }
            let common =
                ink.diagnostics + ink.content.undrawn.filter { isChosen($0.page) }.map { Diagnostic($0, in: path) }
            var results: [CharacterInkResult] = []
            for (place, change) in try addAll(placement.drawings, to: id) {
                var result = finish(change, character, place)
                result.diagnostics += placement.notes.filter { $0.page == place.page }.map { note in
                    Diagnostic(note.code, note.text, about: path, page: place.page)
                }
                results.append(result)
            }
            if results.isEmpty { results.append(try unchanged(character, page ?? 1)) }
            results[0].diagnostics =
                common
                + placement.notes.filter { $0.isAboutInk && !$0.code.isAboutAudience }.map {
                    Diagnostic($0.code, $0.text, about: path)
                }
                + results[0].diagnostics
            return results
        } catch { throw LimnError(error) }
    }

    /// Returns the ink with all pages but the chosen one emptied. Ink with a single page is returned unchanged.
    private static func chosen(_ page: Int?, of ink: InkFile) throws(LimnError) -> InkDocument {
        var document = ink.content.document
        guard let page, document.pages.count > 1 else { return document }
        guard document.pages.indices.contains(page - 1) else {
            throw LimnError(
                .noSuchPage, about: ink.path,
                "There is no page \(page); the ink has \(document.pages.count).")
        }
        for index in document.pages.indices where index != page - 1 { document.pages[index].drawing = Drawing() }
        return document
    }

    private func placement(
        of document: InkDocument, page: Int?, on character: CharacterRecord, fit: Bool
    ) throws -> InkPlacement {
        let mapping: InkPlacement.Mapping =
            page == nil && document.hasOwnOrder ? .byBackground : .byNumber(only: page ?? 1)
        guard let pages = try library.pages(of: character)?.geometry else {
            // Without a template, there are no page sizes to compare with.
            var free = document
            for index in free.pages.indices { free.pages[index].size = nil }
            return try InkPlacement(
                free, mapping: mapping, pageCount: .max, fit: false, layers: .everything
            ) { numbers in
                Dictionary(uniqueKeysWithValues: numbers.map { ($0, Size(width: 0, height: 0)) })
            }
        }
        return try InkPlacement(
            document, mapping: mapping, pageCount: pages.count, fit: fit, layers: .everything
        ) { numbers in Dictionary(uniqueKeysWithValues: numbers.map { ($0, pages[$0 - 1].size) }) }
    }

    /// Draws on all pages or on none. The edits form one group, which is undone as a whole. If the ink is changed
    /// concurrently, the edits are made again.
    private func addAll(
        _ drawings: [Int: Drawing], to id: CharacterID
    ) throws -> [(place: CharacterPage, change: InkChange)] {
        guard !drawings.isEmpty else { return [] }
        var attempt = 0
        while true {
            let sorted = drawings.sorted { $0.key < $1.key }
            let edits = try sorted.map { position, drawing throws(LibraryError) in
                let page = try library.page(at: position, of: id)
                return PageEdit(page: page.page, try adding(drawing, to: page))
            }
            do throws(LibraryError) {
                return zip(sorted, try library.perform(edits, on: id)).map {
                    (CharacterPage(id, page: $0.key), $1.change)
                }
            } catch {
                attempt += 1
                guard error.code == .stale, attempt < Self.attempts else { throw error }
            }
        }
    }

    /// Returns the edit that adds a drawing to a page. A drawing without layers is appended. The layers of any other
    /// drawing are added together with its items.
    private func adding(_ drawing: Drawing, to page: CharacterPage) throws(LibraryError) -> PageEdit.Change {
        if drawing.layers == [Drawing.Layer()] { return .append(drawing.items) }
        let found = try library.drawing(on: page)
        let there = found?.drawing ?? Drawing()
        var with = there
        // An empty page gets the layers unchanged.
        if there.isEmpty { with.layers = drawing.layers } else { with.layers += drawing.layers }
        let above = with.layers.count - drawing.layers.count
        let items = drawing.items.map { item in
            var copy = item
            copy.layer += above
            return copy
        }
        var edit = there.adding(items)
        edit.layers = .init(before: there.layers, after: with.layers)
        return .edit(edit, expecting: found?.revision ?? 0)
    }

    /// Makes an edit of the current ink and applies it. If the ink is changed concurrently, the edit is made again.
    func editing(_ place: CharacterPage, _ make: (Drawing) -> Edit) throws -> InkChange {
        let page = try library.page(at: place.page, of: place.character)
        var attempt = 0
        while true {
            let there = try library.drawing(on: page)
            do throws(LibraryError) {
                return try library.perform(
                    make(there?.drawing ?? Drawing()), on: page, expecting: there?.revision ?? 0)
            } catch {
                attempt += 1
                guard error.code == .stale, attempt < Self.attempts else { throw error }
            }
        }
    }

    /// Erases a selection on a page.
    ///
    /// - Parameters:
    ///   - choice: what is erased.
    ///   - page: the page of a character.
    /// - Returns: the page with its new revision.
    /// - Throws: ``LimnError``.
    public func erase(_ choice: EraseSelection, on page: CharacterPage) throws(LimnError) -> CharacterInkResult {
        do {
            let character = try library.character(page.character)
            var missing: LimnError?
            let change = try editing(page) { drawing in
                do throws(LimnError) { return try choice.edit(of: drawing) } catch {
                    missing = error
                    return Edit()
                }
            }
            if let missing { throw missing }
            return finish(change, character, page)
        } catch { throw LimnError(error) }
    }

    /// Undoes the last change of a character, on all pages that it affected.
    ///
    /// - Parameter page: the number of a page, from 1, to undo only its last edit; nil to undo the character's last
    ///   change.
    /// - Returns: a result for each changed page.
    /// - Throws: ``LimnError``; `refused` if there is nothing to undo.
    public func undo(_ id: CharacterID, page: Int?) throws(LimnError) -> [CharacterInkResult] {
        try step(id, page, "undo", all: library.undo(_:)) { page throws(LibraryError) in try library.undo(page) }
    }

    /// Redoes the last undone change of a character, on all pages that it affected.
    ///
    /// - Parameter page: the number of a page, from 1, to redo only its next edit; nil to redo the character's next
    ///   change.
    /// - Returns: a result for each changed page.
    /// - Throws: ``LimnError``; `refused` if there is nothing to redo.
    public func redo(_ id: CharacterID, page: Int?) throws(LimnError) -> [CharacterInkResult] {
        try step(id, page, "redo", all: library.redo(_:)) { page throws(LibraryError) in try library.redo(page) }
    }

    private func step(
        _ id: CharacterID, _ page: Int?, _ verb: String,
        all: (CharacterID) throws(LibraryError) -> [PageChange],
        _ one: (CharacterPage) throws(LibraryError) -> InkChange?
    ) throws(LimnError) -> [CharacterInkResult] {
        do {
            let character = try library.character(id)
            guard let page else {
                let changes = try all(id)
                guard !changes.isEmpty else {
                    // A move to another edition, or a change of the pages, may leave the ink of every page as it is.
                    let now = try library.character(id)
                    guard now.template != character.template || now.pageList != character.pageList else {
                        throw LimnError(.refused, "There is nothing to \(verb).")
                    }
                    return [try shown(now)]
                }
                let now = try library.character(id)
                let results = changes.compactMap { change in
                    now.position(of: change.page).map { finish(change.change, now, CharacterPage(id, page: $0)) }
                }
                return results.isEmpty ? [try shown(now)] : results
            }
            guard let change = try one(try library.page(at: page, of: id)) else {
                throw LimnError(.refused, "There is nothing to \(verb) on page \(page).")
            }
            return [finish(change, character, CharacterPage(id, page: page))]
        } catch { throw LimnError(error) }
    }

    /// Returns the result of a step that changed no ink: the page that was viewed last.
    private func shown(_ character: CharacterRecord) throws(LibraryError) -> CharacterInkResult {
        let number = character.lastPage ?? character.pageList?.numbers.first ?? 1
        let summary = try library.drawnPages(of: character.id).first { $0.page == number }
        return CharacterInkResult(character, character.position(of: number) ?? 1, summary, nil)
    }

    func finish(
        _ change: InkChange, _ character: CharacterRecord, _ place: CharacterPage
    ) -> CharacterInkResult {
        let page = (try? library.page(at: place.page, of: place.character)) ?? place
        // An edit records the last viewed page in its own transaction, but an empty edit writes nothing. An error is
        // ignored here, because the edit itself is committed.
        if change.edit.isEmpty { try? library.setLastViewed(page) }
        let summary = try? library.drawnPages(of: character.id).first { $0.page == page.page }
        return CharacterInkResult(character, place.page, summary, change)
    }

    private func unchanged(
        _ character: CharacterRecord, _ page: Int
    ) throws(LibraryError) -> CharacterInkResult {
        let number = try library.page(at: page, of: character.id).page
        let summary = try library.drawnPages(of: character.id).first { $0.page == number }
        return CharacterInkResult(character, page, summary, nil)
    }
}
