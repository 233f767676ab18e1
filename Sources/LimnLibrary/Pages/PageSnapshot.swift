// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnGeometry

/// A page of a character as it was at one moment, with the values of the character's form.
public struct PageSnapshot: Sendable {
    /// The character.
    public let character: CharacterRecord
    /// The template; nil for an orphan.
    public let template: TemplateRecord?
    /// The page in the character's own list; nil if its pages are those of the template.
    public let listed: PageList.Page?
    /// The geometry of the page; nil without a template, and if the template lacks the page.
    public let geometry: PageGeometry?
    /// The ink; nil if the page was never drawn on.
    public let drawing: PageDrawing?
    /// The values of the form.
    public let form: FormSnapshot

    /// The rotation of the page in the character's own list.
    public var turn: PageGeometry.Rotation { listed?.turn ?? .none }
}

extension Library {
    /// Reads a page of a character in one transaction.
    ///
    /// - Parameter withForm: whether the values of the form are read, too. Otherwise, there are none.
    /// - Throws: ``LibraryError`` with `notFound`; `noSuchPage` if the character has no such page; `damaged`.
    public func snapshot(of page: CharacterPage, withForm: Bool = true) throws(LibraryError) -> PageSnapshot {
        let (snapshot, row): (PageSnapshot, DrawingRow?) = try reading { database in
            try checkPage(page, database)
            let character = try Self.character(page.character, database)
            let listed = character.pageList?[number: page.page]
            let known = character.template == nil ? [] : try templatePages(of: character, database)
            let shown = listed ?? PageList.Page(number: page.page, content: .template(page: page.page))
            let row = try DrawingRow.fetch(page, database).flatMap { $0.revision > 0 ? $0 : nil }
            let drawing = try row.map { row in
                PageDrawing(
                    drawing: try drawings.ink(of: row) ?? row.loadWhole(database),
                    summary: try Self.summary(of: row, database))
            }
            let snapshot = PageSnapshot(
                character: character, template: try character.template.map { try Self.template($0, database) },
                listed: listed, geometry: shown.geometry(in: known), drawing: drawing,
                form: withForm ? try formSnapshot(of: page.character, database) : FormSnapshot())
            return (snapshot, row)
        }
        if let row, let drawing = snapshot.drawing { drawings.store(drawing.drawing, of: row) }
        return snapshot
    }
}
