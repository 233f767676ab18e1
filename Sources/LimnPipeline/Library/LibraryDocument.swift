// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// The PDF of a template, for workers.
enum LibraryDocument {
    /// Opens it; it is told of by its template's name.
    static func open(_ id: TemplateID, in library: any LibraryStore) throws -> OpenDocument {
        try OpenDocument(try library.content(of: id), titled: try library.template(id).name)
    }
}

extension InkFile {
    /// Ink in memory, as if it had been read from a file of that name.
    init(of document: InkDocument, named name: FilePath, diagnostics: [Diagnostic] = []) {
        self.init(
            path: name, content: InkImport(format: .native, document: document), size: 0, hash: ContentHash([]),
            diagnostics: diagnostics)
    }

    /// The ink of a character, as if it had been read from a file with its name. The pages name those of the template as
    /// their backgrounds. A page whose ink is damaged is left out and told.
    ///
    /// - Throws: `LibraryError`; `damaged` if all of the ink is damaged.
    init(of character: CharacterRecord, in library: any LibraryStore) throws(LibraryError) {
        let name = FilePath(character.name)
        var pages: [InkDocument.Page] = []
        var diagnostics: [Diagnostic] = []
        var damage: LibraryError?
        for summary in try library.drawnPages(of: character.id) where summary.strokeCount > 0 {
            do throws(LibraryError) {
                let there = try library.drawing(on: CharacterPage(character.id, page: summary.page))
                guard let there else { continue }
                pages.append(.init(background: .pdf(page: summary.page), drawing: there.drawing))
            } catch {
                guard error.code == .damaged else { throw error }
                damage = error
                diagnostics.append(
                    Diagnostic(
                        .inkDamaged, "The ink of page \(summary.page) is damaged and was left out.", about: name))
            }
        }
        if let damage, pages.isEmpty { throw damage }
        self.init(of: InkDocument(pages: pages), named: name, diagnostics: diagnostics)
    }
}

extension LibraryStore {
    /// Refuses an output inside the library's own folder, so that no output overwrites a file of the library.
    ///
    /// - Throws: ``LimnError`` with `outputsCollide`.
    public func refuseToWriteInside(_ output: FilePath) throws(LimnError) {
        guard output != "-", let own = storageFolder.flatMap({ FileIdentity($0) }) else { return }
        var above = output.removingLastComponent()
        while true {
            if FileIdentity(above.isEmpty ? "." : above) == own {
                throw LimnError(
                    .outputsCollide, about: output, "This is inside the library itself; give another place.")
            }
            guard !above.isEmpty, !above.components.isEmpty else { return }
            above.removeLastComponent()
        }
    }
}
