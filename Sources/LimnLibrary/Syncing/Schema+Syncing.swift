// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Adds what a library knows of its sync with others. Of a character that is deleted for good, only the fact stays that
    /// it was known: others may still send it.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToSyncing(_ database: Database, version: Int) throws {
        try database.execute(
            sql: """
                CREATE TABLE syncCharacter (
                    character INTEGER PRIMARY KEY,
                    stamp TEXT NOT NULL -- of the character when its state was last recorded
                ) STRICT;
                CREATE TABLE syncUnit (
                    id INTEGER PRIMARY KEY,
                    character INTEGER NOT NULL,
                    unit TEXT NOT NULL,
                    revision INTEGER NOT NULL, -- of the ink that the state is of; 0 for other units
                    applied INTEGER NOT NULL, -- the number of the last edit that held then
                    seen TEXT NOT NULL, -- the changes that the state includes
                    state BLOB NOT NULL,
                    UNIQUE (character, unit)
                ) STRICT;
                CREATE TABLE syncPlace (
                    place TEXT NOT NULL,
                    character INTEGER NOT NULL,
                    unit TEXT NOT NULL,
                    known TEXT NOT NULL, -- the changes that the place is known to have
                    PRIMARY KEY (place, character, unit)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE syncPacket (
                    place TEXT NOT NULL,
                    name TEXT NOT NULL,
                    PRIMARY KEY (place, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TRIGGER characterForgotten AFTER DELETE ON character BEGIN
                    UPDATE syncUnit SET state = X'', revision = 0, applied = 0 WHERE character = old.id;
                    UPDATE syncCharacter SET stamp = '' WHERE character = old.id;
                    DELETE FROM syncPlace WHERE character = old.id;
                END;
                -- A character that comes back from a backup is new here, and what others have of it is read again.
                CREATE TRIGGER characterBack AFTER INSERT ON character
                    WHEN EXISTS (SELECT 1 FROM syncCharacter WHERE character = new.id) BEGIN
                    DELETE FROM syncCharacter WHERE character = new.id;
                    DELETE FROM syncPacket;
                END;
                """)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Keeps undone edits that the last recorded state of a page includes, when new edits take their numbers. Otherwise,
    /// nobody would know any more how the page has come from that state to the present one.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToUndoneEdits(_ database: Database, version: Int) throws {
        try database.execute(
            sql: """
                CREATE TABLE syncUndone (
                    drawing INTEGER NOT NULL REFERENCES drawing (id) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    edit BLOB NOT NULL,
                    PRIMARY KEY (drawing, number)
                ) STRICT, WITHOUT ROWID;
                -- The first edit with a number is the one that the state includes.
                CREATE TRIGGER editUndone BEFORE DELETE ON inkEdit
                    WHEN old.number > (SELECT applied FROM drawing WHERE id = old.drawing)
                    AND old.number <= (
                        SELECT syncUnit.applied FROM drawing JOIN syncUnit
                            ON syncUnit.character = drawing.character AND syncUnit.unit = 'page ' || drawing.page
                        WHERE drawing.id = old.drawing) BEGIN
                    INSERT OR IGNORE INTO syncUndone (drawing, number, edit) VALUES (old.drawing, old.number, old.edit);
                END;
                """)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
