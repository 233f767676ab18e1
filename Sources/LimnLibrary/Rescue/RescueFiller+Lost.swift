// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles

extension RescueFiller {
    /// Rebuilds lost rows of templates from their details and indices.
    mutating func remakeTemplates(_ blobs: BlobFolder) throws {
        let known = try ids("SELECT id FROM template")
        let detailed = try ids("SELECT template FROM templateDetail")
        let lost = detailed.union(hashes.keys).subtracting(known)
        let used = try String.fetchSet(database, sql: "SELECT blob FROM template").union(hashes.values)
        let loose = blobs.blobNames().filter { !used.contains($0) }
        let nameless = lost.filter { hashes[$0] == nil }
        for id in lost.sorted() {
            let name = searches[id]?.name ?? ""
            let shown = name.isEmpty ? "Recovered template" : name
            // If only one template and one PDF are left over, they are assumed to belong together.
            guard let hash = hashes[id] ?? (nameless.count == 1 && loose.count == 1 ? loose[0] : nil) else {
                try database.execute(sql: "DELETE FROM templateDetail WHERE template = ?", arguments: [id])
                problems.append(
                    .init(
                        .template,
                        "The template “\(shown)” is lost: its record is damaged, and its PDF is not known."))
                continue
            }
            let pages = try Data.fetchOne(
                database, sql: "SELECT pages FROM templateDetail WHERE template = ?", arguments: [id])
            let pageCount = pages.flatMap { try? TemplateCoding.decodePages($0).count }
            let size = (try? blobs.open(hash).size) ?? 0
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO template (
                        id, name, folded, blob, byteCount, pageCount, hasFormFields, needsPassword, imported
                    ) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)
                    """, arguments: [id, shown, shown.foldedForSearch, hash, size, pageCount ?? 1])
            problems.append(
                .init(
                    .template,
                    "The record of a template is damaged. It is now called “\(shown)”, as in the search index."
                ))
        }
        for (id, name) in try names("template").sorted(by: { $0.key < $1.key }) where !detailed.contains(id) {
            problems.append(
                .init(
                    .template,
                    "The pages and the outline of the template “\(name)” are lost; importing its PDF again brings them back."
                ))
        }
    }

    /// Rebuilds lost rows of characters from the indices. Characters whose template is lost become orphans.
    mutating func remakeCharacters() throws {
        let known = try ids("SELECT id FROM character")
        let templates = try ids("SELECT id FROM template")
        let ofTemplates = templates.union(hashes.keys).union(try ids("SELECT template FROM templateDetail"))
        let searched = searches.filter { id, found in
            !ofTemplates.contains(id) && (found.text.isEmpty || found.text.hasPrefix("\n"))
        }
        let drawn = try ids("SELECT character FROM drawing")
        let pictured = try ids("SELECT character FROM characterThumbnail")
        let lost = drawn.union(pictured).union(entries.keys).union(searched.keys).subtracting(known)
        for id in lost.sorted() {
            let folded = [searched[id]?.name, entries[id]?.folded].compactMap { $0 }.first { !$0.isEmpty }
            let name = folded ?? "Recovered character"
            let tags = (searched[id]?.text ?? "").split(separator: "\n").joined(separator: "\n")
            let created = entries[id]?.created ?? 0
            let template = self.templates[id].flatMap { templates.contains($0) ? $0 : nil }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO character (
                        id, name, folded, template, isFavorite, tags, foldedTags, created, modified, pages, inkVersion
                    ) VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, (
                        SELECT 1 + max(
                            (SELECT coalesce(max(inkVersion), 0) FROM inkEdit
                                WHERE drawing IN (SELECT id FROM drawing WHERE character = ?)),
                            (SELECT coalesce(max(inkVersion), 0) FROM formEdit WHERE character = ?))))
                    """,
                arguments: [
                    id, name, name.foldedForSearch, template, tags, searched[id]?.text ?? "", created, created,
                    try pages(of: id, template)?.coded, id, id,
                ])
            problems.append(
                .init(
                    .database,
                    "The record of a character is damaged. It is now called “\(name)”, as in the index, and is not a "
                        + "favorite."
                ))
        }
        let orphans = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM character
                    WHERE template IS NOT NULL AND template NOT IN (SELECT id FROM template) ORDER BY folded
                """)
        for name in orphans {
            problems.append(
                .init(.reference, "The template of “\(name)” is lost; the character can be attached to another one."))
        }
        try database.execute(
            sql: "UPDATE character SET template = NULL WHERE template NOT IN (SELECT id FROM template)")
    }

    /// Returns the list of a lost character's pages as its journal has it; nil if the journal has none, or if its template
    /// lacks a page of it.
    private func pages(of id: Int64, _ template: Int64?) throws -> PageList? {
        let applied = try Int.fetchOne(
            database, sql: "SELECT applied FROM characterForm WHERE character = ?", arguments: [id])
        let edits = try FormRecord(of: CharacterID(stored: id)).edits(database)
        var list: PageList?
        for (number, edit) in edits {
            guard let pages = edit?.pages else { continue }
            if let applied, number > applied {
                // Nothing but what was undone is left of the journal.
                list = list ?? pages.before
                break
            }
            list = pages.after
        }
        guard let list, let template else { return list }
        let count = try Int.fetchOne(
            database, sql: "SELECT pageCount FROM template WHERE id = ?", arguments: [template])
        return list.fits(templatePages: count ?? 0) ? list : nil
    }

    /// Rebuilds lost rows of drawings from their ink and the index.
    mutating func remakeDrawings() throws {
        let known = try ids("SELECT id FROM drawing")
        let inked = try ids("SELECT drawing FROM drawingBase").union(try ids("SELECT drawing FROM inkEdit"))
        var stray: [Int64] = []
        for id in inked.subtracting(known).sorted() {
            guard let place = places[id] else {
                stray.append(id)
                continue
            }
            try remakeDrawing(id, on: CharacterPage(CharacterID(stored: place.character), page: place.page))
        }
        guard !stray.isEmpty else { return }
        // The character of this ink is not known, so a new character gets the ink.
        let found = CharacterID(bits: UInt64(bitPattern: stray[0]) ^ 1)
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO character (
                    id, name, folded, isFavorite, tags, foldedTags, created, modified, inkVersion
                ) VALUES (?, 'Found ink', 'found ink', 0, '', '', 0, 0, 1)
                """, arguments: [found.value])
        for (index, id) in stray.enumerated() { try remakeDrawing(id, on: CharacterPage(found, page: index + 1)) }
        problems.append(
            .init(
                .ink,
                "The ink of \(stray.count == 1 ? "one page" : "\(stray.count) pages") was found, but not "
                    + "its character. It is now in the character “Found ink”."))
    }

    private mutating func remakeDrawing(_ id: Int64, on page: CharacterPage) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO drawing (
                    id, character, page, revision, strokeCount, pointCount, layerCount, applied, base, baseSize,
                    journalSize, modified
                ) VALUES (?, ?, ?, 1, 0, 0, 1, 0, 0, 0, 0, 0)
                """, arguments: [id, page.character.value, page.page])
        guard let row = try DrawingRow.fetch(page, database), row.id == id else { return }
        guard let remains = try InkRemains(of: row, isKnown: false, database) else {
            try database.execute(sql: "DELETE FROM drawing WHERE id = ?", arguments: [id])
            problems.append(.init(.ink, "The ink of \(try place(page)) is lost."))
            return
        }
        try keep(remains, of: row)
        problems.append(.init(.ink, "The undo history of \(try place(page)) is lost; the ink was recovered."))
    }

    /// Replaces the ink of a page with its readable part, and deletes its journal.
    func keep(_ remains: InkRemains, of row: DrawingRow) throws {
        var row = row
        row.count(remains.drawing)
        row.applied = remains.reached
        try row.writeBase(try DrawingRow.snapshot(of: remains.drawing), database)
        try row.deleteEdits(from: 0, database)
        try row.update(database)
    }

    /// Removes the damaged snapshot of a page whose journal is complete. This loses nothing.
    private func useJournal(of row: DrawingRow) throws {
        var row = row
        (row.base, row.baseSize) = (0, 0)
        try database.execute(sql: "DELETE FROM drawingBase WHERE drawing = ?", arguments: [row.id])
        try row.update(database)
    }

    /// Reads all ink, and replaces damaged ink with its readable part.
    mutating func completeInk() throws {
        let pages = try Row.fetchAll(database, sql: "SELECT character, page FROM drawing ORDER BY character, page")
            .map { CharacterPage(CharacterID(stored: try $0.value(0)), page: try $0.page(1)) }
        for page in pages {
            guard let row = try DrawingRow.fetch(page, database), let check = try DrawingCheck(page, database),
                check.problem != nil
            else { continue }
            guard !check.canRepair else {
                // The ink itself is not damaged.
                _ = try check.repair(database)
                problems.append(
                    .init(.ink, "A part of the undo history of \(try place(page)) is lost; the ink is complete."))
                continue
            }
            if let remains = try InkRemains(of: row, isKnown: true, database) {
                guard !remains.isWhole || !remains.isFromJournal else {
                    try useJournal(of: row)
                    continue
                }
                try keep(remains, of: row)
                problems.append(
                    .init(
                        .ink,
                        "Of the ink of \(try place(page)), only what was drawn up to change \(remains.reached) of "
                            + "\(remains.wanted) is left."))
            } else {
                try database.execute(sql: "DELETE FROM drawing WHERE id = ?", arguments: [row.id])
                try database.execute(sql: "DELETE FROM drawingBase WHERE drawing = ?", arguments: [row.id])
                try database.execute(sql: "DELETE FROM inkEdit WHERE drawing = ?", arguments: [row.id])
                problems.append(.init(.ink, "The ink of \(try place(page)) is lost."))
            }
        }
    }
}
