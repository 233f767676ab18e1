// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension Library {
    /// See ``LibraryStore``.
    public func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate] {
        var news: [(facts: NewTemplate, hash: String)] = []
        for template in templates {
            let facts = try template.checked()
            do throws(FileError) { news.append((facts, try ContentHash(of: facts.content).description)) } catch {
                throw LibraryError(error)
            }
        }
        do {
            return try blobs.withoutCollecting {
                // Blobs first, and on the disk: a row never names what power loss could take.
                try blobs.publish(try missingBlobs(of: news))
                return try writing { database in
                    try news.map { try Self.insert($0.facts, $0.hash, sources, database) }
                }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// The blobs that are not there as they should be.
    private func missingBlobs(
        of news: [(facts: NewTemplate, hash: String)]
    ) throws -> [(hash: String, content: InputFile)] {
        var seen: Set<String> = []
        var missing: [(hash: String, content: InputFile)] = []
        for (facts, hash) in news where seen.insert(hash).inserted {
            guard try template(withContentHash: hash) != nil else {
                missing.append((hash, facts.content))
                continue
            }
            if try blobs.holds(facts.content, under: hash) { continue }
            guard !blobs.isSound(hash) else {
                // XXH3 resists no one who tries.
                throw LibraryError(
                    .refused, "“\(facts.name)” has the same hash as another PDF of the library, but other content.")
            }
            missing.append((hash, facts.content))
        }
        return missing
    }

    private static func insert(
        _ new: NewTemplate, _ hash: String, _ sources: LibrarySources, _ database: Database
    ) throws -> ImportedTemplate {
        if let known = try template("blob = ?", [hash], database) {
            return ImportedTemplate(template: known, wasThere: true)
        }
        let record = TemplateRecord(
            id: try freeID("template", sources, database), name: new.name, contentHash: hash,
            byteCount: new.content.size, pageCount: new.pages.count, hasFormFields: new.hasFormFields,
            needsPassword: new.needsPassword, imported: Date(milliseconds: sources.milliseconds()))
        try database.execute(
            sql: "INSERT INTO template VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                record.id.value, record.name, record.name.foldedForSearch, hash, record.byteCount, record.pageCount,
                record.hasFormFields, record.needsPassword, Int64(milliseconds: record.imported),
            ])
        try database.execute(
            sql: "INSERT INTO templateDetail VALUES (?, ?, ?, ?)",
            arguments: [
                record.id.value, TemplateCoding.encode(new.pages), try TemplateCoding.encode(new.outline),
                new.thumbnail.map { Data($0) },
            ])
        try database.execute(
            sql: "INSERT INTO templateSearch (rowid, name, text) VALUES (?, ?, ?)",
            arguments: [record.id.value, record.name.foldedForSearch, new.foldedText])
        return ImportedTemplate(template: record, wasThere: false)
    }

    /// An id that nothing in a table has.
    static func freeID<Record>(
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
