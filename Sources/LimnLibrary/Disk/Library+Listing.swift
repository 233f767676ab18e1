// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

extension Library {
    /// See ``LibraryStore``. Words are looked up in full-text indices. A word without letters and digits is compared
    /// with every name, so it takes longer in a large library.
    public func characters(_ filter: CharacterFilter) throws(LibraryError) -> [CharacterRecord] {
        var conditions = ["trashed IS NULL"]
        var arguments = StatementArguments()
        if filter.favoritesOnly { conditions.append("isFavorite") }
        if let template = filter.template {
            conditions.append("template = ?")
            arguments += [template.value]
        }
        for tag in filter.tags {
            conditions.append("instr(foldedTags, ?)")
            arguments += ["\n\(tag.precomposedStringWithCanonicalMapping.foldedForSearch)\n"]
        }
        let query = try SearchQuery(filter)
        for sign in query.signs {
            conditions.append(
                """
                (instr(folded, ?) OR instr(foldedTags, ?)
                OR id IN (SELECT character FROM characterForm WHERE instr(text, ?))
                OR template IN (SELECT id FROM template WHERE instr(folded, ?)))
                """)
            arguments += [sign, sign, sign, sign]
        }
        for word in query.words {
            conditions.append(
                """
                (+id IN (SELECT rowid FROM characterSearch WHERE characterSearch MATCH ?)
                OR +id IN (SELECT rowid FROM characterFormSearch WHERE characterFormSearch MATCH ?)
                OR +template IN (SELECT rowid FROM templateSearch WHERE templateSearch MATCH ?))
                """)
            let pattern = Self.pattern(word)
            arguments += [pattern, pattern, pattern]
        }
        let condition = conditions.joined(separator: " AND ")
        return try reading { database in
            var records: [CharacterRecord] = []
            let rows = try Row.fetchCursor(
                database, sql: "\(Self.selectCharacter) WHERE \(condition) ORDER BY folded, created, id",
                arguments: arguments)
            while let row = try rows.next() { records.append(try CharacterRecord(row)) }
            return records
        }
    }

    /// See ``LibraryStore``.
    public func characters(withPrefix text: String) throws(LibraryError) -> [CharacterRecord] {
        guard !text.isEmpty else { return [] }
        let (condition, arguments) = Self.prefixCondition(text, CharacterID.range(withPrefix: text))
        return try reading {
            try Row.fetchAll(
                $0, sql: "\(Self.selectCharacter) WHERE \(condition) ORDER BY folded, created, id",
                arguments: arguments
            ).map(CharacterRecord.init)
        }
    }

    /// See ``LibraryStore``.
    public func templates(withPrefix text: String) throws(LibraryError) -> [TemplateRecord] {
        guard !text.isEmpty else { return [] }
        let (condition, arguments) = Self.prefixCondition(text, TemplateID.range(withPrefix: text))
        return try reading {
            try Row.fetchAll(
                $0, sql: "\(Self.selectTemplate) WHERE \(condition) ORDER BY folded, imported, id",
                arguments: arguments
            ).map(TemplateRecord.init)
        }
    }

    /// Returns a condition for rows whose name or id starts with a text.
    private static func prefixCondition(
        _ text: String, _ ids: ClosedRange<Int64>?
    ) -> (condition: String, arguments: StatementArguments) {
        let folded = text.foldedForSearch
        return (
            "trashed IS NULL AND (folded >= ? AND folded < ? OR id BETWEEN ? AND ?)",
            [folded, folded.prefixUpperBound, ids?.lowerBound ?? 0, ids?.upperBound ?? -1]
        )
    }

    /// Returns an FTS5 query for a phrase whose last word may be a prefix.
    private static func pattern(_ word: String) -> String {
        "\"\(word.replacingOccurrences(of: "\"", with: "\"\""))\" *"
    }

    static let selectCharacter = """
        SELECT id, name, template, isFavorite, tags, lastPage, created, modified, inkVersion, pages FROM character
        """
}

extension CharacterRecord {
    /// Decodes a row of ``Library/selectCharacter``.
    init(_ row: Row) throws {
        let template: Int64? = try row.value(2)
        self.init(
            id: CharacterID(stored: try row.value(0)), name: try row.value(1),
            template: template.map(TemplateID.init(stored:)), isFavorite: try row.value(3), tagLines: try row.value(4),
            lastPage: try row.value(5), created: Date(milliseconds: try row.value(6)),
            modified: Date(milliseconds: try row.value(7)), inkVersion: try row.count(8), pageText: try row.value(9))
    }
}
