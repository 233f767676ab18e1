// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import GRDB

extension Library {
    /// See ``LibraryStore``.
    public func trash() throws(LibraryError) -> [TrashEntry] {
        try reading { try Self.trash(removedBefore: nil, $0) }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func restoreFromTrash(_ id: TrashEntry.ID) throws(LibraryError) -> [TrashEntry] {
        try writing { database in
            let all = try Self.trash(removedBefore: nil, database)
            guard let entry = all.first(where: { $0.id == id }) else { throw LibraryError.notInTrash(id) }
            let restored = entry.restored(among: all)
            for entry in restored {
                let (table, value) = entry.id.row
                try database.execute(sql: "UPDATE \(table) SET trashed = NULL WHERE id = ?", arguments: [value])
            }
            return restored
        }
    }

    /// See ``LibraryStore``. The PDFs are deleted after the transaction, and the space in the database is returned to
    /// the disk step by step.
    @discardableResult
    public func deleteFromTrash(
        removedBefore time: Date?, only ids: Set<TrashEntry.ID>?
    ) throws(LibraryError) -> [TrashEntry] {
        let deleted = try removing { database in
            let deleted = try Self.trash(removedBefore: time, database).filter { ids?.contains($0.id) ?? true }
            for entry in deleted {
                let (table, value) = entry.id.row
                if case .template = entry.id {
                    // This proves that the PDF is unneeded.
                    try database.execute(
                        sql: "INSERT OR IGNORE INTO discardedBlob SELECT blob FROM template WHERE id = ?",
                        arguments: [value])
                }
                try database.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [value])
            }
            return deleted
        }
        // The rows are already deleted. If the PDFs cannot be deleted now, the next collection deletes them.
        if deleted.contains(where: { $0.id.kind == "template" }) { _ = try? collectBlobs() }
        if !deleted.isEmpty { tidyAfterRemoving() }
        return deleted
    }

    /// Returns the number of days for which items stay in the trash, from 0 to ``TrashAge/highestDays``;
    /// ``TrashAge/standardDays`` if it was never set.
    public func trashDays() throws(LibraryError) -> Int { try reading { try Self.trashDays($0) } }

    /// Sets the number of days for which items stay in the trash, for all programs that use this library.
    ///
    /// Items that are too old now are deleted at the next emptying, not by this call; see ``emptyOldTrash()``.
    ///
    /// - Parameter days: the number of days, from 0 to ``TrashAge/highestDays``.
    /// - Throws: ``LibraryError``, with `refused` for a number outside this range.
    public func setTrashDays(_ days: Int) throws(LibraryError) {
        guard (0...TrashAge.highestDays).contains(days) else {
            throw LibraryError(
                .refused, "Items stay in the trash for 0 to \(TrashAge.highestDays) days, not for \(days).")
        }
        try writing { database in
            try database.execute(
                sql: """
                    INSERT INTO state (name, value) VALUES ('trashDays', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, arguments: [days])
        }
    }

    /// Deletes the items that have been in the trash for longer than ``trashDays()``. A day has 24 hours.
    ///
    /// The library also does this by itself: at the first change after it is opened, then before the first change after
    /// every 24 hours, and in ``check(repairing:)``.
    ///
    /// - Returns: the deleted entries; none if the library is read-only.
    /// - Throws: ``LibraryError``.
    @discardableResult
    public func emptyOldTrash() throws(LibraryError) -> [TrashEntry] {
        guard !isReadOnly else { return [] }
        // Otherwise, the write below would also empty the trash.
        _ = trashWatch.isDue()
        let age: Int? = try reading { database in
            let oldest = try Int64.fetchOne(
                database,
                sql: """
                    SELECT min(trashed) FROM (
                        SELECT trashed FROM template WHERE trashed IS NOT NULL
                        UNION ALL SELECT trashed FROM character WHERE trashed IS NOT NULL)
                    """)
            return oldest == nil ? nil : try Self.trashDays(database)
        }
        guard let age else { return [] }
        return try deleteFromTrash(
            removedBefore: Date(milliseconds: sources.milliseconds() - Int64(age) * 86_400_000), only: nil)
    }

    // MARK: Within a transaction

    private static func trashDays(_ database: Database) throws -> Int {
        let days = try Int.fetchOne(database, sql: "SELECT value FROM state WHERE name = 'trashDays'")
        return days.map { min(max($0, 0), TrashAge.highestDays) } ?? TrashAge.standardDays
    }

    private static func trash(removedBefore time: Date?, _ database: Database) throws -> [TrashEntry] {
        let limit = time.map { Int64(milliseconds: $0) } ?? .max
        let templates = try Row.fetchAll(
            database,
            sql: "SELECT id, name, trashed, byteCount FROM template WHERE trashed IS NOT NULL AND trashed < ?",
            arguments: [limit]
        ).map { row in
            TrashEntry(
                id: .template(TemplateID(stored: try row.value(0))), name: try row.value(1), template: nil,
                removed: Date(milliseconds: try row.value(2)), byteCount: try row.count(3))
        }
        let characters = try Row.fetchAll(
            database,
            sql: """
                SELECT id, name, trashed, template,
                    (SELECT coalesce(sum(length(ink)), 0) FROM drawing
                        JOIN drawingBase ON drawingBase.drawing = drawing.id WHERE drawing.character = character.id)
                    + (SELECT coalesce(sum(length(edit)), 0) FROM drawing
                        JOIN inkEdit ON inkEdit.drawing = drawing.id WHERE drawing.character = character.id)
                    + (SELECT coalesce(sum(length(entries)), 0) FROM characterForm WHERE character = character.id)
                    + (SELECT coalesce(sum(length(edit)), 0) FROM formEdit WHERE character = character.id)
                    + (SELECT coalesce(sum(length(bytes)), 0) FROM formPicture WHERE character = character.id)
                FROM character WHERE trashed IS NOT NULL AND trashed < ?
                """, arguments: [limit]
        ).map { row in
            let template: Int64? = try row.value(3)
            return TrashEntry(
                id: .character(CharacterID(stored: try row.value(0))), name: try row.value(1),
                template: template.map(TemplateID.init(stored:)), removed: Date(milliseconds: try row.value(2)),
                byteCount: try row.count(4))
        }
        return (templates + characters).sortedForTrash
    }
}

extension TrashEntry.ID {
    /// The table and the stored id.
    fileprivate var row: (table: String, value: Int64) {
        switch self {
        case .template(let id): ("template", id.value)
        case .character(let id): ("character", id.value)
        }
    }
}

extension TrashEntry {
    /// Returns the entries to restore with this one, including itself: for a template, the characters that were removed
    /// with it; for a character, its template.
    func restored(among all: [TrashEntry]) -> [TrashEntry] {
        all.filter { other in
            switch (id, other.id) {
            case (.template(let own), .character): other.template == own && other.removed == removed
            case (.character, .template(let its)): template == its
            default: other.id == id
            }
        }
    }
}

extension [TrashEntry] {
    /// The entries, the last removed first, then templates before characters, then by name and id.
    var sortedForTrash: [TrashEntry] {
        sorted { left, right in
            if left.removed != right.removed { return left.removed > right.removed }
            if left.id.kind != right.id.kind { return left.id.kind > right.id.kind }
            if left.name != right.name { return left.name.precedes(right.name) }
            return "\(left.id)" < "\(right.id)"
        }
    }
}

extension LibraryError {
    static func notInTrash(_ id: TrashEntry.ID) -> LibraryError {
        LibraryError(.notFound, "There is no \(id.kind) \(id) in the trash.")
    }
}
