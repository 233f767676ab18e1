// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

/// A search index, and the table whose texts it contains.
private struct SearchIndex {
    let table: String
    let owner: String
    /// The key column of the owner.
    let key: String
    /// The column of the owner that the first column of the index copies.
    let text: String
    /// The value for the second column of the index in missing rows; nil if there is no such column.
    let second: String?
    /// The name of the indexed data, for messages.
    let name: String

    static let all = [
        SearchIndex(
            table: "templateSearch", owner: "template", key: "id", text: "folded", second: "''", name: "templates"),
        SearchIndex(
            table: "characterSearch", owner: "character", key: "id", text: "folded", second: "foldedTags",
            name: "characters"),
        SearchIndex(
            table: "characterFormSearch", owner: "characterForm", key: "character", text: "text", second: nil,
            name: "form values"),
    ]
}

extension Library {
    /// Compares the search indices with their tables.
    func checkSearch(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        // SQLite compares an index with its data only if it may write.
        guard !isReadOnly else {
            check.diagnostics.append("The library is read-only at present, so its search index was not checked.")
            return
        }
        for index in SearchIndex.all {
            guard try !writing({ try index.isSound($0) }) else { continue }
            if repairing {
                try keepDatabase(before: &check)
                try writing { try index.rebuild($0) }
            }
            check.problems.append(
                .init(
                    .search, "The search index of \(index.name) does not match them.",
                    repair: repairing ? "It was rebuilt." : nil))
        }
    }
}

extension SearchIndex {
    func isSound(_ database: Database) throws -> Bool {
        let differing = try Int.fetchOne(
            database,
            sql: """
                SELECT (SELECT count(*) FROM \(owner)
                        LEFT JOIN \(table)_content AS content ON content.id = \(owner).\(key)
                        WHERE content.c0 IS NOT \(owner).\(text))
                    + (SELECT count(*) FROM \(table)_content WHERE id NOT IN (SELECT \(key) FROM \(owner)))
                """)
        do {
            try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return false
        }
        return differing == 0
    }

    func rebuild(_ database: Database) throws {
        // The texts of templates are stored only in the index, so existing rows keep theirs.
        let sql = """
                DELETE FROM \(table)_content WHERE id NOT IN (SELECT \(key) FROM \(owner));
                INSERT INTO \(table)_content (id, c0\(second == nil ? "" : ", c1"))
                    SELECT \(key), \(text)\(second.map { ", \($0)" } ?? "") FROM \(owner)
                    WHERE \(key) NOT IN (SELECT id FROM \(table)_content);
                UPDATE \(table)_content
                    SET c0 = (SELECT \(text) FROM \(owner) WHERE \(owner).\(key) = \(table)_content.id);
                INSERT INTO \(table) (\(table)) VALUES ('rebuild');
            """
        try database.allowingRepair { try database.execute(sql: sql) }
    }
}
