// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension Library {
    /// See ``LibraryStore``.
    public func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate] {
        var hashed: [(template: NewTemplate, hash: String)] = []
        for template in templates {
            let template = try template.checked()
            do throws(FileError) {
                hashed.append((template, try ContentHash(of: template.content).description))
            } catch { throw LibraryError(error) }
        }
        do {
            return try blobs.withoutGarbageCollection {
                // PDFs are synced before the rows that refer to them commit.
                try blobs.publish(try missingBlobs(of: hashed))
                return try writing { database in
                    try hashed.map { try Self.insert($0.template, $0.hash, sources, database) }
                }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// The contents whose blobs are missing or damaged.
    ///
    /// - Throws: ``LibraryError`` with `refused` on a hash collision.
    private func missingBlobs(
        of hashed: [(template: NewTemplate, hash: String)]
    ) throws -> [(hash: String, content: InputFile)] {
        var seen: Set<String> = []
        var missing: [(hash: String, content: InputFile)] = []
        for (new, hash) in hashed where seen.insert(hash).inserted {
            guard try reading({ try Self.template("blob = ?", [hash], $0) }) != nil else {
                missing.append((hash, new.content))
                continue
            }
            if try blobs.contains(new.content, as: hash) { continue }
            guard !blobs.isSound(hash) else {
                // XXH3 is not collision resistant against deliberate attempts.
                throw LibraryError(
                    .refused, "“\(new.name)” has the same hash as another PDF of the library, but other content.")
            }
            missing.append((hash, new.content))
        }
        return missing
    }

    private static func insert(
        _ new: NewTemplate, _ hash: String, _ sources: LibrarySources, _ database: Database
    ) throws -> ImportedTemplate {
        if let known = try template("blob = ?", [hash], database) {
            try database.execute(sql: "UPDATE template SET trashed = NULL WHERE id = ?", arguments: [known.id.value])
            try mendDetail(of: known.id, new, database)
            return ImportedTemplate(template: known, alreadyExisted: true)
        }
        try database.execute(sql: "DELETE FROM discardedBlob WHERE blob = ?", arguments: [hash])
        let record = TemplateRecord(
            id: try unusedID("template", sources, database), name: new.name, contentHash: hash,
            byteCount: new.content.size, pageCount: new.pages.count, hasFormFields: new.hasFormFields,
            needsPassword: new.needsPassword, imported: Date(milliseconds: sources.milliseconds()))
        try database.execute(
            sql: """
                INSERT INTO template (
                    id, name, folded, blob, byteCount, pageCount, hasFormFields, needsPassword, imported
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.id.value, record.name, record.name.foldedForSearch, hash, record.byteCount, record.pageCount,
                record.hasFormFields, record.needsPassword, Int64(milliseconds: record.imported),
            ])
        try database.execute(
            sql: "INSERT INTO templateDetail (template, pages, outline, thumbnail) VALUES (?, ?, ?, ?)",
            arguments: [
                record.id.value, TemplateCoding.encode(new.pages), try TemplateCoding.encode(new.outline),
                new.thumbnail.map { Data($0) },
            ])
        try database.execute(
            sql: "INSERT INTO templateSearch (rowid, name, text) VALUES (?, ?, ?)",
            arguments: [record.id.value, record.name.foldedForSearch, new.foldedText])
        return ImportedTemplate(template: record, alreadyExisted: false)
    }

    /// Stores the pages and the outline of a template again if they are missing or damaged.
    private static func mendDetail(of id: TemplateID, _ new: NewTemplate, _ database: Database) throws {
        let row = try Row.fetchOne(
            database, sql: "SELECT pages, outline FROM templateDetail WHERE template = ?", arguments: [id.value])
        if let row, (try? TemplateCoding.decodePages(row.decode(atIndex: 0)))?.count == new.pages.count,
            (try? TemplateCoding.decodeOutline(row.decode(atIndex: 1))) != nil
        {
            return
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO templateDetail (template, pages, outline, thumbnail) VALUES (?, ?, ?, ?)",
            arguments: [
                id.value, TemplateCoding.encode(new.pages), try TemplateCoding.encode(new.outline),
                new.thumbnail.map { Data($0) },
            ])
    }

    /// A random id that no row of a table has.
    static func unusedID<Record>(
        _ table: String, _ sources: LibrarySources, _ database: Database
    ) throws -> RecordID<Record> {
        while true {
            let id = RecordID<Record>(bits: sources.randomBits())
            let isTaken = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id.value])
            if isTaken == false { return id }
        }
    }
}
