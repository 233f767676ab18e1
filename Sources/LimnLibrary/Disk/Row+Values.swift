// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// Access to the values of rows. A damaged or forged database may have any value in any column, with which GRDB's
/// subscripts would end the process.
extension Row {
    /// Returns the value of a column.
    ///
    /// - Throws: `RowDecodingError`, which becomes ``LibraryError`` with `damaged`.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(Value.self, atIndex: index)
    }

    /// Returns a count, a number of an edit or a version: a number that is small enough for calculations.
    ///
    /// - Throws: ``LibraryError`` with `damaged`.
    func count(_ index: Int) throws -> Int {
        let number: Int = try value(index)
        guard (0...Self.highestCount).contains(number) else { throw LibraryError.impossibleNumber }
        return number
    }

    /// Returns the number of a page, from 1.
    ///
    /// - Throws: ``LibraryError`` with `damaged`.
    func page(_ index: Int) throws -> Int {
        let number: Int = try value(index)
        guard (1...PageRule.highest).contains(number) else { throw LibraryError.impossibleNumber }
        return number
    }

    private static var highestCount: Int { 1 << 53 }
}

extension LibraryError {
    fileprivate static var impossibleNumber: LibraryError {
        LibraryError(.damaged, "The library is damaged: its database holds a number that is impossible there.")
    }
}
