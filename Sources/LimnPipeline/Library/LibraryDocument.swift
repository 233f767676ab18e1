// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// Opens the PDFs of templates for workers.
enum LibraryDocument {
    /// Opens the PDF of a template. Messages contain the template's name.
    static func open(_ id: TemplateID, in library: any LibraryStore) throws -> OpenDocument {
        try OpenDocument(try library.content(of: id), titled: try library.template(id).name)
    }
}

extension CharacterSnapshot {
    /// Returns the ink of the pages that are not empty, by page number.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if the ink of a page cannot be read.
    func ink() throws(LibraryError) -> [Int: Drawing] {
        if let error = damaged.min(by: { $0.key < $1.key })?.value { throw error }
        return drawings.filter { !$1.isEmpty }
    }
}

extension Drawing {
    /// Returns the drawing with links to the positions of pages instead of their permanent numbers.
    ///
    /// - Parameter place: returns the position of a page; nil to leave out the links to it.
    func linked(to place: (Int) -> Int?) -> Drawing {
        var copy = self
        copy.objects = objects.compactMap { placed in
            guard case .link(var link) = placed.object, case .page(let number) = link.target else { return placed }
            guard let position = place(number) else { return nil }
            link.target = .page(position)
            return PlacedObject(.link(link), above: placed.strokesBelow)
        }
        return copy
    }
}

extension InkFile {
    /// Makes an ink file from ink in memory, as if it had been read from a file with the given name.
    init(of document: InkDocument, named name: FilePath, diagnostics: [Diagnostic] = []) {
        self.init(
            path: name, content: InkImport(format: .native, document: document), size: 0, hash: ContentHash([]),
            diagnostics: diagnostics)
    }

    /// Makes an ink file from the ink of a character, as if it had been read from a file with the character's name.
    /// Each page of the ink refers to the position of its page in the character as its background. A page with damaged ink
    /// is left out with a warning; ink of removed pages is left out without one.
    ///
    /// - Throws: `LibraryError`; `damaged` if all ink is damaged.
    init(of snapshot: CharacterSnapshot) throws(LibraryError) {
        let name = FilePath(snapshot.character.name)
        let positions = snapshot.character.pageList?.positions
        func placed<Value>(_ values: [Int: Value]) -> [(page: Int, value: Value)] {
            var found: [(page: Int, value: Value)] = []
            for (number, value) in values {
                // Ink on a page that was inserted and is gone again stays stored.
                let isThere = number <= snapshot.template?.pageCount ?? .max
                if let position = positions.map({ $0[number] }) ?? (isThere ? number : nil) {
                    found.append((position, value))
                }
            }
            return found.sorted { $0.page < $1.page }
        }
        let pages = placed(snapshot.drawings.filter { !$1.isEmpty }).map { page, ink in
            // Links to removed pages are left out.
            let linked = positions.map { known in ink.linked { known[$0] } }
            return InkDocument.Page(background: .pdf(page: page), drawing: linked ?? ink)
        }
        let damaged = placed(snapshot.damaged)
        if pages.isEmpty, let first = damaged.first { throw first.value }
        let diagnostics = damaged.map { page, _ in
            Diagnostic(.inkDamaged, "The ink of page \(page) is damaged and was left out.", about: name)
        }
        self.init(of: InkDocument(pages: pages), named: name, diagnostics: diagnostics)
    }
}

extension LibraryStore {
    /// Checks that an output does not lie inside the library's own folder, where it could overwrite a file of the
    /// library.
    ///
    /// - Parameter output: the file or folder that will be written. It need not exist.
    /// - Throws: ``LimnError`` with `outputsCollide` if it does.
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
