// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

/// Inserts the records of a damaged database into an empty one, and rebuilds lost rows from the indices.
struct RescueFiller {
    let database: Database
    /// The losses, as problems that name the template, or the character and the page.
    var problems: [LibraryCheck.Problem] = []
    /// The entries of indices, from which lost rows are rebuilt.
    private(set) var searches: [Int64: (name: String, text: String)] = [:]
    private(set) var entries: [Int64: (folded: String, created: Int64)] = [:]
    private(set) var templates: [Int64: Int64] = [:]
    private(set) var hashes: [Int64: String] = [:]
    private(set) var places: [Int64: (character: Int64, page: Int)] = [:]

    init(_ database: Database) { self.database = database }

    /// Adds a record. If there are several versions of a row, the first one is kept.
    mutating func add(_ row: FoundRow) throws {
        switch row {
        case .search(let id, let name, let text): if searches[id] == nil { searches[id] = (name, text) }
        case .character(let id, let folded, let created): if entries[id] == nil { entries[id] = (folded, created) }
        case .templateOfCharacter(let template, let character):
            if templates[character] == nil { templates[character] = template }
        case .blobOfTemplate(let hash, let template): if hashes[template] == nil { hashes[template] = hash }
        case .placeOfDrawing(let character, let page, let drawing):
            if places[drawing] == nil { places[drawing] = (character, page) }
        case .row("characterForm", let values): try insertForm(values)
        case .row(let table, let values): try insert(values, into: table)
        }
    }

    private func insert(_ values: [String: DatabaseValue], into table: String) throws {
        let columns = values.keys.sorted()
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        do {
            try database.execute(
                sql: "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                arguments: StatementArguments(columns.map { values[$0] }))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // The row has values that Limn never writes.
        }
    }

    /// Rebuilds lost rows, and determines the losses.
    ///
    /// - Parameters:
    ///   - blobs: the PDFs of the damaged library.
    ///   - completing: whether damaged ink and form values are replaced with their readable parts.
    mutating func finish(_ blobs: BlobFolder, completing: Bool) throws {
        try remakeTemplates(blobs)
        try remakeDrawings()
        try remakeCharacters()
        if completing { try completeInk() }
        try completeForms(completing: completing)
        for (id, name) in try names("template") {
            try database.execute(
                sql: "INSERT OR IGNORE INTO templateSearch (rowid, name, text) VALUES (?, ?, ?)",
                arguments: [id, name.foldedForSearch, searches[id]?.text ?? ""])
            if searches[id] == nil {
                problems.append(
                    .init(.search, "The text of the template “\(name)” is lost; searches do not find it by its text."))
            }
        }
    }

    /// Returns the names in a table by id.
    func names(_ table: String) throws -> [Int64: String] {
        try Row.fetchAll(database, sql: "SELECT id, name FROM \(table)").reduce(into: [:]) {
            $0[try $1.value(0)] = try $1.value(1)
        }
    }

    /// Returns the ids that a query selects.
    func ids(_ sql: String) throws -> Set<Int64> { try Int64.fetchSet(database, sql: sql) }

    /// Returns the description of a character's page for messages.
    func place(_ page: CharacterPage) throws -> String {
        let name = try String.fetchOne(
            database, sql: "SELECT name FROM character WHERE id = ?", arguments: [page.character.value])
        return "page \(page.page) of “\(name ?? "\(page.character)")”"
    }
}
