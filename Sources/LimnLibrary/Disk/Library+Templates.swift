// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnFiles
public import LimnGeometry

extension Library {
    /// See ``LibraryStore``.
    public func templates() throws(LibraryError) -> [TemplateRecord] {
        try reading {
            try Row.fetchAll($0, sql: "\(Self.selectTemplate) WHERE trashed IS NULL ORDER BY folded, imported, id").map(
                TemplateRecord.init)
        }
    }

    /// See ``LibraryStore``.
    public func template(_ id: TemplateID) throws(LibraryError) -> TemplateRecord {
        try reading { try Self.template(id, $0) }
    }

    /// See ``LibraryStore``.
    public func template(withContentHash hash: String) throws(LibraryError) -> TemplateRecord? {
        try reading { try Self.template("blob = ? AND trashed IS NULL", [hash], $0) }
    }

    /// See ``LibraryStore``. The hash is computed by the first call after the library is opened, and again only if the
    /// size, a time or the inode of the file has changed.
    public func content(of id: TemplateID) throws(LibraryError) -> InputFile {
        let template = try template(id)
        let file = try blobs.open(template.contentHash)
        let isSound: Bool
        do throws(FileError) {
            isSound = try verified.isSound(file, as: template.contentHash, BlobName(template.contentHash))
        } catch { throw LibraryError(error) }
        guard isSound else {
            throw LibraryError(
                .damaged,
                "The PDF of the template “\(template.name)” has changed since it was imported: it is damaged. Import the same "
                    + "PDF again to repair it.")
        }
        return file
    }

    /// See ``LibraryStore``.
    public func pages(of id: TemplateID) throws(LibraryError) -> [PageGeometry] {
        try TemplateCoding.decodePages(try detail("pages", of: id) ?? Data())
    }

    /// See ``LibraryStore``.
    public func thumbnail(of id: TemplateID) throws(LibraryError) -> [UInt8]? {
        try detail("thumbnail", of: id).map { [UInt8]($0) }
    }

    /// See ``LibraryStore``.
    public func outline(of id: TemplateID) throws(LibraryError) -> [OutlineEntry] {
        try TemplateCoding.decodeOutline(try detail("outline", of: id) ?? Data())
    }

    /// See ``LibraryStore``.
    public func searchText(of id: TemplateID) throws(LibraryError) -> String {
        try reading { database in
            _ = try Self.template(id, database)
            return try String.fetchOne(
                database, sql: "SELECT text FROM templateSearch WHERE rowid = ?", arguments: [id.value]) ?? ""
        }
    }

    /// Returns a column of a template's details; nil if the row is missing or the value is null.
    private func detail(_ column: String, of id: TemplateID) throws(LibraryError) -> Data? {
        try reading { database in
            _ = try Self.template(id, database)
            return try Data.fetchOne(
                database, sql: "SELECT \(column) FROM templateDetail WHERE template = ?", arguments: [id.value])
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func renameTemplate(_ id: TemplateID, to name: String) throws(LibraryError) -> TemplateRecord {
        let name = try NameRule.name.checked(name)
        return try writing { database in
            _ = try Self.template(id, database)
            try database.execute(
                sql: "UPDATE template SET name = ?, folded = ? WHERE id = ?",
                arguments: [name, name.foldedForSearch, id.value])
            return try Self.template(id, database)
        }
    }

    /// See ``LibraryStore``.
    public func characterCount(of id: TemplateID) throws(LibraryError) -> Int {
        try reading { database in
            _ = try Self.template(id, database)
            return try Self.characterCount(of: id, database)
        }
    }

    /// See ``LibraryStore``. This usually succeeds on a full disk, too, because it may use the reserved space.
    @discardableResult
    public func removeTemplate(_ id: TemplateID, keepingCharacters: Bool) throws(LibraryError) -> Int {
        let count = try removing { database in
            _ = try Self.template(id, database)
            let count = try Self.characterCount(of: id, database)
            let now = sources.milliseconds()
            try database.execute(
                sql: "UPDATE character SET \(keepingCharacters ? "template = NULL" : "trashed = \(now)") "
                    + "WHERE template = ? AND trashed IS NULL", arguments: [id.value])
            try database.execute(sql: "UPDATE template SET trashed = ? WHERE id = ?", arguments: [now, id.value])
            return count
        }
        tidyAfterRemoving()
        return count
    }

    /// Deletes the PDFs of permanently deleted templates, and the temporary files of killed processes.
    ///
    /// ``deleteFromTrash(removedBefore:only:)`` calls it after it has deleted templates. A file that no template refers
    /// to for another reason is never deleted.
    ///
    /// - Returns: the number of deleted files; nil if nothing was done because another process or thread is importing
    ///   or backing up. 0 if the library is read-only.
    /// - Throws: ``LibraryError``.
    @discardableResult
    public func collectBlobs() throws(LibraryError) -> Int? {
        guard !isReadOnly else { return 0 }
        do {
            return try blobs.collectGarbage {
                try pool.read(Schema.unneededBlobs)
            } forget: { names in
                guard !names.isEmpty else { return }
                try writing { try Schema.forgetDiscarded(names, $0) }
            }?
            .count
        } catch { throw LibraryError(error, in: folder) }
    }

    // MARK: Within a transaction

    static let selectTemplate = """
        SELECT id, name, blob, byteCount, pageCount, hasFormFields, needsPassword, imported FROM template
        """

    /// Fetches the record of a template.
    ///
    /// - Throws: ``LibraryError`` with `notFound`, also for a template in the trash.
    static func template(_ id: TemplateID, _ database: Database) throws -> TemplateRecord {
        guard let record = try template("id = ? AND trashed IS NULL", [id.value], database) else {
            throw LibraryError.noTemplate(id)
        }
        return record
    }

    static func template(
        _ condition: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> TemplateRecord? {
        try Row.fetchOne(database, sql: "\(selectTemplate) WHERE \(condition)", arguments: arguments)
            .map(TemplateRecord.init)
    }

    private static func characterCount(of id: TemplateID, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(*) FROM character WHERE template = ? AND trashed IS NULL",
            arguments: [id.value]) ?? 0
    }
}

extension TemplateRecord {
    /// Decodes a row of ``Library/selectTemplate``.
    init(_ row: Row) throws {
        self.init(
            id: TemplateID(stored: try row.value(0)), name: try row.value(1), contentHash: try row.value(2),
            byteCount: try row.count(3), pageCount: try row.count(4), hasFormFields: try row.value(5),
            needsPassword: try row.value(6), imported: Date(milliseconds: try row.value(7)))
    }
}
