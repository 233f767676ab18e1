// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnForms

/// A row of `characterForm`: the current values of a character, and the position in its journal.
///
/// Edits are numbered from 1. Those up to `applied` are in effect; the others were undone and can be redone.
struct FormRecord {
    let character: CharacterID
    var revision = 0
    var applied = 0
    var modified: Int64 = 0
    var entries: [String: FieldEntry] = [:]

    init(of character: CharacterID) { self.character = character }

    /// Fetches the row of a character; nil if it never had form values.
    ///
    /// - Throws: ``LibraryError`` with `damaged` and the name of the character.
    static func fetch(_ id: CharacterID, _ database: Database) throws -> FormRecord? {
        let row = try Row.fetchOne(
            database, sql: "SELECT revision, applied, modified, entries FROM characterForm WHERE character = ?",
            arguments: [id.value])
        guard let row else { return nil }
        var record = FormRecord(of: id)
        (record.revision, record.applied) = (try row.count(0), try row.count(1))
        record.modified = try row.value(2)
        let bytes: Data = try row.value(3)
        guard bytes.count <= FormRule.maximumStoredBytes else {
            throw try damaged("they take too many bytes", id, database)
        }
        do { record.entries = try FieldEntryCoding.decode([UInt8](bytes)) } catch {
            throw try damaged("they cannot be read", id, database)
        }
        return record
    }

    static func damaged(_ reason: String, _ id: CharacterID, _ database: Database) throws -> LibraryError {
        LibraryError(.damaged, "The form values of “\(try name(id, database))” are damaged: \(reason).")
    }

    /// Returns the name of a character, even of one in the trash.
    static func name(_ id: CharacterID, _ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT name FROM character WHERE id = ?", arguments: [id.value]) ?? "\(id)"
    }

    /// Returns the values for callers.
    func values(_ database: Database) throws -> FormValues {
        /// Whether an edit exists and can be undone without ink.
        func canStep(_ number: Int) throws -> Bool {
            let bytes = try Data.fetchOne(
                database, sql: "SELECT edit FROM formEdit WHERE character = ? AND number = ?",
                arguments: [character.value, number])
            return bytes.map { (try? FormEdit(decoding: [UInt8]($0)))?.isWhole != true } ?? false
        }
        return FormValues(
            entries: entries, revision: revision, canUndo: try canStep(applied), canRedo: try canStep(applied + 1),
            modified: Date(milliseconds: modified))
    }

    /// Inserts or replaces the row.
    func save(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO characterForm (character, revision, applied, modified, text, entries)
                    VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (character) DO UPDATE SET revision = excluded.revision, applied = excluded.applied,
                    modified = excluded.modified, text = excluded.text, entries = excluded.entries
                """,
            arguments: [
                character.value, revision, applied, modified, Self.folded(entries),
                Data(try FieldEntryCoding.encode(entries)),
            ])
    }

    /// Returns the text for the search index.
    static func folded(_ entries: [String: FieldEntry]) -> String {
        entries.searchedText.replacingOccurrences(of: "\0", with: " ").foldedForSearch
    }

    // MARK: The journal

    /// Returns an edit of the journal; nil if no edit has that number.
    ///
    /// - Throws: ``LibraryError`` with `damaged`.
    func edit(_ number: Int, _ database: Database) throws -> FormEdit? {
        let bytes = try Data.fetchOne(
            database, sql: "SELECT edit FROM formEdit WHERE character = ? AND number = ?",
            arguments: [character.value, number])
        guard let bytes else { return nil }
        do { return try FormEdit(decoding: [UInt8](bytes)) } catch {
            throw try Self.damaged("a change cannot be read", character, database)
        }
    }

    /// Returns all edits with their numbers; nil for an edit that cannot be read.
    func edits(_ database: Database) throws -> [(number: Int, edit: FormEdit?)] {
        try Row.fetchAll(
            database, sql: "SELECT number, edit FROM formEdit WHERE character = ? ORDER BY number",
            arguments: [character.value]
        ).map { row in
            let bytes: Data = try row.value(1)
            // Limn never writes a number that cannot be read here.
            let number = try? row.count(0)
            return (number ?? -1, number == nil ? nil : try? FormEdit(decoding: [UInt8](bytes)))
        }
    }

    /// Adds an edit after the last one in effect. Deletes the edits that could be redone, and edits that are too old.
    mutating func add(_ edit: FormEdit, at time: Int64, version: Int, _ database: Database) throws {
        try deleteEdits(from: applied + 1, database)
        applied += 1
        try database.execute(
            sql: "INSERT INTO formEdit (character, number, inkVersion, made, edit) VALUES (?, ?, ?, ?, ?)",
            arguments: [character.value, applied, version, time, Data(try edit.encoded())])
        try deleteEdits(upTo: applied - CompactionPolicy.undoDepth, database)
    }

    /// Deletes the edits up to and including a number.
    func deleteEdits(upTo number: Int, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM formEdit WHERE character = ? AND number <= ?", arguments: [character.value, number])
    }

    /// Deletes the edits from a number on.
    func deleteEdits(from number: Int, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM formEdit WHERE character = ? AND number >= ?", arguments: [character.value, number])
    }

    // MARK: Pictures

    /// Returns the hashes of the stored pictures, with their sizes in bytes.
    func pictureSizes(_ database: Database) throws -> [String: Int] {
        try Row.fetchAll(
            database, sql: "SELECT hash, length(bytes) FROM formPicture WHERE character = ?",
            arguments: [character.value]
        ).reduce(into: [:]) { $0[try $1.value(0)] = try $1.count(1) }
    }

    /// Adds pictures.
    func add(pictures: [String: [UInt8]], _ database: Database) throws {
        for (hash, bytes) in pictures.sorted(by: { $0.key < $1.key }) {
            try database.execute(
                sql: "INSERT OR IGNORE INTO formPicture (character, hash, bytes) VALUES (?, ?, ?)",
                arguments: [character.value, hash, Data(bytes)])
        }
    }

    /// Deletes the pictures to which neither a value nor an edit refers.
    func deleteUnneededPictures(_ database: Database) throws {
        let there = Set(try pictureSizes(database).keys)
        guard !there.isEmpty else { return }
        var named = entries.pictureHashes
        for (_, edit) in try edits(database) {
            // A damaged edit may refer to any picture.
            guard let edit else { return }
            for change in edit.changes.values {
                named.formUnion([change.before?.pictureHash, change.after?.pictureHash].compactMap { $0 })
            }
        }
        for hash in there.subtracting(named).sorted() {
            try database.execute(
                sql: "DELETE FROM formPicture WHERE character = ? AND hash = ?", arguments: [character.value, hash])
        }
    }

    /// Returns the bytes of a picture; nil if it is missing.
    static func picture(_ hash: String, of id: CharacterID, _ database: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            database, sql: "SELECT bytes FROM formPicture WHERE hash = ? AND character = ?",
            arguments: [hash, id.value]
        ).map { [UInt8]($0) }
    }

    /// Copies the values and their undo history to a character that has none.
    static func copyAll(from original: CharacterID, to copy: CharacterID, _ database: Database) throws {
        for (table, columns) in [
            ("characterForm", "revision, applied, modified, text, entries"),
            ("formEdit", "number, inkVersion, made, edit"), ("formPicture", "hash, bytes"),
        ] {
            try database.execute(
                sql: """
                    INSERT INTO \(table) (character, \(columns))
                        SELECT ?, \(columns) FROM \(table) WHERE character = ?
                    """, arguments: [copy.value, original.value])
        }
    }
}
