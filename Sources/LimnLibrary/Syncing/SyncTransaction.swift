// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
package import LimnForms
package import LimnInk
internal import SystemPackage

/// The properties of a character that libraries share.
package struct SharedCharacter: Equatable, Sendable {
    package var name: String
    package var isFavorite: Bool
    package var tags: [String]
    /// The hash of the template's PDF; nil for an orphan.
    package var template: String?
    /// The template's name, for a library that does not have it yet; nil for an orphan.
    package var templateName: String?
    /// The list of pages as ``PageList/coded`` has it; nil for the template's pages.
    package var pages: String?
    package var isTrashed: Bool
    /// Milliseconds since 1970.
    package var created: Int64
    package var modified: Int64

    package init(
        name: String, isFavorite: Bool = false, tags: [String] = [], template: String? = nil,
        templateName: String? = nil, pages: String? = nil, isTrashed: Bool = false, created: Int64, modified: Int64
    ) {
        self.templateName = templateName
        (self.name, self.isFavorite, self.tags, self.template) = (name, isFavorite, tags, template)
        (self.pages, self.isTrashed, self.created, self.modified) = (pages, isTrashed, created, modified)
    }
}

/// The shared state of a unit as the library stores it. Only those who wrote it can read it.
package struct StoredUnit: Equatable, Sendable {
    package var name: String
    /// The revision of the page's ink to which the state belongs; 0 for other units.
    package var revision: Int
    /// The number of the edits of the page's journal that held then; 0 for other units.
    package var applied: Int
    /// The changes that the state includes.
    package var seen: String
    package var state: [UInt8]

    package init(name: String, revision: Int, applied: Int, seen: String, state: [UInt8]) {
        (self.name, self.revision, self.applied, self.seen, self.state) = (name, revision, applied, seen, state)
    }
}

/// Which unit of which character.
package struct UnitPlace: Hashable, Sendable {
    package let character: CharacterID
    package let unit: String

    package init(_ character: CharacterID, _ unit: String) { (self.character, self.unit) = (character, unit) }

    /// The place as a text, which nobody but its maker needs to read.
    package var coded: String { "\(character) \(unit)" }

    package init?(coded text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let id = CharacterID(String(parts[0])) else { return nil }
        self.init(id, String(parts[1]))
    }
}

/// A transaction in which a library's content and what it knows of its sync change together, so that a program which is
/// killed leaves neither without the other.
package final class SyncTransaction {
    private let library: Library
    private let database: Database
    private let work: PageWork
    fileprivate var changed: [Library.Changed] = []
    private var moments: [CharacterID: EditMoment] = [:]

    fileprivate init(_ library: Library, _ work: PageWork, _ database: Database) {
        (self.library, self.work, self.database) = (library, work, database)
    }

    /// Milliseconds since 1970.
    package var now: Int64 { library.sources.milliseconds() }
    package var randomBits: UInt64 { library.sources.randomBits() }

    // MARK: Characters

    /// What changes with every change that counts. Times alone do not: two changes may be made in one millisecond.
    private static let stamp = """
        printf('%d %d %d %d %s %s %s', inkVersion, isFavorite, trashed IS NOT NULL, ifnull(template, -1), name, tags,
            ifnull(pages, ''))
        """

    /// Returns the characters that have changed since ``recordStamp(of:)``, but for those in the trash that were never
    /// shared.
    package func changedCharacters() throws -> [CharacterID] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM character LEFT JOIN syncCharacter ON syncCharacter.character = id
                WHERE stamp IS NULL AND trashed IS NULL OR stamp <> \(Self.stamp) ORDER BY id
                """
        ).map(CharacterID.init(stored:))
    }

    /// Returns whether a character has changed since ``recordStamp(of:)``.
    package func hasChanged(_ id: CharacterID) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM character LEFT JOIN syncCharacter ON syncCharacter.character = id
                WHERE id = ? AND (stamp IS NULL OR stamp <> \(Self.stamp)))
                """, arguments: [id.value]) ?? false
    }

    /// Records that the states of a character's units are those of its content.
    package func recordStamp(of id: CharacterID) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO syncCharacter SELECT id, \(Self.stamp) FROM character WHERE id = ?",
            arguments: [id.value])
    }

    /// Whether a character was shared before. It may be gone since.
    package func isKnown(_ id: CharacterID) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM syncCharacter WHERE character = ?)", arguments: [id.value])
            ?? false
    }

    /// Returns a character, also one in the trash; nil if there is none.
    package func character(_ id: CharacterID) throws -> SharedCharacter? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT character.name, isFavorite, tags, blob, pages, character.trashed IS NOT NULL, created, modified,
                    template.name
                FROM character LEFT JOIN template ON template.id = character.template WHERE character.id = ?
                """, arguments: [id.value])
        guard let row else { return nil }
        let tags: String = try row.value(2)
        return SharedCharacter(
            name: try row.value(0), isFavorite: try row.value(1),
            tags: tags.isEmpty ? [] : tags.split(separator: "\n").map { String($0) }, template: try row.value(3),
            templateName: try row.value(8), pages: try row.value(4), isTrashed: try row.value(5),
            created: try row.value(6), modified: try row.value(7))
    }

    /// Returns whether the library has a template, also in the trash.
    package func hasTemplate(_ hash: String) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM template WHERE blob = ?)", arguments: [hash]) ?? false
    }

    /// Returns the number of a template's pages; nil if the library does not have it.
    package func pageCount(ofTemplate hash: String) throws -> Int? {
        try Int.fetchOne(database, sql: "SELECT pageCount FROM template WHERE blob = ?", arguments: [hash])
    }

    /// Creates a character without ink and values.
    package func create(_ id: CharacterID, _ new: SharedCharacter) throws {
        try Library.insert(
            CharacterRecord(
                id: id, name: try NameRule.name.checked(new.name), template: nil, isFavorite: false, tagLines: "",
                lastPage: nil, created: Date(milliseconds: new.created), modified: Date(milliseconds: new.modified),
                inkVersion: 0), database)
    }

    /// A time from another library, limited to the years that libraries write.
    private static func time(_ milliseconds: Int64) -> Int64 { Int64(milliseconds: Date(milliseconds: milliseconds)) }

    /// Gives a character other properties. The template must be there, and the character must not be in the trash.
    package func update(_ id: CharacterID, to new: SharedCharacter) throws {
        guard let old = try character(id) else { throw LibraryError.noCharacter(id) }
        let name = try NameRule.name.checked(new.name)
        let tags = try NameRule.checkedTags(new.tags)
        try database.execute(
            sql: """
                UPDATE character SET name = ?, folded = ?, isFavorite = ?, tags = ?, foldedTags = ?,
                    template = (SELECT id FROM template WHERE blob = ?), inkVersion = inkVersion + ?,
                    modified = max(modified, ?)
                WHERE id = ?
                """,
            arguments: [
                name, name.foldedForSearch, new.isFavorite, tags.joined(separator: "\n"), Library.folded(tags),
                new.template, old.template == new.template && old.pages == new.pages ? 0 : 1, Self.time(new.modified),
                id.value,
            ])
        moments[id] = nil
        guard old.pages != new.pages else { return }
        guard let text = new.pages, let list = PageList(coded: text) else {
            try database.execute(sql: "UPDATE character SET pages = NULL WHERE id = ?", arguments: [id.value])
            return
        }
        try library.setPages(list, of: id, database)
    }

    /// Moves a character into the trash, or out of it.
    package func setTrashed(_ isTrashed: Bool, _ id: CharacterID) throws {
        try database.execute(
            sql: "UPDATE character SET trashed = ? WHERE id = ? AND (trashed IS NOT NULL) <> ?",
            arguments: [isTrashed ? now : nil, id.value, isTrashed])
    }

    /// Takes the template of a character out of the trash.
    package func restoreTemplate(of id: CharacterID) throws {
        try database.execute(
            sql: """
                UPDATE template SET trashed = NULL
                WHERE trashed IS NOT NULL AND id = (SELECT template FROM character WHERE id = ?)
                """, arguments: [id.value])
    }

    // MARK: Ink and form

    /// Returns the pages of a character that were ever drawn on, with the revisions of their ink.
    package func pages(of id: CharacterID) throws -> [(page: Int, revision: Int)] {
        try Row.fetchAll(
            database, sql: "SELECT page, revision FROM drawing WHERE character = ? AND revision > 0 ORDER BY page",
            arguments: [id.value]
        ).map { (try $0.page(0), try $0.count(1)) }
    }

    /// Returns the ink of a page with its revision; an empty one at revision 0 for a page that was never drawn on.
    package func drawing(_ page: CharacterPage) throws -> (drawing: Drawing, revision: Int) {
        guard let row = try DrawingRow.fetch(page, database) else { return (Drawing(), 0) }
        let ink = try work.takeInk(of: row, database)
        work.store(ink, of: row)
        return (ink, row.revision)
    }

    /// Returns edits that lead from the recorded state of a page's ink to the present one, in their order; nil if the journal
    /// does not tell.
    ///
    /// - Parameters:
    ///   - revision: the revision of the recorded state.
    ///   - applied: the number of the edits that held then.
    package func edits(of page: CharacterPage, since revision: Int, _ applied: Int) throws -> [Edit]? {
        guard let row = try DrawingRow.fetch(page, database) else { return nil }
        // Those that were undone, and whose numbers others have now.
        let undone = try Row.fetchAll(
            database, sql: "SELECT number, edit FROM syncUndone WHERE drawing = ? ORDER BY number", arguments: [row.id]
        ).reduce(into: [Int: Data]()) { edits, row in edits[try row.count(0)] = try row.value(1) }
        let common = min(applied, row.applied, (undone.keys.min() ?? .max) - 1)
        let steps = applied - common + row.applied - common
        // Every step has raised the revision, and so has each one that was taken back.
        guard row.revision - revision >= steps, (row.revision - revision - steps).isMultiple(of: 2) else { return nil }
        var edits: [Edit] = []
        for number in stride(from: applied, to: common, by: -1) {
            let edit =
                if let bytes = undone[number] {
                    try? Edit(decoding: [UInt8](bytes))
                } else {
                    try? row.edit(number, database)
                }
            guard let edit else { return nil }
            edits.append(edit.inverse)
        }
        for number in stride(from: common + 1, through: row.applied, by: 1) {
            guard let edit = try? row.edit(number, database) else { return nil }
            edits.append(edit)
        }
        return edits
    }

    /// Returns the number of the edits of a page's journal that hold.
    package func appliedEdits(of page: CharacterPage) throws -> Int {
        try DrawingRow.fetch(page, database)?.applied ?? 0
    }

    /// Changes the ink of a page, also of one that the character does not have at present.
    package func perform(_ edit: Edit, on page: CharacterPage) throws -> PageChange {
        if try DrawingRow.fetch(page, database) == nil {
            _ = try DrawingRow.make(page, library.sources, database)
        }
        let places = try Row.fetchOne(
            database,
            sql: "SELECT lastPage, (SELECT value FROM state WHERE name = 'lastCharacter') FROM character WHERE id = ?",
            arguments: [page.character.value])
        let made = try library.change(
            page, nil, in: try moment(of: page.character), evenRemoved: true, work, database
        ) { _ in edit }
        changed.append(made)
        // Nobody has looked at the page here.
        let (last, character): (Int?, Int64?) = (try places?.value(0), try places?.value(1))
        try database.execute(
            sql: "UPDATE character SET lastPage = ? WHERE id = ?", arguments: [last, page.character.value])
        try database.execute(
            sql: "UPDATE state SET value = ? WHERE name = 'lastCharacter' AND ? IS NOT NULL",
            arguments: [character, character])
        return PageChange(page: page.page, change: made.change)
    }

    /// Returns the form values of a character.
    package func form(of id: CharacterID) throws -> [String: FieldEntry] {
        try FormRecord.fetch(id, database)?.entries ?? [:]
    }

    /// Returns the bytes of a picture in the form; nil if they are lost.
    package func picture(_ hash: String, of id: CharacterID) throws -> [UInt8]? {
        try FormRecord.picture(hash, of: id, database)
    }

    /// Sets form values and removes others.
    package func setForm(
        _ entries: [String: FieldEntry], removing names: Set<String>, pictures: [[UInt8]], of id: CharacterID
    ) throws -> FormChange {
        let record = try library.currentForm(of: id, nil, database)
        return try library.change(
            record, setting: entries, removing: names, FormRule.hashed(pictures), try moment(of: id), database)
    }

    /// Returns the moment of all changes of a character in this transaction.
    private func moment(of id: CharacterID) throws -> EditMoment {
        if let known = moments[id] { return known }
        let moment = try EditMoment(id, library.sources, database, by: EditAuthor(EditAuthor.elsewhere))
        moments[id] = moment
        return moment
    }

    // MARK: What is known of sync

    /// Returns the stored states of a character's units, by name. Those of a character that was deleted for good are empty;
    /// only what they have seen is left.
    package func units(of id: CharacterID) throws -> [String: StoredUnit] {
        try Row.fetchAll(
            database, sql: "SELECT unit, revision, applied, seen, state FROM syncUnit WHERE character = ?",
            arguments: [id.value]
        ).reduce(into: [:]) { units, row in
            let unit = try StoredUnit(row, at: 0)
            units[unit.name] = unit
        }
    }

    package func store(_ unit: StoredUnit, of id: CharacterID) throws {
        try database.execute(
            sql: """
                INSERT INTO syncUnit (character, unit, revision, applied, seen, state) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (character, unit) DO UPDATE SET revision = excluded.revision, applied = excluded.applied,
                    seen = excluded.seen, state = excluded.state
                """, arguments: [id.value, unit.name, unit.revision, unit.applied, unit.seen, Data(unit.state)])
        // What was undone before belongs to the state before.
        try database.execute(
            sql: """
                DELETE FROM syncUndone WHERE drawing IN
                    (SELECT id FROM drawing WHERE character = ? AND 'page ' || page = ?)
                """, arguments: [id.value, unit.name])
    }

    /// Returns units that a place may not have in their present state, with what it is known to have: all of some
    /// characters, in the order of characters and names. None is left if there is none.
    ///
    /// - Parameters:
    ///   - characters: the characters that count; nil for all.
    ///   - last: the last unit of the portion before; nil for the first portion.
    package func unsent(
        to place: String, of characters: Set<CharacterID>? = nil, after last: UnitPlace? = nil
    ) throws -> [(character: CharacterID, unit: StoredUnit, known: String?)] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT syncUnit.character, known, syncUnit.unit, revision, applied, seen, state
                FROM syncUnit LEFT JOIN syncPlace
                    ON place = ? AND syncPlace.character = syncUnit.character AND syncPlace.unit = syncUnit.unit
                WHERE (syncUnit.character, syncUnit.unit) > (?, ?)
                    AND (known IS NULL OR known <> seen) AND length(state) > 0
                ORDER BY syncUnit.character, syncUnit.unit
                """, arguments: [place, last?.character.value ?? .min, last?.unit ?? ""])
        var found: [(character: CharacterID, unit: StoredUnit, known: String?)] = []
        var size = 0
        while let row = try rows.next() {
            let id = CharacterID(stored: try row.value(0))
            guard characters?.contains(id) ?? true else { continue }
            // A character is in one portion.
            guard size < Self.portion || id == found.last?.character else { break }
            found.append((id, try StoredUnit(row, at: 2), try row.value(1)))
            size += found[found.count - 1].unit.state.count + 1000
        }
        return found
    }

    /// The number of bytes after which a portion of units ends.
    private static let portion = 2 << 20

    /// Returns the changes that the state of a unit includes here, also if its character was deleted for good; nil if the
    /// unit is not known.
    package func seen(of place: UnitPlace) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT seen FROM syncUnit WHERE character = ? AND unit = ?",
            arguments: [place.character.value, place.unit])
    }

    /// Returns the changes of a unit that a place is known to have; nil for none.
    package func known(_ place: String, _ unit: UnitPlace) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT known FROM syncPlace WHERE place = ? AND character = ? AND unit = ?",
            arguments: [place, unit.character.value, unit.unit])
    }

    package func setKnown(_ place: String, _ unit: UnitPlace, to known: String) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO syncPlace (place, character, unit, known) VALUES (?, ?, ?, ?)",
            arguments: [place, unit.character.value, unit.unit, known])
    }

    /// Forgets what a place is known to have.
    ///
    /// - Parameter characters: of these; nil for all.
    package func forgetKnown(_ place: String, of characters: [CharacterID]? = nil) throws {
        guard let characters else {
            return try database.execute(sql: "DELETE FROM syncPlace WHERE place = ?", arguments: [place])
        }
        for id in characters {
            try database.execute(
                sql: "DELETE FROM syncPlace WHERE place = ? AND character = ?", arguments: [place, id.value])
        }
    }

    /// Returns the characters that were never recorded for sync, but for those in the trash.
    package func unrecordedCharacters() throws -> [CharacterID] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM character LEFT JOIN syncCharacter ON syncCharacter.character = id
                WHERE stamp IS NULL AND trashed IS NULL ORDER BY id
                """
        ).map(CharacterID.init(stored:))
    }

    /// Returns the names of a place's packets that were read.
    package func packets(of place: String) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT name FROM syncPacket WHERE place = ?", arguments: [place])
    }

    package func addPacket(_ name: String, of place: String) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO syncPacket (place, name) VALUES (?, ?)", arguments: [place, name])
    }

    /// Returns a number that the library keeps under a name.
    package func number(_ name: String) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT value FROM state WHERE name = ?", arguments: ["sync." + name])
    }

    package func setNumber(_ name: String, _ value: Int64) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)", arguments: ["sync." + name, value])
    }

    /// Forgets the numbers whose names begin with a text.
    package func forgetNumbers(_ prefix: String) throws {
        let prefix = "sync." + prefix
        try database.execute(
            sql: "DELETE FROM state WHERE substr(name, 1, ?) = ?", arguments: [prefix.utf8.count, prefix])
    }
}

extension StoredUnit {
    /// Decodes five columns of `syncUnit`, of which the first one has an index.
    fileprivate init(_ row: Row, at first: Int) throws {
        let state: Data = try row.value(first + 4)
        self.init(
            name: try row.value(first), revision: try row.count(first + 1), applied: try row.count(first + 2),
            seen: try row.value(first + 3), state: [UInt8](state))
    }
}

extension Library {
    /// Runs `body` in one transaction.
    ///
    /// - Throws: ``LibraryError``, and the errors of `body`. Nothing has changed then.
    package func syncing<T>(_ body: (SyncTransaction) throws -> T) throws -> T {
        let work = PageWork(drawings)
        var changed: [Changed] = []
        var foreign: (any Error)?
        let result: T
        do {
            result = try writing { database in
                let transaction = SyncTransaction(self, work, database)
                do {
                    let result = try body(transaction)
                    changed = transaction.changed
                    return result
                } catch let error where !(error is DatabaseError || error is RowDecodingError || error is LibraryError)
                {
                    foreign = error
                    throw error
                }
            }
        } catch { throw foreign ?? error }
        work.finish()
        changed.forEach(finish)
        return result
    }

    /// A number that a copy of the library does not have, on this machine or another.
    package var fileIdentity: Int64? {
        guard let identity = FileIdentity(folder.appending(DatabaseFile.name)) else { return nil }
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        let hash = QuickHash(Array("\(identity.number) \(machine)".utf8)).description
        return Int64(hash.suffix(15), radix: 16)
    }
}
