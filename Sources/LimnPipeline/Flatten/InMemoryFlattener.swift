// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnInk
package import LimnJobs
package import LimnLibrary
internal import SystemPackage

/// Lays drawings in memory or the ink of a character over a document, and writes the result to an unnamed file.
package struct InMemoryFlattener: Sendable {
    private let ink: InkFile
    private let document: OpenDocument
    private let form: FormSnapshot?
    /// The list of the character's own pages; nil for those of the document.
    private let list: PageList?
    private let options: FlattenOptions

    /// Uses the given ink.
    ///
    /// - Parameter drawings: the ink by page number, from 1, in page space.
    package init(
        drawings: [Int: Drawing], document: OpenDocument, options: FlattenOptions, context: JobContext
    ) {
        let pages = drawings.sorted { $0.key < $1.key }.map { number, drawing in
            InkDocument.Page(background: .pdf(page: number), drawing: drawing)
        }
        ink = InkFile(of: InkDocument(pages: pages), named: document.input.path)
        self.document = document
        form = nil
        list = nil
        var options = options
        options.context = context
        self.options = options
    }

    /// Uses the ink and the template of a character.
    ///
    /// - Parameters:
    ///   - character: the character, which has a template.
    ///   - library: the library that holds both.
    ///   - options: how the ink is written.
    ///   - context: the workers.
    /// - Throws: ``LimnError``.
    package init(
        character: CharacterID, of library: any LibraryStore, options: FlattenOptions, context: JobContext
    ) throws(LimnError) {
        do {
            let snapshot = try library.snapshot(of: character)
            guard let template = snapshot.template else { throw LimnError.noTemplate }
            ink = try InkFile(of: snapshot)
            document = try LibraryDocument.open(template.id, in: library)
            form = snapshot.form
            list = try library.ownPages(of: snapshot.character)
        } catch { throw LimnError(error) }
        var options = options
        options.context = context
        self.options = options
    }

    /// The share of an export that is done when the form is filled.
    private static let filledShare = 0.3

    /// Fills the form of the template with the character's values, and lays the ink over it.
    ///
    /// - Returns: the result, and an unnamed file with the PDF.
    /// - Throws: ``LimnError``.
    package func run() throws(LimnError) -> (result: FlattenResult, file: ScratchFile) {
        let filled = try form.flatMap { form throws(LimnError) in
            var filling = options
            filling.context = options.context.part(0...Self.filledShare)
            return try FilledTemplate.make(form, on: document, flatten: filling)
        }
        var placing = options
        if filled != nil { placing.context = options.context.part(Self.filledShare...1) }
        let opening = try OpenedTemplate(filled?.document ?? document, placing)
        let collector = ExportCollector()
        var request = FlattenRequest(
            template: nil, ink: document.input.path, output: "-", for: placing.layers.audience)
        request.options = placing
        request.collector = collector
        let result = Flattener(
            request, on: opening, ink: ink, filled: filled, list: list, isOneOfMany: false
        ).run()
        if let error = result.error { throw error }
        guard let file = collector.file else { throw LimnError(.failed, "Nothing was written.") }
        return (result, file)
    }
}
