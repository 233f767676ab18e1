// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension Library {
    /// Checks everything: the database, the hash of every PDF, every drawing with its journal, and all references.
    ///
    /// - Parameter repairing: whether to repair what can be repaired without losing ink or names.
    /// - Returns: the problems, and what was done about them.
    /// - Throws: ``LibraryError`` if the library cannot be read at all.
    public func check(repairing: Bool = false) throws(LibraryError) -> LibraryCheck {
        var check = LibraryCheck()
        try checkDatabase(&check, repairing)
        // If the database itself is broken, further findings would be meaningless.
        guard check.remaining.isEmpty || !check.problems.contains(where: { $0.kind == .database }) else { return check }
        try checkReferences(&check, repairing)
        try checkTemplates(&check)
        try checkFiles(&check, repairing)
        try checkInk(&check, repairing)
        try checkSearch(&check, repairing)
        return check
    }

    private func checkDatabase(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        var found = try reading(isUnlimited: true) { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }.filter
        { $0 != "ok" }
        try checkSchema(&check)
        guard !found.isEmpty else { return }
        var repair: String?
        if repairing {
            // Rebuilding an index loses nothing: its table holds all the data.
            try? writing { try $0.execute(sql: "REINDEX") }
            let left = try reading(isUnlimited: true) { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }
                .filter { $0 != "ok" }
            if left.isEmpty { repair = "The indices were rebuilt." } else { found = left }
        }
        check.problems += found.map { .init(.database, "The database is damaged: \($0).", repair: repair) }
    }

    /// Checks that the schema is exactly Limn's own. It was when the library was opened, but others may have changed it.
    private func checkSchema(_ check: inout LibraryCheck) throws(LibraryError) {
        let version = connection.version
        if let problem = try reading({ try SchemaCheck.problem($0, version) }) {
            check.problems.append(.init(.database, "The database is not as Limn makes it: \(problem)."))
        }
    }

    private func checkReferences(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        let sql = """
            SELECT 'template' AS kind, count(*) FROM character
                WHERE template IS NOT NULL AND template NOT IN (SELECT id FROM template)
            UNION ALL SELECT 'drawing', count(*) FROM drawing WHERE character NOT IN (SELECT id FROM character)
            UNION ALL SELECT 'drawingBase', count(*) FROM drawingBase WHERE drawing NOT IN (SELECT id FROM drawing)
            UNION ALL SELECT 'inkEdit', count(*) FROM inkEdit WHERE drawing NOT IN (SELECT id FROM drawing)
            UNION ALL SELECT 'templateDetail', count(*) FROM templateDetail
                WHERE template NOT IN (SELECT id FROM template)
            UNION ALL SELECT 'characterThumbnail', count(*) FROM characterThumbnail
                WHERE character NOT IN (SELECT id FROM character)
            """
        let counts = try reading { try Row.fetchAll($0, sql: sql).map { ($0[0] as String, $0[1] as Int) } }
        for (kind, count) in counts where count > 0 {
            switch kind {
            case "template":
                if repairing {
                    try writing {
                        try $0.execute(
                            sql: """
                                UPDATE character SET template = NULL
                                    WHERE template IS NOT NULL AND template NOT IN (SELECT id FROM template)
                                """)
                    }
                }
                check.problems.append(
                    .init(
                        .reference, "\(count) characters refer to a template that does not exist.",
                        repair: repairing ? "They are orphans now and can be attached to a template." : nil))
            case "templateDetail", "characterThumbnail":
                let owner = kind == "templateDetail" ? "template" : "character"
                if repairing {
                    try writing {
                        try $0.execute(sql: "DELETE FROM \(kind) WHERE \(owner) NOT IN (SELECT id FROM \(owner))")
                    }
                }
                check.problems.append(
                    .init(
                        .reference, "\(count) rows of \(kind) belong to nothing.",
                        repair: repairing ? "They were removed." : nil))
            default:
                // These rows are not removed, because they may be ink that somebody misses.
                check.problems.append(.init(.reference, "\(count) rows of \(kind) belong to nothing."))
            }
        }
    }

    private func checkTemplates(_ check: inout LibraryCheck) throws(LibraryError) {
        for template in try templates() {
            check.templateCount += 1
            let name = "“\(template.name)” (\(template.id))"
            if !blobs.isSound(template.contentHash) {
                let state = blobs.exists(template.contentHash) ? "is damaged" : "is missing"
                check.problems.append(
                    .init(.blob, "The PDF of the template \(name) \(state); importing the same file again repairs it."))
            }
            do throws(LibraryError) {
                let pages = try pages(of: template.id)
                if pages.count != template.pageCount {
                    check.problems.append(
                        .init(
                            .template,
                            "The template \(name) has \(template.pageCount) pages, but the geometry of \(pages.count).")
                    )
                }
                _ = try outline(of: template.id)
            } catch {
                guard error.code == .damaged else { throw error }
                check.problems.append(.init(.template, "The pages or the outline of the template \(name) are damaged."))
            }
        }
    }

    private func checkFiles(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        do {
            let referenced: () throws -> Set<String> = { [pool] in
                try pool.read(Schema.blobNames)
            }
            // The result is nil while another process imports, because its files are not referenced yet.
            let garbage = repairing ? try blobs.collectGarbage(referenced) : try blobs.unreferenced(referenced)
            if let garbage, !garbage.isEmpty {
                let files =
                    garbage.count == 1
                    ? "One file that no template needs" : "\(garbage.count) files that no template needs"
                check.diagnostics.append("\(files): \(repairing ? "removed" : "left by an interrupted import").")
            }
            for name in try blobs.names() where !BlobFolder.isLimnFile(name) {
                check.diagnostics.append("\(name) in \(blobs.path.displayName) is not a file of Limn.")
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private func checkSearch(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        // SQLite compares an index with its data only where it may write.
        guard !isReadOnly else {
            check.diagnostics.append("The library can only be read now, so its search index was not checked.")
            return
        }
        for table in ["templateSearch", "characterSearch"] {
            let owner = table == "templateSearch" ? "template" : "character"
            let isSound = try writing { database in
                let differing = try Int.fetchOne(
                    database,
                    sql: """
                        SELECT (SELECT count(*) FROM \(owner)
                                LEFT JOIN \(table)_content AS content ON content.id = \(owner).id
                                WHERE content.c0 IS NOT folded)
                            + (SELECT count(*) FROM \(table)_content WHERE id NOT IN (SELECT id FROM \(owner)))
                        """)
                do {
                    try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                    return false
                }
                return differing == 0
            }
            guard !isSound else { continue }
            if repairing { try writing { try Self.rebuildSearch(table, of: owner, $0) } }
            check.problems.append(
                .init(
                    .search, "The search index of \(owner)s does not match them.",
                    repair: repairing ? "It was rebuilt." : nil))
        }
    }

    private static func rebuildSearch(_ table: String, of owner: String, _ database: Database) throws {
        // The texts of templates are stored only here, so existing rows keep theirs.
        let sql = """
                DELETE FROM \(table)_content WHERE id NOT IN (SELECT id FROM \(owner));
                INSERT INTO \(table)_content (id, c0, c1)
                    SELECT id, folded, \(owner == "template" ? "''" : "foldedTags") FROM \(owner)
                    WHERE id NOT IN (SELECT id FROM \(table)_content);
                UPDATE \(table)_content SET c0 = (SELECT folded FROM \(owner) WHERE id = \(table)_content.id);
                INSERT INTO \(table) (\(table)) VALUES ('rebuild');
            """
        try database.allowingRepair { try database.execute(sql: sql) }
    }
}
