// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import GRDBSQLite

/// Interrupts statements that take too long. In a hostile database, a simple query may never end, for example because
/// pages refer to each other.
final class ReadingDeadline {
    private let end: ContinuousClock.Instant
    private init(_ limit: Duration) { end = .now + limit }

    /// The number of SQLite instructions between two checks of the clock, which take about a tenth of a millisecond.
    private static let interval: CInt = 10_000

    /// Runs `body`. Its statements fail with SQLITE_INTERRUPT after the deadline.
    static func limit<T>(_ database: Database, to time: Duration, _ body: () throws -> T) rethrows -> T {
        let deadline = ReadingDeadline(time)
        let connection = database.sqliteConnection
        sqlite3_progress_handler(
            connection, interval,
            { context in
                guard let context else { return 0 }
                let deadline = Unmanaged<ReadingDeadline>.fromOpaque(context).takeUnretainedValue()
                return ContinuousClock.now > deadline.end ? 1 : 0
            }, Unmanaged.passUnretained(deadline).toOpaque())
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try withExtendedLifetime(deadline) { try body() }
    }
}
