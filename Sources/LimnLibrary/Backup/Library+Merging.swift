// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

/// The result of merging a backup into a library.
public struct MergeResult: Hashable, Sendable {
    /// The restored characters, as they are now in the library. A copy has a new id and a new name.
    public internal(set) var characters: [CharacterRecord] = []
    /// The templates that were restored with them. A template that the library had, even in the trash, is not among
    /// them.
    public internal(set) var templates: [TemplateRecord] = []
    /// Messages about omitted characters and about damage in the backup.
    public internal(set) var warnings: [String] = []
}

extension Library {
    /// Restores single characters from a backup, with their templates, ink, form values and undo history. Nothing else
    /// in the library changes, except that templates of these characters leave the trash.
    ///
    /// The backup is copied and checked first, as for ``restore(from:to:confirming:)``. Then one transaction adds all
    /// characters or none. The call waits, without a time limit, while another process restores into the same library.
    ///
    /// - Parameters:
    ///   - backup: a folder written by ``backup(to:)``; it is not changed.
    ///   - folder: the library; it is created if it is missing.
    ///   - names: names, ids, or unambiguous prefixes of either. If the library still has such a character, but changed
    ///     or in the trash, a copy called “… (backup)” is added. Nil for all characters that the library does not have
    ///     at all.
    /// - Returns: the restored records, and warnings. A character that is the same in the library is left out with a
    ///   warning.
    /// - Throws: ``LibraryError``; `notFound` or `ambiguous` for a name, `notFound` if there is no backup, `refused` if
    ///   it is the library itself, `damaged` for a damaged library, or for a backup in which nothing is readable. The
    ///   library then has not changed.
    public static func merge(
        from backup: FilePath, into folder: FilePath, characters names: [String]? = nil
    ) throws(LibraryError) -> MergeResult {
        try withBackup(backup, for: folder) { path, from in
            let staging = path.appending(".restore.part")
            try? FileManager.default.removeItem(atPath: staging.string)
            defer { try? FileManager.default.removeItem(atPath: staging.string) }
            let (source, warnings) = try verifiedCopy(of: from, named: backup, in: staging)
            var result = try Library(at: folder).merge(source, names)
            result.warnings = warnings + result.warnings
            return result
        }
    }

    private func merge(_ source: Library, _ names: [String]?) throws -> MergeResult {
        let chosen = try names.map { try $0.map { try source.resolveCharacter($0) } } ?? source.characters()
        let templates = Set(chosen.compactMap(\.template))
        return try blobs.withoutGarbageCollection {
            var result = MergeResult()
            // PDFs are synced before the rows that refer to them commit.
            for id in templates.sorted() {
                let template = try source.template(id)
                guard !blobs.isSound(template.contentHash) else { continue }
                guard source.blobs.exists(template.contentHash) else {
                    result.warnings.append(
                        "The PDF of “\(template.name)” is missing; importing the same file again repairs it.")
                    continue
                }
                try blobs.publish([(template.contentHash, try source.blobs.open(template.contentHash))])
            }
            try source.pool.read { from in
                try writing { to in
                    result.characters = []
                    result.templates = []
                    let copier = RowCopier(source: from, target: to)
                    var seen: Set<CharacterID> = []
                    for character in chosen where seen.insert(character.id).inserted {
                        try bringBack(character, isNamed: names != nil, copier, &result)
                    }
                }
            }
            return result
        }
    }

    private func bringBack(
        _ character: CharacterRecord, isNamed: Bool, _ copier: RowCopier, _ result: inout MergeResult
    ) throws {
        let there = try Row.fetchOne(
            copier.target, sql: "SELECT name, modified, inkVersion, trashed FROM character WHERE id = ?",
            arguments: [character.id.value])
        var changes: [String: DatabaseValue] = ["trashed": .null]
        if let there {
            let name: String = try there.value(0)
            let isTrashed = try there.value(3) as Int64? != nil
            if !isNamed {
                if isTrashed { result.warnings.append("“\(name)” was left out: it is in the trash.") }
                return
            }
            if !isTrashed, try there.value(1) == Int64(milliseconds: character.modified),
                try there.count(2) == character.inkVersion
            {
                result.warnings.append("“\(name)” was left out: the library has the same version.")
                return
            }
            let id: CharacterID = try Self.unusedID("character", sources, copier.target)
            let copy = String(character.name.prefix(NameRule.name.maximumLength - 9)) + " (backup)"
            changes["id"] = id.value.databaseValue
            changes["name"] = copy.databaseValue
            changes["folded"] = copy.foldedForSearch.databaseValue
        }
        if let template = character.template {
            changes["template"] = try bringBackTemplate(template, copier, &result).value.databaseValue
        }
        try copier.copy("character", where: "id = ?", [character.id.value], changing: changes)
        let id = changes["id"]?.integer ?? character.id.value
        let drawings = try Int64.fetchAll(
            copier.source, sql: "SELECT id FROM drawing WHERE character = ?", arguments: [character.id.value])
        for drawing in drawings {
            let new: RecordID<DrawingRow> = try Self.unusedID("drawing", sources, copier.target)
            let number = new.value.databaseValue
            try copier.copy(
                "drawing", where: "id = ?", [drawing], changing: ["id": number, "character": id.databaseValue])
            try copier.copy("drawingBase", where: "drawing = ?", [drawing], changing: ["drawing": number])
            try copier.copy(
                "inkEdit", where: "drawing = ? ORDER BY number", [drawing], changing: ["id": .null, "drawing": number])
        }
        for table in ["characterForm", "formEdit", "formPicture"] {
            var changes = ["character": id.databaseValue]
            if table != "characterForm" { changes["id"] = .null }
            try copier.copy(table, where: "character = ?", [character.id.value], changing: changes)
        }
        try copier.copy(
            "characterThumbnail", where: "character = ?", [character.id.value],
            changing: ["character": id.databaseValue])
        result.characters.append(try Self.character(CharacterID(stored: id), copier.target))
    }

    /// Returns the library's template with the same PDF, or a copy of the backup's template if there is none.
    private func bringBackTemplate(
        _ id: TemplateID, _ copier: RowCopier, _ result: inout MergeResult
    ) throws -> TemplateID {
        let template = try Self.template(id, copier.source)
        if let known = try Self.template("blob = ?", [template.contentHash], copier.target) {
            try copier.target.execute(
                sql: "UPDATE template SET trashed = NULL WHERE id = ?", arguments: [known.id.value])
            return known.id
        }
        let isTaken = try Bool.fetchOne(
            copier.target, sql: "SELECT EXISTS (SELECT 1 FROM template WHERE id = ?)", arguments: [id.value])
        let new: TemplateID = isTaken == true ? try Self.unusedID("template", sources, copier.target) : id
        let number = new.value.databaseValue
        try copier.copy("template", where: "id = ?", [id.value], changing: ["id": number, "trashed": .null])
        try copier.copy("templateDetail", where: "template = ?", [id.value], changing: ["template": number])
        let text = try String.fetchOne(
            copier.source, sql: "SELECT text FROM templateSearch WHERE rowid = ?", arguments: [id.value])
        try copier.target.execute(
            sql: "INSERT INTO templateSearch (rowid, name, text) VALUES (?, ?, ?)",
            arguments: [new.value, template.name.foldedForSearch, text ?? ""])
        try Schema.forgetDiscarded([template.contentHash], copier.target)
        result.templates.append(try Self.template(new, copier.target))
        return new
    }
}
