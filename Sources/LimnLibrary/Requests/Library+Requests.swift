// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnInk

extension Library {
    /// Performs the requests of several clients in one transaction, which is synced once.
    ///
    /// Requests are independent: if one is refused, the others are still performed. A request with a known key is not
    /// performed again; the first result is returned. The keys are stored in the same transaction, for a day.
    ///
    /// A server should collect the requests that arrive together and perform them by one call.
    ///
    /// - Parameter requests: the requests, performed in this order. Each sees the changes of those before it.
    /// - Returns: the results, in the order of the requests. Errors are ``LibraryError``: those of
    ///   ``LibraryStore/perform(_:on:expecting:)``, and `keyReused` if a key was used for a different request. After an
    ///   error of the disk or the database, no request is performed, and every result is this error.
    public func perform(_ requests: [EditRequest]) -> [Result<EditOutcome, LibraryError>] {
        let (results, due) = perform(requests, PageWork(drawings))
        for page in due { compactIfDue(page) }
        return results
    }

    /// Performs requests as ``perform(_:)`` does, without anything that takes long.
    ///
    /// - Parameter requests: the requests. A request that needs the ink of a large page, or makes many changes, fails
    ///   with `unprepared` unless ``prepare(_:before:)`` has prepared it.
    /// - Returns: the results, and the pages for which ``compactIfDue(_:)`` should be called, on another thread.
    public func performPromptly(
        _ requests: [EditRequest]
    ) -> (results: [Result<EditOutcome, LibraryError>], due: [CharacterPage]) {
        perform(requests, PageWork(drawings, isPrompt: true))
    }

    private func perform(
        _ requests: [EditRequest], _ work: PageWork
    ) -> (results: [Result<EditOutcome, LibraryError>], due: [CharacterPage]) {
        do throws(LibraryError) {
            let done = try writing { database in
                try Self.forgetOldKeys(database, sources)
                return try requests.map { request in try attempt(request, work, database) }
            }
            work.finish()
            let changed = done.flatMap { (try? $0.get().1) ?? [] }
            let due = Set(changed.compactMap(\.row).filter(CompactionPolicy.isDue).map(\.page))
            return (done.map { $0.map { $0.0 } }, Array(due))
        } catch {
            return (requests.map { _ in .failure(error) }, [])
        }
    }

    /// Performs one request within a savepoint.
    ///
    /// - Returns: the outcome and the changed pages; an error if the request is refused, after which its savepoint is
    ///   rolled back.
    /// - Throws: an error of the disk or the database, after which the transaction must not continue.
    private func attempt(
        _ request: EditRequest, _ work: PageWork, _ database: Database
    ) throws -> Result<(EditOutcome, [Changed]), LibraryError> {
        var result: Result<(EditOutcome, [Changed]), LibraryError>?
        do {
            try database.inSavepoint {
                result = .success(try make(request, work, database))
                return .commit
            }
        } catch let error as LibraryError {
            work.forget()
            return .failure(error)
        } catch let error as InkError {
            work.forget()
            return .failure(LibraryError(error))
        }
        return result ?? .failure(LibraryError(.other, "The edit was not made."))
    }

    private func make(
        _ request: EditRequest, _ work: PageWork, _ database: Database
    ) throws -> (EditOutcome, [Changed]) {
        if let key = request.key, let known = try Self.outcome(of: key, database) { return (known, []) }
        var changed: [Changed] = []
        if let prepared = request.prepared {
            changed = try commit(prepared, of: request.page, by: request.author, work, database)
        } else {
            guard !work.isPrompt || request.changes.count <= PageWork.promptChanges else {
                throw LibraryError.unprepared
            }
            for change in request.changes {
                if let done = try make(change, of: request, work, database) { changed.append(done) }
            }
        }
        let outcome = EditOutcome(
            page: try Self.state(of: request.page, database), changes: changed.map(\.change), isRepeated: false)
        if let key = request.key { try Self.remember(key, outcome.page, sources, database) }
        return (outcome, changed)
    }

    /// - Returns: nil if there is nothing to undo or redo.
    private func make(
        _ change: EditRequest.Change, of request: EditRequest, _ work: PageWork, _ database: Database
    ) throws -> Changed? {
        let page = request.page
        let group = try EditMoment(page.character, sources, database, by: request.author)
        func check(_ edit: Edit, _ row: DrawingRow?) throws {
            if let check = request.check { try check(edit, try work.layers(of: row, database)) }
        }
        func step(_ expected: Int?, isUndo: Bool) throws -> Changed? {
            if work.isPrompt, let row = try current(page, expected, database) {
                let size = try row.editSize(isUndo ? row.applied : row.applied + 1, database)
                guard size <= PageWork.promptEditBytes else { throw LibraryError.unprepared }
            }
            if request.check != nil || request.checkStep != nil,
                let edit = try nextStep(page, expected, isUndo: isUndo, database)
            {
                let row = try current(page, expected, database)
                try check(edit, row)
                if let checkStep = request.checkStep {
                    try checkStep(edit, try row.map { try work.takeInk(of: $0, database) } ?? Drawing())
                }
            }
            return try self.step(page, expected, isUndo: isUndo, in: group, work, database)
        }
        let transform = try request.turn.flatMap { try self.transform(ofInkFor: page, turned: $0, database) }
        switch change {
        case .append(let items):
            let row = try current(page, nil, database)
            let items = transform.map { Drawing(items: items).transformed(by: $0).items } ?? items
            guard !work.isPrompt || items.reduce(0, { $0 + ($1.stroke?.points.count ?? 1) }) <= PageWork.promptPoints
            else {
                throw LibraryError.unprepared
            }
            // The layers are known from here on, for the check of this edit and for those who are told of it.
            _ = work.isPrompt ? try work.layers(of: row, database) : []
            let edit = Edit(appending: items, to: row?.itemCount ?? 0)
            try check(edit, row)
            return try self.change(page, nil, in: group, work, database) { _ in edit }
        case .edit(let expected, let make):
            let row = try current(page, expected, database)
            if transform != nil { throw LibraryError.turnedSince(page.page, current: row?.revision ?? 0) }
            let ink = try row.map { try work.takeInk(of: $0, database) } ?? Drawing()
            let edit = try make(ink)
            if let row { work.store(ink, of: row) }
            try check(edit, row)
            return try self.change(page, expected, in: group, work, database) { _ in edit }
        case .undo(let expected): return try step(expected, isUndo: true)
        case .redo(let expected): return try step(expected, isUndo: false)
        }
    }

    private static func state(of page: CharacterPage, _ database: Database) throws -> EditOutcome.Page {
        let row = try Row.fetchOne(
            database, sql: "SELECT \(summaryColumns) FROM drawing WHERE character = ? AND page = ?",
            arguments: [page.character.value, page.page])
        guard let summary = try row.map(PageSummary.init) else {
            return EditOutcome.Page(revision: 0, strokeCount: 0, objectCount: 0, canUndo: false, canRedo: false)
        }
        return EditOutcome.Page(
            revision: summary.revision, strokeCount: summary.strokeCount, objectCount: summary.objectCount,
            canUndo: summary.canUndo, canRedo: summary.canRedo)
    }

    // MARK: Keys

    private static func forgetOldKeys(_ database: Database, _ sources: LibrarySources) throws {
        try database.execute(
            sql: "DELETE FROM editKey WHERE made < ?", arguments: [sources.milliseconds() - EditKey.lifetime])
    }

    /// Returns the first outcome of a request; nil if its key is not known.
    ///
    /// - Throws: ``LibraryError`` with `keyReused`.
    static func outcome(of key: EditKey, _ database: Database) throws -> EditOutcome? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT fingerprint, revision, strokeCount, objectCount, canUndo, canRedo FROM editKey WHERE hash = ?
                """, arguments: [key.hash])
        guard let row else { return nil }
        guard try row.value(0) == key.fingerprint else {
            throw LibraryError(.keyReused, "The key was used for another edit; every edit needs its own.")
        }
        let page = EditOutcome.Page(
            revision: try row.count(1), strokeCount: try row.count(2), objectCount: try row.count(3),
            canUndo: try row.value(4), canRedo: try row.value(5))
        return EditOutcome(page: page, changes: [], isRepeated: true)
    }

    private static func remember(
        _ key: EditKey, _ page: EditOutcome.Page, _ sources: LibrarySources, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO editKey (hash, fingerprint, made, revision, strokeCount, objectCount, canUndo, canRedo)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                key.hash, key.fingerprint, sources.milliseconds(), page.revision, page.strokeCount, page.objectCount,
                page.canUndo, page.canRedo,
            ])
    }
}
