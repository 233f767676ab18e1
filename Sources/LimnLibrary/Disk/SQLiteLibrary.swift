// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDBSQLite

/// The SQLite library in use.
public enum SQLiteLibrary {
    /// The loaded version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
