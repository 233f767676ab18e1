// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnInk

extension Library {
    /// Returns what a person can take back of a character's ink and form values, and do again.
    ///
    /// - Parameter author: the ``EditAuthor/id`` of the person.
    public func ownHistory(of id: CharacterID, by author: String) throws(LibraryError) -> OwnHistory {
        try reading { database in
            _ = try Self.character(id, database)
            return try history(of: id, author, database)
        }
    }

    /// Takes back the last change of a person, wherever in the character it is, or does again what the person took back
    /// last. What others did stays: the opposite edit is made on the pages as they are now, as a new group of edits.
    ///
    /// A change that somebody else has removed or replaced in the meantime is passed over.
    ///
    /// - Parameters:
    ///   - direction: whether to take back or to do again.
    ///   - author: the ``EditAuthor/id`` of the person.
    ///   - expected: the change that the person means, an element of ``OwnHistory``; nil for the last one.
    ///   - check: called before each edit of a page with the layers before it. An error that it throws refuses the step.
    /// - Returns: what was done; nil if there is nothing to take back or to do again.
    /// - Throws: ``LibraryError`` with `stale` if `expected` is not the change that would be next.
    public func takeBack(
        _ direction: OwnDirection, of id: CharacterID, by author: String, expecting expected: Int? = nil,
        check: (Edit, [Drawing.Layer]) throws(LibraryError) -> Void
    ) throws(LibraryError) -> OwnStep? {
        try takeBack(direction, of: id, by: author, expecting: expected, only: .any, check: check)
    }

    /// The parts of changes that a step concerns.
    enum StepPart: Equatable {
        case any, ink, form
        case page(Int)

        func concerns(page: Int) -> Bool { self == .any || self == .ink || self == .page(page) }
        var concernsForm: Bool { self == .any || self == .form }
    }

    /// Takes back, or does again, the last change that was made here, although changes of other libraries came after it.
    ///
    /// - Returns: nil if none came, so that the journals themselves tell the next step; a step without changes if there is
    ///   nothing to take back.
    func stepHere(_ direction: OwnDirection, of id: CharacterID, only part: StepPart) throws(LibraryError) -> OwnStep? {
        guard try isMixed(id) else { return nil }
        // What the journals can do again, they do.
        if direction == .redo, try ownHistory(of: id, by: EditAuthor.here).undone.isEmpty { return nil }
        let step = try takeBack(direction, of: id, by: EditAuthor.here, expecting: nil, only: part) { _, _ in }
        return step ?? OwnStep(version: 0, inkVersion: 0, pages: [], form: nil)
    }

    /// Returns the version of the change that ``stepHere(_:of:only:)`` would take; nil if it would leave the step to the
    /// journals.
    package func nextChangeHere(_ direction: OwnDirection, of id: CharacterID) throws(LibraryError) -> Int? {
        guard try isMixed(id) else { return nil }
        let history = try ownHistory(of: id, by: EditAuthor.here)
        return direction == .undo ? history.done.last : history.undone.last
    }

    /// Whether changes of another library hold.
    private func isMixed(_ id: CharacterID) throws(LibraryError) -> Bool {
        try reading { database in
            _ = try Self.character(id, database)
            return try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM editAuthor WHERE character = ?1 AND author = ?2 AND inkVersion IN (
                        \(Self.holding)))
                    """, arguments: [id.value, EditAuthor.elsewhere]) ?? false
        }
    }

    /// The versions of the groups that hold of the character ?1.
    private static let holding = """
        SELECT inkEdit.inkVersion FROM inkEdit JOIN drawing ON inkEdit.drawing = drawing.id
            WHERE character = ?1 AND number <= applied
        UNION SELECT inkVersion FROM formEdit JOIN characterForm USING (character)
            WHERE character = ?1 AND number <= applied
        """

    private func takeBack(
        _ direction: OwnDirection, of id: CharacterID, by author: String, expecting expected: Int?,
        only part: StepPart, check: (Edit, [Drawing.Layer]) throws(LibraryError) -> Void
    ) throws(LibraryError) -> OwnStep? {
        let work = PageWork(drawings)
        var changed: [Changed] = []
        let step: OwnStep? = try writing { database in
            let history = try history(of: id, author, database)
            let versions = direction == .undo ? history.done : history.undone
            if let expected, expected != versions.last { throw LibraryError.notNext(versions.last) }
            for version in versions.reversed() {
                let moment = try EditMoment(id, sources, database, by: EditAuthor(author), takingBack: version)
                if author == EditAuthor.here {
                    guard try !movesEdition(version, id, database) else { throw LibraryError.editionAmongOthers }
                    if case .page(let page) = part {
                        let pages = try edits(of: version, id, database).map(\.page)
                        guard pages.contains(page) else { continue }
                        let isWhole = try isOfPages(version, id, database)
                        guard !isWhole, pages.allSatisfy({ $0 == page }) else { throw LibraryError.severalPages }
                    }
                }
                if part != .form, try isOfPages(version, id, database) {
                    let taken = try takeBackPages(version, of: id, moment, work, database)
                    guard let taken else { continue }
                    changed += taken.changed
                    return OwnStep(
                        version: version, inkVersion: moment.version, pages: taken.change.pages, form: taken.form)
                }
                var pages: [PageChange] = []
                for (page, edit) in try edits(of: version, id, database) where part.concerns(page: page) {
                    let place = CharacterPage(id, page: page)
                    guard let row = try DrawingRow.fetch(place, database), try isThere(place, database) else {
                        continue
                    }
                    let ink = try work.takeInk(of: row, database)
                    let opposite = try turned(edit, madeAt: version, of: row, database).takenBack(in: ink)
                    work.store(ink, of: row)
                    guard let opposite, try !changesLayers(row, after: version, opposite, ink, database) else {
                        continue
                    }
                    try check(opposite, ink.layers)
                    let made = try change(place, nil, in: moment, work, database) { _ in opposite }
                    changed.append(made)
                    pages.append(PageChange(page: page, change: made.change))
                }
                let form = part.concernsForm ? try takeBackForm(version, of: id, moment, database) : nil
                guard !pages.isEmpty || form != nil else { continue }
                return OwnStep(version: version, inkVersion: moment.version, pages: pages, form: form)
            }
            return nil
        }
        work.finish()
        changed.forEach(finish)
        return step
    }

    /// Returns whether the character's next step of `undo` or `redo` is a move to another
    /// edition of its template, which concerns all of its pages.
    public func movesTemplate(_ direction: OwnDirection, _ id: CharacterID) throws(LibraryError) -> Bool {
        try reading { database in
            _ = try Self.character(id, database)
            let isUndo = direction == .undo
            guard let step = try wholeStep(id, isUndo: isUndo, database), step.edit.edition != nil else {
                return false
            }
            let ink = try Int.fetchOne(
                database,
                sql: """
                    SELECT \(isUndo ? "max" : "min")(inkEdit.inkVersion) FROM drawing JOIN inkEdit
                        ON inkEdit.drawing = drawing.id AND number = \(isUndo ? "applied" : "applied + 1")
                    WHERE character = ?
                    """, arguments: [id.value])
            return isUndo ? step.version >= ink ?? 0 : step.version <= ink ?? .max
        }
    }

    /// Returns the edits of a group that hold, by page.
    func edits(of version: Int, _ id: CharacterID, _ database: Database) throws -> [(page: Int, edit: Edit)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT page, edit FROM inkEdit JOIN drawing ON inkEdit.drawing = drawing.id
                WHERE character = ? AND inkEdit.inkVersion = ? AND number <= applied ORDER BY page, number DESC
                """, arguments: [id.value, version]
        ).map { row in
            let bytes: Data = try row.value(1)
            return (try row.page(0), try Edit(decoding: [UInt8](bytes)))
        }
    }

    /// Returns whether a group moved the character to another edition of its template.
    private func movesEdition(_ version: Int, _ id: CharacterID, _ database: Database) throws -> Bool {
        let bytes = try Data.fetchOne(
            database, sql: "SELECT edit FROM formEdit WHERE character = ? AND inkVersion = ?",
            arguments: [id.value, version])
        return bytes.flatMap { try? FormEdit(decoding: [UInt8]($0)) }?.edition != nil
    }

    /// Returns whether items would come back to a page whose layers have changed since: they might end in a layer that is
    /// for somebody else.
    private func changesLayers(
        _ row: DrawingRow, after version: Int, _ edit: Edit, _ ink: Drawing, _ database: Database
    ) throws -> Bool {
        guard !edit.inserted.isEmpty, edit.layers == nil, ink.layers.count > 1 else { return false }
        let later = try Data.fetchCursor(
            database, sql: "SELECT edit FROM inkEdit WHERE drawing = ? AND number <= ? AND inkVersion > ?",
            arguments: [row.id, row.applied, version])
        while let bytes = try later.next() {
            if try Edit(decoding: [UInt8](bytes)).layers != nil { return true }
        }
        return false
    }

    /// Returns whether the character still has a page.
    private func isThere(_ page: CharacterPage, _ database: Database) throws -> Bool {
        do { try checkPage(page, database) } catch let error as LibraryError {
            guard error.code == .noSuchPage else { throw error }
            return false
        }
        return true
    }

    private func takeBackForm(
        _ version: Int, of id: CharacterID, _ moment: EditMoment, _ database: Database
    ) throws -> FormChange? {
        // A form that cannot be read does not keep ink from being taken back.
        guard var record = try? FormRecord.fetch(id, database) else { return nil }
        let bytes = try Data.fetchOne(
            database, sql: "SELECT edit FROM formEdit WHERE character = ? AND inkVersion = ? AND number <= ?",
            arguments: [id.value, version, record.applied])
        guard let bytes, let edit = try FormEdit(decoding: [UInt8](bytes)).takenBack(in: record.entries) else {
            return nil
        }
        record.entries = edit.applied(to: record.entries)
        try FormRule.check(record.entries, pictures: record.pictureSizes(database))
        try finish(&record, adding: edit, moment, database)
        return FormChange(edit: edit, revision: record.revision)
    }

    private func history(of id: CharacterID, _ author: String, _ database: Database) throws -> OwnHistory {
        let holding = try Int.fetchSet(database, sql: Self.holding, arguments: [id.value])
        // Here, everything counts that did not come from another library, whoever made it.
        let groups =
            author == EditAuthor.here
            ? try Row.fetchAll(
                database,
                sql: """
                    SELECT held.inkVersion, takenBack FROM (\(Self.holding)) AS held
                        LEFT JOIN editAuthor ON character = ?1 AND editAuthor.inkVersion = held.inkVersion
                    WHERE author IS NULL OR author <> ?2 ORDER BY held.inkVersion
                    """, arguments: [id.value, EditAuthor.elsewhere])
            : try Row.fetchAll(
                database,
                sql: """
                    SELECT inkVersion, takenBack FROM editAuthor WHERE character = ? AND author = ? ORDER BY inkVersion
                    """, arguments: [id.value, author])
        var history = OwnHistory()
        for group in groups {
            let version = try group.count(0)
            if holding.contains(version) { history.add(version, takingBack: try group.value(1)) }
        }
        return history
    }
}

extension LibraryError {
    fileprivate static let editionAmongOthers = LibraryError(
        .refused,
        "The last change here moved the character to another edition. It stays, because changes of other libraries came since."
    )
    fileprivate static let severalPages = LibraryError(
        .refused, "The last change of this page is one of several pages. Undo or redo it as a whole.")

    /// The error for a step that is not the next one in the person's history.
    fileprivate static func notNext(_ next: Int?) -> LibraryError {
        LibraryError(
            .stale,
            next.map { "That is not your last change; your last one is \($0)." } ?? "You have no such change any more.")
    }
}
