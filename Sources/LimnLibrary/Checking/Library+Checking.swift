// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension Library {
    /// Checks everything that can be read: the database, the hash of every PDF, every drawing and all form values with
    /// their journals, and all references.
    ///
    /// A repair deletes only what is proven unneeded. Before it changes or deletes rows, it copies the database to the
    /// library's folder `set-aside`. It moves files that no template refers to into the same folder.
    ///
    /// The call reads the whole library and applies every edit of every journal, so it may take minutes. Other
    /// processes may use the library meanwhile. Even without a repair, it first calls ``emptyOldTrash()``.
    ///
    /// - Parameter repairing: whether to repair what can be repaired without losing ink or names. A damaged database is
    ///   not repaired, except for its indices; see ``salvage(from:into:)``.
    /// - Returns: the problems and the repairs.
    /// - Throws: ``LibraryError`` if nothing in the library can be read.
    public func check(repairing: Bool = false) throws(LibraryError) -> LibraryCheck {
        var check = LibraryCheck()
        let old = (try? emptyOldTrash()) ?? []
        if !old.isEmpty {
            check.diagnostics.append(
                "Deleted from the trash because of age: \(old.map(\.name).joined(separator: ", ")).")
        }
        let isSound = try checkDatabase(&check, repairing: repairing)
        if isSound, try !hasOwnSchema(&check) { return check }
        check.trashByteCount = try? trash().reduce(0) { $0 + $1.byteCount }
        // If the database is damaged, missing references do not prove that a file is unneeded.
        let repairing = repairing && isSound
        try checkReferences(&check, repairing)
        try checkTemplates(&check)
        try checkPageLists(&check)
        if isSound { try checkFiles(&check, repairing: repairing) }
        try checkInk(&check, repairing)
        try checkForms(&check, repairing)
        if isSound { try checkSearch(&check, repairing) }
        return check
    }

    /// Keeps a copy of the database before the first repair that deletes or changes rows.
    func keepDatabase(before check: inout LibraryCheck) throws(LibraryError) {
        guard check.kept == nil else { return }
        let kept = try keepDatabase()
        check.kept = kept
        check.diagnostics.append("The database from before the repair is kept as \(kept.displayName).")
    }

    /// Checks whether the schema is exactly Limn's own. It was when the library was opened, but other programs may have
    /// changed it since.
    private func hasOwnSchema(_ check: inout LibraryCheck) throws(LibraryError) -> Bool {
        guard let problem = try reading({ try SchemaCheck.problem($0, Schema.version) }) else { return true }
        check.problems.append(.init(.database, "The schema of the database is not Limn's: \(problem)."))
        return false
    }

    private func checkReferences(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        let sql = """
            SELECT 'template' AS kind, count(*) FROM character
                WHERE template IS NOT NULL AND template NOT IN (SELECT id FROM template)
            UNION ALL SELECT 'drawing', count(*) FROM drawing WHERE character NOT IN (SELECT id FROM character)
            UNION ALL SELECT 'drawingBase', count(*) FROM drawingBase WHERE drawing NOT IN (SELECT id FROM drawing)
            UNION ALL SELECT 'inkEdit', count(*) FROM inkEdit WHERE drawing NOT IN (SELECT id FROM drawing)
            UNION ALL SELECT 'characterForm', count(*) FROM characterForm
                WHERE character NOT IN (SELECT id FROM character)
            UNION ALL SELECT 'formEdit', count(*) FROM formEdit WHERE character NOT IN (SELECT character FROM characterForm)
            UNION ALL SELECT 'formPicture', count(*) FROM formPicture
                WHERE character NOT IN (SELECT character FROM characterForm)
            UNION ALL SELECT 'templateDetail', count(*) FROM templateDetail
                WHERE template NOT IN (SELECT id FROM template)
            UNION ALL SELECT 'characterThumbnail', count(*) FROM characterThumbnail
                WHERE character NOT IN (SELECT id FROM character)
            UNION ALL SELECT 'drawingReading', count(*) FROM drawingReading
                WHERE drawing NOT IN (SELECT id FROM drawing)
            """
        let counts = try reading { try Row.fetchAll($0, sql: sql).map { (try $0.value(0) as String, try $0.count(1)) } }
        for (kind, count) in counts where count > 0 {
            switch kind {
            case "template":
                if repairing {
                    try keepDatabase(before: &check)
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
                        repair: repairing ? "They have no template now and can be attached to one." : nil))
            case "templateDetail", "characterThumbnail", "drawingReading":
                let owner =
                    ["templateDetail": "template", "characterThumbnail": "character"][kind] ?? "drawing"
                if repairing {
                    try keepDatabase(before: &check)
                    try writing {
                        try $0.execute(sql: "DELETE FROM \(kind) WHERE \(owner) NOT IN (SELECT id FROM \(owner))")
                    }
                }
                check.problems.append(
                    .init(
                        .reference, "\(count) rows of \(kind) refer to rows that do not exist.",
                        repair: repairing ? "They were removed." : nil))
            default:
                // These rows are not removed, because they may be lost ink or form values.
                check.problems.append(.init(.reference, "\(count) rows of \(kind) refer to rows that do not exist."))
            }
        }
    }

    /// Checks the lists of characters' own pages.
    private func checkPageLists(_ check: inout LibraryCheck) throws(LibraryError) {
        let rows = try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT character.name, pages, pageCount FROM character LEFT JOIN template ON template.id = character.template
                    WHERE pages IS NOT NULL ORDER BY character.name
                    """
            ).map { (name: try $0.value(0) as String, text: try $0.value(1) as String, count: try $0.value(2) as Int?) }
        }
        for (name, text, count) in rows {
            guard let list = PageList(coded: text) else {
                check.problems.append(
                    .init(.reference, "The list of pages of “\(name)” cannot be read; it shows those of its template."))
                continue
            }
            guard let count, !list.fits(templatePages: count) else { continue }
            check.problems.append(.init(.reference, LibraryError.damagedPages(name).description))
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
                            "The template \(name) has \(template.pageCount) pages, but the sizes of \(pages.count).")
                    )
                }
                _ = try outline(of: template.id)
            } catch {
                guard error.code == .damaged else { throw error }
                check.problems.append(.init(.template, "The pages or the outline of the template \(name) are damaged."))
            }
        }
    }
}
