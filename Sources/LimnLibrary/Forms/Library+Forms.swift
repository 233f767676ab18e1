// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import LimnForms

extension Library {
    /// See ``LibraryStore``.
    public func formValues(of id: CharacterID) throws(LibraryError) -> FormValues {
        try reading { database in
            _ = try Self.character(id, database)
            return try FormRecord.fetch(id, database)?.values(database) ?? .none
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func setFormValues(
        _ entries: [String: FieldEntry], removing names: Set<String>, pictures: [[UInt8]], of id: CharacterID,
        expecting expected: Int?, by author: EditAuthor?
    ) throws(LibraryError) -> FormChange {
        let pictures = FormRule.hashed(pictures)
        return try writing { database in
            let moment = try EditMoment(id, sources, database, by: author)
            let record = try currentForm(of: id, expected, database)
            return try change(record, setting: entries, removing: names, pictures, moment, database)
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func undoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange? {
        if expected == nil, let step = try stepHere(.undo, of: id, only: .form) { return step.form }
        return try step(id, expected, isUndo: true)
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func redoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange? {
        if expected == nil, let step = try stepHere(.redo, of: id, only: .form) { return step.form }
        return try step(id, expected, isUndo: false)
    }

    private func step(_ id: CharacterID, _ expected: Int?, isUndo: Bool) throws(LibraryError) -> FormChange? {
        try writing { database in
            let moment = try EditMoment(id, sources, database)
            var record = try currentForm(of: id, expected, database)
            guard let done = try record.edit(isUndo ? record.applied : record.applied + 1, database) else { return nil }
            guard !done.isWhole else { throw LibraryError.isWhole(done) }
            let edit = isUndo ? done.inverse : done
            record.entries = edit.applied(to: record.entries)
            record.applied += isUndo ? -1 : 1
            try finish(&record, moment, database)
            return FormChange(edit: edit, revision: record.revision)
        }
    }

    /// See ``LibraryStore``.
    public func formPicture(_ hash: String, of id: CharacterID) throws(LibraryError) -> [UInt8] {
        try reading { database in
            _ = try Self.character(id, database)
            guard let bytes = try FormRecord.picture(hash, of: id, database) else { throw LibraryError.noPicture(hash) }
            guard ContentHash(bytes).description == hash else {
                throw try FormRecord.damaged("a picture has changed", id, database)
            }
            return bytes
        }
    }

    // MARK: Within a transaction

    /// Sets values of a form and removes others.
    ///
    /// - Parameter pictures: new pictures by their hashes. Those to which no value refers are left out.
    func change(
        _ record: FormRecord, setting entries: [String: FieldEntry], removing names: Set<String>,
        _ pictures: [String: [UInt8]], _ moment: EditMoment, _ database: Database
    ) throws -> FormChange {
        var record = record
        let edit = FormEdit(of: record.entries, setting: entries, removing: names)
        guard !edit.isEmpty else { return FormChange(edit: edit, revision: record.revision) }
        record.entries = edit.applied(to: record.entries)
        try record.add(pictures: pictures.filter { record.entries.pictureHashes.contains($0.key) }, database)
        try FormRule.check(record.entries, pictures: record.pictureSizes(database))
        try finish(&record, adding: edit, moment, database)
        return FormChange(edit: edit, revision: record.revision)
    }

    /// Returns the row of a character if it has the expected revision; a new row if the character never had values.
    func currentForm(of id: CharacterID, _ expected: Int?, _ database: Database) throws -> FormRecord {
        let record = try FormRecord.fetch(id, database) ?? FormRecord(of: id)
        if let expected, expected != record.revision { throw LibraryError.staleForm(current: record.revision) }
        return record
    }

    func finish(_ record: inout FormRecord, _ moment: EditMoment, _ database: Database) throws {
        record.revision += 1
        record.modified = moment.time
        try record.save(database)
        try record.deleteUnneededPictures(database)
        try database.execute(
            sql: "UPDATE character SET inkVersion = ?, modified = ? WHERE id = ?",
            arguments: [moment.version, moment.time, record.character.value])
    }

    /// Sets the first values of a new character, which cannot be undone.
    func insertForm(_ new: NewCharacter, of id: CharacterID, at time: Int64, _ database: Database) throws {
        guard !new.formEntries.isEmpty else { return }
        var record = FormRecord(of: id)
        (record.revision, record.modified, record.entries) = (1, time, new.formEntries)
        let hashes = record.entries.pictureHashes
        try record.add(pictures: FormRule.hashed(new.formPictures).filter { hashes.contains($0.key) }, database)
        try record.save(database)
    }

    /// Returns the form values of a character with their pictures, or the reason why they cannot be read.
    func formSnapshot(of id: CharacterID, _ database: Database) throws -> FormSnapshot {
        do {
            guard let record = try FormRecord.fetch(id, database) else { return FormSnapshot() }
            var pictures: [String: [UInt8]] = [:]
            for hash in record.entries.pictureHashes {
                guard let bytes = try FormRecord.picture(hash, of: id, database),
                    ContentHash(bytes).description == hash
                else { continue }
                pictures[hash] = bytes
            }
            return FormSnapshot(values: try record.values(database), pictures: pictures)
        } catch let error as LibraryError { return FormSnapshot(damage: error) }
    }
}
