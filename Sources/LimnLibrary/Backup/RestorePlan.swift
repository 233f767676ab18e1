// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
public import SystemPackage

/// The effects of a restore, before it starts. ``Library/restore(from:to:confirming:)`` passes it to its closure, which
/// may show it to the user.
public struct RestorePlan: Sendable {
    /// The number of templates in the library, without those in the trash; nil if it cannot be read.
    public internal(set) var templateCount: Int?
    /// The number of characters in the library, without those in the trash; nil if it cannot be read.
    public internal(set) var characterCount: Int?
    /// The characters that the backup does not have, or has in an older state, as they are in the library now. After
    /// the restore, these states are only in the folder ``kept``. Characters in the trash are not listed.
    public internal(set) var newerCharacters: [CharacterRecord] = []
    /// The templates that the backup does not have. Templates are compared by their PDFs, not by their names.
    public internal(set) var newerTemplates: [TemplateRecord] = []
    /// The folder where the replaced library will be kept: the path of the library with `.replaced-1`, or the next free
    /// number.
    public internal(set) var kept: FilePath
    /// The damage in the backup, as sentences.
    public internal(set) var warnings: [String] = []

    /// Compares a library with a backup.
    init(replacing library: Library?, with backup: Library, keptAs kept: FilePath) throws {
        self.kept = kept
        guard let library else { return }
        let characters = try library.characters()
        let templates = try library.templates()
        (templateCount, characterCount) = (templates.count, characters.count)
        let saved = try backup.reading { database in
            try Row.fetchAll(database, sql: "SELECT id, modified, inkVersion FROM character").reduce(
                into: [Int64: (modified: Int64, inkVersion: Int)]()
            ) { $0[try $1.value(0)] = (try $1.value(1), try $1.count(2)) }
        }
        newerCharacters = characters.filter { character in
            guard let old = saved[character.id.value] else { return true }
            return Int64(milliseconds: character.modified) > old.modified || character.inkVersion > old.inkVersion
        }
        let hashes = try backup.reading(Schema.blobNames)
        newerTemplates = templates.filter { !hashes.contains($0.contentHash) }
    }
}
