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

    /// See ``LibraryStore``.
    public func content(of id: TemplateID) throws(LibraryError) -> InputFile {
        try blobs.open(try template(id).contentHash)
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

    private func detail(_ column: String, of id: TemplateID) throws(LibraryError) -> Data? {
        try reading { database in
            _ = try Self.template(id, database)
            return try Row.fetchOne(
                database, sql: "SELECT \(column) FROM templateDetail WHERE template = ?", arguments: [id.value]
            )?[0]
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

    /// See ``LibraryStore``.
    @discardableResult
    public func removeTemplate(_ id: TemplateID, keepingCharacters: Bool) throws(LibraryError) -> Int {
        try writing { database in
            _ = try Self.template(id, database)
            let count = try Self.characterCount(of: id, database)
            let now = sources.milliseconds()
            try database.execute(
                sql: "UPDATE character SET \(keepingCharacters ? "template = NULL" : "trashed = \(now)") "
                    + "WHERE template = ? AND trashed IS NULL", arguments: [id.value])
            try database.execute(sql: "UPDATE template SET trashed = ? WHERE id = ?", arguments: [now, id.value])
            return count
        }
    }

    /// Deletes the PDFs of templates that were deleted for good, and the temporary files of killed processes.
    ///
    /// - Returns: the number of deleted files; nil if nothing was done because another process is importing.
    /// - Throws: ``LibraryError``.
    @discardableResult
    public func collectBlobs() throws(LibraryError) -> Int? {
        guard !isReadOnly else { return 0 }
        do {
            return try blobs.collectGarbage {
                try pool.read { try Self.unneededBlobs($0) }
            } forget: { hashes in
                guard !hashes.isEmpty else { return }
                try writing { database in
                    for hash in hashes {
                        try database.execute(sql: "DELETE FROM discardedBlob WHERE blob = ?", arguments: [hash])
                    }
                }
            }?
            .count
        } catch { throw LibraryError(error, in: folder) }
    }

    // MARK: Within a transaction

    static let selectTemplate = """
        SELECT id, name, blob, byteCount, pageCount, hasFormFields, needsPassword, imported FROM template
        """

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

    /// The PDFs that the library recorded as unneeded, and that no template refers to since.
    static func unneededBlobs(_ database: Database) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT blob FROM discardedBlob").subtracting(referencedBlobs(database))
    }

    /// The PDFs that templates refer to, those in the trash included. The table is read and no index of it, which may
    /// be damaged alone.
    static func referencedBlobs(_ database: Database) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT blob FROM template NOT INDEXED")
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
            id: TemplateID(stored: try row.decode(atIndex: 0)), name: try row.decode(atIndex: 1),
            contentHash: try row.decode(atIndex: 2), byteCount: try row.decode(atIndex: 3),
            pageCount: try row.decode(atIndex: 4), hasFormFields: try row.decode(atIndex: 5),
            needsPassword: try row.decode(atIndex: 6), imported: Date(milliseconds: try row.decode(atIndex: 7)))
    }
}
