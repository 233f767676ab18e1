// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

extension Library {
    /// See ``LibraryStore``.
    public func thumbnail(of id: CharacterID) throws(LibraryError) -> (picture: [UInt8], inkVersion: Int)? {
        try reading { database in
            _ = try Self.character(id, database)
            let row = try Row.fetchOne(
                database, sql: "SELECT picture, inkVersion FROM characterThumbnail WHERE character = ?",
                arguments: [id.value])
            guard let row else { return nil }
            let picture: Data = try row.value(0)
            return (picture: [UInt8](picture), inkVersion: try row.count(1))
        }
    }

    /// See ``LibraryStore``.
    public func setThumbnail(_ picture: [UInt8], of id: CharacterID, inkVersion: Int) throws(LibraryError) {
        try writing { database in
            _ = try Self.character(id, database)
            try database.execute(
                sql: """
                    INSERT INTO characterThumbnail (character, inkVersion, picture) VALUES (?, ?, ?)
                    ON CONFLICT (character) DO UPDATE SET inkVersion = excluded.inkVersion, picture = excluded.picture
                    WHERE excluded.inkVersion >= inkVersion
                    """, arguments: [id.value, inkVersion, Data(picture)])
        }
    }

    /// See ``LibraryStore``.
    public func setLastViewed(_ page: CharacterPage) throws(LibraryError) {
        try writing { database in
            try checkPage(page, database)
            try database.execute(
                sql: "UPDATE character SET lastPage = ? WHERE id = ?", arguments: [page.page, page.character.value])
            try Self.setLastCharacter(page.character, database)
        }
    }

    /// Records the character that was viewed or edited last. Writes nothing if it has not changed.
    static func setLastCharacter(_ id: CharacterID, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO state (name, value) VALUES ('lastCharacter', ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                """, arguments: [id.value])
    }

    /// See ``LibraryStore``.
    public func lastViewed() throws(LibraryError) -> CharacterPage? {
        try reading { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, lastPage FROM character WHERE lastPage IS NOT NULL AND trashed IS NULL
                        AND id = (SELECT value FROM state WHERE name = 'lastCharacter')
                    """)
            return try row.map { CharacterPage(CharacterID(stored: try $0.value(0)), page: try $0.page(1)) }
        }
    }
}
