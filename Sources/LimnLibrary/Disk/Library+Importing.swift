// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension Library {
    /// See ``LibraryStore``. Every PDF is read for its SHA-256. A PDF that the library has, but damaged, is replaced.
    ///
    /// The PDFs are synced before the transaction. If a process is killed in between, only unneeded files remain, which
    /// ``check(repairing:)`` finds.
    public func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate] {
        try importing(templates) { imported, _ in imported }
    }

    /// Imports PDFs, and runs `body` in the same transaction.
    func importing<T>(
        _ templates: [NewTemplate], _ body: ([ImportedTemplate], Database) throws -> T
    ) throws(LibraryError) -> T {
        var arrivals: [Arrival] = []
        for template in templates { arrivals.append(try Arrival(template.checked())) }
        // Fail now if the library is read-only, before PDFs are written in vain.
        _ = try connection.writable()
        do {
            return try blobs.withoutGarbageCollection {
                for index in arrivals.indices { try recognize(&arrivals[index]) }
                // PDFs are synced before the rows that refer to them commit.
                try blobs.publish(try missingBlobs(of: arrivals))
                return try writing { database in
                    try body(try arrivals.map { try Self.insert($0, sources, database) }, database)
                }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// A PDF to import.
    private struct Arrival {
        let template: NewTemplate
        /// The SHA-256 of the PDF.
        let hash: String
        /// The old name of the blob of the same PDF, if the blob could not be renamed because it was damaged or
        /// missing.
        var oldName: String?

        init(_ template: NewTemplate) throws(LibraryError) {
            self.template = template
            do throws(FileError) { hash = try ContentHash(of: template.content).description } catch {
                throw LibraryError(error)
            }
        }
    }

    /// Checks whether a new PDF repairs a damaged one that has an old name. See ``BlobRenaming``.
    private func recognize(_ arrival: inout Arrival) throws {
        let (hash, size) = (arrival.hash, arrival.template.content.size)
        guard try template(withContentHash: hash) == nil else { return }
        let names = try reading { database in
            try String.fetchAll(
                database, sql: "SELECT blob FROM template WHERE length(blob) = 32 AND byteCount = ?", arguments: [size])
        }
        guard !names.isEmpty else { return }
        let old = try QuickHash(of: arrival.template.content).description
        // An undamaged blob with this name is either the same PDF, or a different one made to have the same old hash.
        guard names.contains(old) else { return }
        let isSame = try blobs.contains(arrival.template.content, as: old)
        if isSame || !blobs.isSound(old) { arrival.oldName = old }
    }

    /// Returns the contents whose blobs are missing or damaged.
    private func missingBlobs(of arrivals: [Arrival]) throws -> [(hash: String, content: InputFile)] {
        var seen: Set<String> = []
        var missing: [(hash: String, content: InputFile)] = []
        for arrival in arrivals where seen.insert(arrival.hash).inserted {
            let (hash, content) = (arrival.hash, arrival.template.content)
            let isKnown = try template(withContentHash: hash) != nil
            if isKnown, try blobs.contains(content, as: hash) { continue }
            missing.append((hash, content))
        }
        return missing
    }

    /// Inserts a template, or returns the one that has the same PDF, which then leaves the trash.
    private static func insert(
        _ arrival: Arrival, _ sources: LibrarySources, _ database: Database
    ) throws -> ImportedTemplate {
        let (new, hash) = (arrival.template, arrival.hash)
        if let known = try template("blob = ?", [hash], database) {
            try database.execute(sql: "UPDATE template SET trashed = NULL WHERE id = ?", arguments: [known.id.value])
            try mendDetail(of: known.id, new, database)
            return ImportedTemplate(template: known, alreadyExisted: true)
        }
        if let old = arrival.oldName, let known = try template("blob = ?", [old], database) {
            try database.execute(
                sql: "UPDATE template SET blob = ?, trashed = NULL WHERE id = ?", arguments: [hash, known.id.value])
            try mendDetail(of: known.id, new, database)
            // The new file contains the same PDF.
            try Schema.discard([old], database)
            return ImportedTemplate(template: try template(known.id, database), alreadyExisted: true)
        }
        try Schema.forgetDiscarded([hash], database)
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
        if let row, (try? TemplateCoding.decodePages(row.value(0)))?.count == new.pages.count,
            (try? TemplateCoding.decodeOutline(row.value(1))) != nil
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

    /// Returns a random id that no row of a table has.
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
