// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// A source of page pictures: a PDF, or ink with its PDF or paper.
struct PageSource: Sendable {
    /// The document.
    let document: OpenDocument
    /// The ink; nil if the source is a PDF without any.
    let ink: InkFile?
    /// Which page of the document each page of the ink belongs to.
    private(set) var mapping = InkPlacement.Mapping.byBackground
    /// Messages about ink that is left out.
    private(set) var warnings: [Diagnostic] = []

    /// Opens a file of a request.
    ///
    /// - Parameter inkBeside: the ink file that lies beside a PDF of a folder; nil for none. Ink that cannot be read, has
    ///   pages that the PDF does not have, or is on another PDF is left out with a warning.
    /// - Throws: ``LimnError``.
    init(
        _ path: FilePath, inkBeside: FilePath?, background: Background, access: Access, _ context: JobContext
    ) throws(LimnError) {
        guard let file = inkBeside else {
            try self.init(path, background: background, access: access, context)
            return
        }
        let document = try OpenDocument(path, access: access)
        do throws(LimnError) {
            let ink = try FolderInk.read(file, beside: path, access: access, context: context)
            let content = ink.content.document
            if content.hasOwnOrder {
                self.init(try Note(ink, on: document, access: access, context))
            } else {
                self.init(document: document, ink: content.pages.allSatisfy(\.drawing.isEmpty) ? nil : ink)
                mapping = .byNumber(only: 1)
            }
            _ = try InkPlacement.targets(
                of: content, mapping: mapping,
                pageCount: try JobClient(context, access: access).open(document).pageCount)
        } catch {
            self.init(document: document, ink: nil)
            // Other files have such names, too.
            if error.code == .unrecognized { return }
            warnings = [
                Diagnostic(.inkLeftOut, "This ink is not drawn on \(path.displayName): \(error.sentence)", about: file)
            ]
        }
    }

    /// Opens a file, or a reMarkable document in a folder; `-` is standard input.
    ///
    /// - Parameter background: finds the PDF that the ink refers to; nil if no other file may be read.
    /// - Throws: ``LimnError``.
    init(
        _ path: FilePath, background: Background?, access: Access, _ context: JobContext
    ) throws(LimnError) {
        let isNote: Bool
        do {
            isNote = try XochitlFolder(path) != nil
            if !isNote, path != "-", DocumentSearch.isFolder(path) {
                // Callers have already replaced folders by the PDFs in them, so this folder has none or cannot be read.
                _ = try DocumentSearch.documents(in: path)
                throw LimnError(.failed, "There is no PDF in this folder.")
            }
        } catch { throw LimnError(error) }
        guard !isNote else {
            let ink = try InkFile(path, background: background, access: access, context: context)
            try self.init(Note(ink, background: background, access: access, context))
            return
        }
        try self.init(try OpenDocument(path, access: access), background: background, access: access, context)
    }

    /// Opens a source from an open file, which is a PDF or an ink file.
    ///
    /// - Parameter background: finds the PDF that the ink refers to; nil if no other file may be read.
    init(
        _ document: OpenDocument, background: Background?, access: Access, _ context: JobContext
    ) throws(LimnError) {
        let ink: InkFile
        do {
            guard !InkFile.isPDF(try document.input.head(PDFHeader.reach)) else {
                self.init(document: document, ink: nil)
                return
            }
            ink = try InkFile(
                opened: document, format: nil, background: background, access: access, context: context)
        } catch {
            let error = LimnError(error)
            // A file that is neither a PDF nor ink is opened as a PDF, which gives a suitable error.
            guard error.code == .unrecognized else { throw error }
            self.init(document: document, ink: nil)
            return
        }
        try self.init(Note(ink, background: background, access: access, context))
    }

    private init(_ note: Note) { self.init(document: note.document, ink: note.ink) }

    private init(document: OpenDocument, ink: InkFile?) {
        self.document = document
        self.ink = ink
    }
}

extension PageSource {
    /// Returns the ink of a page; nil if there is none.
    func drawing(
        ofPage number: Int, _ pageCount: Int, layers: LayerChoice, _ client: JobClient
    ) throws(LimnError) -> Drawing? {
        guard let ink else { return nil }
        return try InkPlacement(
            ink.content.document, mapping: mapping, pageCount: pageCount, fit: false, layers: layers
        ) {
            (pages) throws(LimnError) in try client.sizes(ofPages: pages, of: document)
        }.drawings[number]
    }
}
