// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnGeometry
internal import LimnInk

/// The edits of a request, made or read before the transaction that stores them. They are for one state of the page.
struct PreparedEdits: Sendable {
    /// An edit with its stored form.
    struct Step: Sendable {
        let edit: Edit
        let bytes: [UInt8]
    }

    /// The page before the edits; nil if it was never drawn on.
    let before: DrawingRow?
    /// The rotation of the page in the character's list of pages.
    let turn: PageGeometry.Rotation
    /// The transform for ink that was made before the page was turned; nil if it was not turned.
    let transform: LimnGeometry.AffineTransform?
    /// A new snapshot, which must be written before the edits; nil if none is needed.
    var snapshot: [UInt8]?
    var steps: [Step] = []
    /// For undoing −1 and for redoing 1, where ``steps`` has the edit to apply, if there is any; nil for new edits.
    var direction: Int?
    /// The page after the edits, as to its counts.
    var after: DrawingRow
    /// The ink after the edits; nil if it was not loaded.
    var ink: Drawing?
    var layers: [Drawing.Layer]
}

extension LibraryError {
    /// The error for a request that takes too long for a prompt transaction, or for edits that were prepared for another
    /// state of the page.
    static let unprepared = LibraryError(.unprepared, "The page changed while the edit was prepared. Try again.")
}

extension LibraryError {
    /// The error for a request that takes longer to prepare than its deadline allows.
    static let tooLong = LibraryError(
        .tooLong, "These edits take too long on a page with so much ink. Send fewer of them at once.")
}

extension Library {
    /// Prepares a request for ``performPromptly(_:)``: makes its edits from the current ink, while others write.
    ///
    /// The result is for the current state of the page. If somebody else changes the page first, the request fails with
    /// `unprepared` and is to be prepared again.
    ///
    /// - Parameter deadline: the time at which preparing ends with `tooLong`.
    /// - Throws: ``LibraryError``: those of the changes, `stale`, and `tooLong`.
    public func prepare(
        _ request: EditRequest, before deadline: ContinuousClock.Instant
    ) throws(LibraryError) -> EditRequest {
        let isStep = request.changes.contains { $0.step != nil }
        let step = request.changes.count == 1 ? request.changes[0].step : nil
        var turn = PageGeometry.Rotation.none
        var transform: LimnGeometry.AffineTransform?
        let found: (row: DrawingRow?, ink: Drawing?, layers: [Drawing.Layer], next: Edit?)? = try reading { database in
            // A known key is answered by the transaction.
            if let key = request.key, try Self.outcome(of: key, database) != nil { return nil }
            let row = try current(request.page, step?.expected, database)
            turn = try self.turn(of: request.page, database)
            transform = try request.turn.flatMap {
                try self.transform(ofInkFor: request.page, turned: $0, database)
            }
            guard let row else { return (nil, Drawing(), [Drawing.Layer()], nil) }
            let next = try step.flatMap {
                try nextStep(request.page, $0.expected, isUndo: $0.isUndo, database)
            }
            // Undoing needs the ink for its check alone.
            let needsInk =
                isStep
                ? request.checkStep != nil : request.changes.contains { $0.needsInk } || row.base > row.applied
            if needsInk {
                let ink = try drawings.ink(of: row) ?? row.load(after: drawings.latest(row.id), database)
                return (row, ink, ink.layers, next)
            }
            return (row, nil, try drawings.layers(of: row) ?? row.layers(database), next)
        }
        guard let found else { return request }
        if let row = found.row {
            drawings.store(found.layers, of: row)
            if let ink = found.ink { drawings.store(ink, of: row) }
        }
        guard !isStep || step != nil else { return request }
        var prepared = PreparedEdits(
            before: found.row, turn: turn, transform: transform,
            after: found.row ?? DrawingRow.blank(request.page), ink: found.ink, layers: found.layers)
        do {
            if let row = found.row, row.base > row.applied {
                prepared.snapshot = try DrawingRow.snapshot(of: found.ink ?? Drawing())
            }
            if let step {
                try prepared.take(found.next, isUndo: step.isUndo, of: request)
            } else {
                for change in request.changes {
                    guard ContinuousClock.now < deadline else { throw LibraryError.tooLong }
                    try prepared.make(change, of: request)
                }
            }
        } catch let error as InkError { throw LibraryError(error) } catch let error as LibraryError {
            throw error
        } catch { throw LibraryError(.other, "The edit could not be prepared.") }
        var ready = request
        ready.prepared = prepared
        return ready
    }

    /// Stores prepared edits.
    ///
    /// - Throws: ``LibraryError`` with `unprepared` if the page has changed since.
    func commit(
        _ prepared: PreparedEdits, of page: CharacterPage, by author: EditAuthor?, _ work: PageWork,
        _ database: Database
    ) throws -> [Changed] {
        let found = try current(page, nil, database)
        guard try found == prepared.before && turn(of: page, database) == prepared.turn else {
            throw LibraryError.unprepared
        }
        if let direction = prepared.direction, let before = found, let edit = prepared.steps.first?.edit {
            var row = before
            row.applied += direction
            row.takeCounts(of: prepared.after)
            row.revision += 1
            try store(&row, in: try EditMoment(page.character, sources, database), database)
            work.note(edit, from: before, to: row)
            return [Changed(change: InkChange(edit: edit, revision: row.revision))]
        }
        guard prepared.steps.contains(where: { !$0.edit.isEmpty }) else {
            return prepared.steps.map { Changed(change: InkChange(edit: $0.edit, revision: found?.revision ?? 0)) }
        }
        var row = try found ?? DrawingRow.make(page, sources, database)
        if let snapshot = prepared.snapshot { try row.writeBase(snapshot, database) }
        try forgetUndone(of: row, database)
        var moment = try EditMoment(page.character, sources, database, by: author)
        var changed: [Changed] = []
        for step in prepared.steps {
            if !step.edit.isEmpty {
                if !changed.isEmpty { moment = moment.next }
                row.applied += 1
                row.revision += 1
                row.journalSize += step.bytes.count
                try insert(step.bytes, of: row, in: moment, database)
            }
            changed.append(Changed(change: InkChange(edit: step.edit, revision: row.revision)))
        }
        row.takeCounts(of: prepared.after)
        try store(&row, in: moment, database)
        if let ink = prepared.ink { work.store(ink, of: row) } else { work.note(prepared.layers, of: row) }
        changed[changed.count - 1].row = row
        return changed
    }
}

extension PreparedEdits {
    /// Takes over the edit that undoing or redoing applies; nil if there is none.
    fileprivate mutating func take(_ edit: Edit?, isUndo: Bool, of request: EditRequest) throws {
        direction = isUndo ? -1 : 1
        guard let edit else { return }
        try request.check?(edit, layers)
        try request.checkStep?(edit, ink ?? Drawing())
        steps.append(Step(edit: edit, bytes: []))
        after.count(edit)
    }

    /// Makes a change and applies it to the ink.
    fileprivate mutating func make(_ change: EditRequest.Change, of request: EditRequest) throws {
        let edit: Edit
        switch change {
        case .append(let items):
            let turned = transform.map { Drawing(items: items).transformed(by: $0).items } ?? items
            edit = Edit(appending: turned, to: after.itemCount)
        case .edit(let expected, let make):
            if transform != nil { throw LibraryError.turnedSince(request.page.page, current: after.revision) }
            if let expected, expected != after.revision {
                throw LibraryError.stale(request.page.page, current: after.revision)
            }
            edit = try make(ink ?? Drawing())
        case .undo, .redo: throw LibraryError.unprepared
        }
        try request.check?(edit, layers)
        guard !edit.isEmpty else {
            steps.append(Step(edit: edit, bytes: []))
            return
        }
        let count = edit.layers?.after.count ?? after.layerCount
        for placed in edit.inserted where !(0..<count).contains(placed.item.layer) {
            throw LibraryError.noLayer(placed.item.layer, count: count)
        }
        if ink != nil {
            try ink?.apply(edit)
            if edit.layers != nil, let layer = ink?.usedLayers.first(where: { !(0..<count).contains($0) }) {
                throw LibraryError.noLayer(layer, count: count)
            }
        }
        steps.append(Step(edit: edit, bytes: try edit.encoded()))
        after.count(edit)
        after.revision += 1
        if let change = edit.layers { layers = change.after }
    }
}

extension EditRequest.Change {
    /// The expected revision of a change that undoes or redoes an edit, and which of both it does; nil for others.
    fileprivate var step: (expected: Int?, isUndo: Bool)? {
        switch self {
        case .undo(let expected): (expected, true)
        case .redo(let expected): (expected, false)
        case .append, .edit: nil
        }
    }

    /// Whether the change depends on the ink.
    fileprivate var needsInk: Bool { if case .edit = self { true } else { false } }
}
