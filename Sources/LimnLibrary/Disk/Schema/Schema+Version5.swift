// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Version 5: characters have values for the fields of their templates' forms.
    ///
    /// `characterForm` has the current values and the number of changes; `formEdit` is the journal. Values are small,
    /// so there is no separate snapshot. `formPicture` has the pictures to which values or edits refer. Searches use
    /// `text`.
    static func migrateToVersion5(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE characterForm (
                    character INTEGER PRIMARY KEY REFERENCES character (id) ON DELETE CASCADE,
                    revision INTEGER NOT NULL,
                    applied INTEGER NOT NULL, -- the number of the last edit that holds, 0 for none
                    modified INTEGER NOT NULL,
                    text TEXT NOT NULL, -- folded
                    entries BLOB NOT NULL -- JSON
                ) STRICT;
                CREATE TABLE formEdit (
                    id INTEGER PRIMARY KEY,
                    character INTEGER NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    number INTEGER NOT NULL, -- from 1, without gaps
                    inkVersion INTEGER NOT NULL, -- the character's, that the edit made
                    made INTEGER NOT NULL,
                    edit BLOB NOT NULL, -- JSON
                    UNIQUE (character, number)
                ) STRICT;
                CREATE TABLE formPicture (
                    id INTEGER PRIMARY KEY,
                    character INTEGER NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    hash TEXT NOT NULL, -- the SHA-256 of the bytes
                    bytes BLOB NOT NULL,
                    UNIQUE (hash, character)
                ) STRICT;
                CREATE INDEX formPictureCharacter ON formPicture (character);
                CREATE VIRTUAL TABLE characterFormSearch
                    USING fts5(text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
                CREATE TRIGGER characterFormMade AFTER INSERT ON characterForm BEGIN
                    INSERT INTO characterFormSearch (rowid, text) VALUES (new.character, new.text);
                END;
                CREATE TRIGGER characterFormChanged AFTER UPDATE OF text ON characterForm BEGIN
                    UPDATE characterFormSearch SET text = new.text WHERE rowid = new.character;
                END;
                CREATE TRIGGER characterFormRemoved AFTER DELETE ON characterForm BEGIN
                    DELETE FROM characterFormSearch WHERE rowid = old.character;
                END;
                """)
        try database.execute(sql: "PRAGMA user_version = 5")
    }
}
