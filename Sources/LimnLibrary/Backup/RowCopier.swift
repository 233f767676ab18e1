// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// Copies rows from one library's database to another's.
struct RowCopier {
    let source: Database
    let target: Database

    /// Copies the rows of a table that meet a condition.
    ///
    /// - Parameter changing: the new values of columns to change.
    /// - Returns: the number of rows.
    @discardableResult
    func copy(
        _ table: String, where condition: String, _ arguments: StatementArguments,
        changing changes: [String: DatabaseValue] = [:]
    ) throws -> Int {
        let rows = try Row.fetchCursor(
            source, sql: "SELECT * FROM \(table) WHERE \(condition)", arguments: arguments)
        var count = 0
        while let row = try rows.next() {
            let columns = Array(row.columnNames)
            let values = columns.map { changes[$0] ?? (row[$0] as DatabaseValue) }
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            try target.execute(
                sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                arguments: StatementArguments(values))
            count += 1
        }
        return count
    }
}
