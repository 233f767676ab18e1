// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// Compares the whole schema of a database with the schemas that Limn makes.
///
/// A schema contains code that SQLite runs: triggers, views, constraints and generated columns. A library may come from
/// anyone, so Limn reads a database only if it has Limn's own schema.
enum SchemaCheck {
    /// A row of `sqlite_schema`.
    private struct Entry: Hashable, Sendable {
        let type: String
        let name: String
        let table: String
        let sql: String?
    }

    /// The schemas by version, as this version of SQLite stores them. Version 0 is a database whose creation was
    /// interrupted.
    private static let known = Result<[Int: Set<Entry>], any Error> {
        let fresh = try DatabaseQueue()
        let migrator = Schema.migrator()
        var known: [Int: Set<Entry>] = [:]
        for (version, name) in Schema.migrations {
            try migrator.migrate(fresh, upTo: name)
            known[version] = Set(try fresh.read { try entries($0) })
        }
        known[0] = known[1]?.filter { $0.table == "grdb_migrations" }
        return known
    }

    /// Checks a database.
    ///
    /// - Returns: the version of the schema.
    /// - Throws: ``LibraryError`` with `damaged`, or an error of the database.
    static func verify(_ database: Database, _ folder: FilePath) throws -> Int {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if let problem = try problem(database, version) {
            var error = LibraryError(
                .damaged,
                "The library \(folder.displayName) was not opened: \(problem). It is damaged or was tampered with.")
            error.isOfForeignSchema = true
            throw error
        }
        return version
    }

    /// Returns the problem with a schema as a clause; nil for a schema that Limn makes.
    static func problem(_ database: Database, _ version: Int) throws -> String? {
        let found = try entries(database)
        if Schema.fingerprints[version] == fingerprint(of: found) { return nil }
        // Either the schema differs, or this version of SQLite stores it in a different form.
        guard let expected = try known.get()[version] else {
            return "its database has a version that Limn does not know"
        }
        if let more = found.first(where: { !expected.contains($0) }) {
            let name = "“\(FilePath(more.name.shortened).displayName)”"
            return expected.contains { $0.name == more.name && $0.type == more.type }
                ? "the \(more.type) \(name) of its database differs from Limn's"
                : "its database has \(more.type == "index" ? "an" : "a") \(more.type) \(name) that Limn did not make"
        }
        // After an interrupted creation, some or all of GRDB's tables may be missing.
        if version > 0, let missing = expected.subtracting(found).map(\.name).min() {
            return "its database lacks “\(missing)”"
        }
        return found.count == Set(found).count ? nil : "its database has duplicate tables"
    }

    /// Returns the SHA-256 of all rows. In most cases, this avoids creating a new database for the comparison.
    private static func fingerprint(of entries: some Sequence<Entry>) -> String {
        let lines = entries.map { entry in
            Array([entry.type, entry.name, entry.table, entry.sql ?? ""].joined(separator: "\u{1f}").utf8)
        }
        let sorted = lines.sorted { $0.lexicographicallyPrecedes($1) }
        return ContentHash(Array(sorted.joined(separator: [0x1e]))).description
    }

    /// Returns the fingerprints of the schemas that the migrations make.
    static func madeFingerprints() throws -> [Int: String] {
        try known.get().filter { $0.key > 0 }.mapValues { fingerprint(of: $0) }
    }

    private static func entries(_ database: Database) throws -> [Entry] {
        try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema").map { row in
            // Damaged rows may hold anything.
            let text = { (index: Int) in String.fromDatabaseValue(row[index] as DatabaseValue) }
            return Entry(type: text(0) ?? "", name: text(1) ?? "", table: text(2) ?? "", sql: text(3))
        }
    }
}
