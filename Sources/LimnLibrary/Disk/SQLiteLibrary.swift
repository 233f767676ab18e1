// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDBSQLite

/// The SQLite that libraries are kept in.
public enum SQLiteLibrary {
    /// The version that is loaded, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
