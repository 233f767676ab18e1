// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// The schema as a list of migrations. A released migration never changes.
enum Schema {
    /// The characters `Limn`, which distinguish a library from databases of other programs.
    static let applicationID = 0x4c69_6d6e
    /// The current version. `PRAGMA user_version` has the version of a library.
    static let version = 12
    /// The names of the migrations, each with the version of the schema after it.
    static let migrations = [
        (version: 1, name: "1: templates, characters, ink"),
        (version: 2, name: "2: trash"),
        (version: 3, name: "3: content hashes, groups of edits"),
        (version: 4, name: "4: items that are not strokes"),
        (version: 5, name: "5: values of forms"),
        (version: 6, name: "6: keys of edits"),
        (version: 7, name: "7: thumbnails for players"),
        (version: 8, name: "8: authors of edits"),
        (version: 9, name: "9: lists of pages"),
        (version: 10, name: "10: readings of handwriting"),
        (version: 11, name: "11: sync"),
        (version: 12, name: "12: undone edits for sync"),
    ]

    /// The fingerprints of the schemas by version; see ``SchemaCheck``.
    static let fingerprints = [
        1: "018ab98bfaaae538cadd6d4d145d7310fb5e64c02148b292682cd68d0eab4471",
        2: "0b0e3de8ed7abec878ec5dd275a672c4f89b50a7137863fa9b5de561827e65d7",
        3: "58a10075a669c5d89d8a257fb879069b4deb34a6020d8d183dea8cb4dca0f8d3",
        4: "be6665f0a1c4c4ec6f327eafc77b1016e83c03c287cd90363bcaa4fd7c7a41c3",
        5: "f5ec93873d9719d6fc3cd0287f044f05c185f06270b4769e4d852bf0c81b0976",
        6: "6cfd2965a52f94e3d0a8b4c14ba0bd041b512c74e7c9c8b9376aba26491d0e7f",
        7: "6cfd2965a52f94e3d0a8b4c14ba0bd041b512c74e7c9c8b9376aba26491d0e7f",
        8: "7dd037e62aa9120c34d21bc2d50fc9ce7fefbb7aca59a00591ad80e224545cd3",
        9: "52742a0c43f1d90c4624c312a890479f6f0428b25acbb4eab02eac0c7e419c8b",
        10: "948cf27571e3715e133f60bb0f7dc4ff0b7eb6527108fbf09587cc48b8b74d31",
        11: "26c84e6e0ff7fd04711821fbe731f05b35585cc464d26c48cace2701c3f2ab45",
        12: "773b8e2aba0e9725f4f9a6bae8c81e5b18fa5abcef381baa6ddd24046453ec86",
    ]

    /// - Parameter names: the new names of blobs by their old ones; see ``BlobRenaming``.
    static func migrator(renaming names: [String: String] = [:]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(migrations[0].name) { database in
            try database.execute(sql: version1)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = 1")
        }
        // No table is rebuilt, so references need no check. With a check, a library with a broken reference could not
        // be opened.
        migrator.registerMigration(migrations[1].name, foreignKeyChecks: .immediate, migrate: migrateToVersion2)
        migrator.registerMigration(migrations[2].name, foreignKeyChecks: .immediate) { database in
            try migrateToVersion3(database, renaming: names)
        }
        migrator.registerMigration(migrations[3].name, foreignKeyChecks: .immediate, migrate: migrateToVersion4)
        migrator.registerMigration(migrations[4].name, foreignKeyChecks: .immediate, migrate: migrateToVersion5)
        migrator.registerMigration(migrations[5].name, foreignKeyChecks: .immediate) { database in
            try migrateToEditKeys(database, version: migrations[5].version)
        }
        migrator.registerMigration(migrations[6].name, foreignKeyChecks: .immediate) { database in
            // Earlier thumbnails show layers for the game master. All are drawn again when they are asked for.
            try database.execute(sql: "DELETE FROM characterThumbnail")
            try database.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration(migrations[7].name, foreignKeyChecks: .immediate) { database in
            try migrateToAuthors(database, version: migrations[7].version)
        }
        migrator.registerMigration(migrations[8].name, foreignKeyChecks: .immediate) { database in
            try migrateToPages(database, version: migrations[8].version)
        }
        migrator.registerMigration(migrations[9].name, foreignKeyChecks: .immediate) { database in
            try migrateToReadings(database, version: migrations[9].version)
        }
        migrator.registerMigration(migrations[10].name, foreignKeyChecks: .immediate) { database in
            try migrateToSyncing(database, version: migrations[10].version)
        }
        migrator.registerMigration(migrations[11].name, foreignKeyChecks: .immediate) { database in
            try migrateToUndoneEdits(database, version: migrations[11].version)
        }
        return migrator
    }

    // Times are milliseconds since 1970. Ids are 60 random bits. `folded` is a name without case and diacritics.
    // Searchable text is also folded, because SQLite's tokenizer removes only the diacritics of Latin letters. Lists
    // are read from `template` and `character` alone, so large values are in separate tables. The ink of a drawing is
    // also in a separate table, because SQLite rewrites the whole row when one number in it changes.
    private static let version1 = """
        CREATE TABLE template (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            blob TEXT NOT NULL UNIQUE,
            byteCount INTEGER NOT NULL,
            pageCount INTEGER NOT NULL,
            hasFormFields INTEGER NOT NULL,
            needsPassword INTEGER NOT NULL,
            imported INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE templateDetail (
            template INTEGER PRIMARY KEY REFERENCES template (id) ON DELETE CASCADE,
            pages BLOB NOT NULL,
            outline BLOB NOT NULL,
            thumbnail BLOB
        ) STRICT;
        CREATE VIRTUAL TABLE templateSearch
            USING fts5(name, text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        CREATE TRIGGER templateRenamed AFTER UPDATE OF folded ON template BEGIN
            UPDATE templateSearch SET name = new.folded WHERE rowid = new.id;
        END;
        CREATE TRIGGER templateRemoved AFTER DELETE ON template BEGIN
            DELETE FROM templateSearch WHERE rowid = old.id;
        END;

        CREATE TABLE character (
            id INTEGER NOT NULL UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            template INTEGER REFERENCES template (id) ON DELETE SET NULL,
            isFavorite INTEGER NOT NULL,
            tags TEXT NOT NULL, -- one a line
            foldedTags TEXT NOT NULL, -- a line feed before and behind each
            lastPage INTEGER,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inkVersion INTEGER NOT NULL,
            PRIMARY KEY (folded, created, id) -- as they are listed
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX characterTemplate ON character (template);
        CREATE VIRTUAL TABLE characterSearch
            USING fts5(name, tags, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        CREATE TRIGGER characterMade AFTER INSERT ON character BEGIN
            INSERT INTO characterSearch (rowid, name, tags) VALUES (new.id, new.folded, new.foldedTags);
        END;
        CREATE TRIGGER characterRenamed AFTER UPDATE OF folded, foldedTags ON character BEGIN
            UPDATE characterSearch SET name = new.folded, tags = new.foldedTags WHERE rowid = new.id;
        END;
        CREATE TRIGGER characterRemoved AFTER DELETE ON character BEGIN
            DELETE FROM characterSearch WHERE rowid = old.id;
        END;

        CREATE TABLE drawing (
            id INTEGER PRIMARY KEY,
            character INTEGER NOT NULL REFERENCES character (id) ON DELETE CASCADE,
            page INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            strokeCount INTEGER NOT NULL,
            pointCount INTEGER NOT NULL,
            layerCount INTEGER NOT NULL,
            applied INTEGER NOT NULL, -- the number of the last edit that holds, 0 for none
            base INTEGER NOT NULL, -- the number of the last edit that is in drawingBase
            baseSize INTEGER NOT NULL, -- bytes
            journalSize INTEGER NOT NULL, -- bytes of edits since the base was written
            modified INTEGER NOT NULL,
            UNIQUE (character, page)
        ) STRICT;
        CREATE TABLE drawingBase (
            drawing INTEGER PRIMARY KEY REFERENCES drawing (id) ON DELETE CASCADE,
            ink BLOB NOT NULL -- native ink of one page, lossless
        ) STRICT;
        CREATE TABLE inkEdit (
            id INTEGER PRIMARY KEY,
            drawing INTEGER NOT NULL REFERENCES drawing (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, -- from 1, without gaps
            inkVersion INTEGER NOT NULL, -- the character's, that the edit made
            edit BLOB NOT NULL,
            UNIQUE (drawing, number)
        ) STRICT;

        CREATE TABLE characterThumbnail (
            character INTEGER PRIMARY KEY REFERENCES character (id) ON DELETE CASCADE,
            inkVersion INTEGER NOT NULL,
            picture BLOB NOT NULL
        ) STRICT;
        CREATE TABLE state (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
