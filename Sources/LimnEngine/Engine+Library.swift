// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPipeline
public import SystemPackage

extension Engine {
    /// Imports a PDF into a library as a template.
    ///
    /// - Parameters:
    ///   - name: the name of the template; nil to name it after its file.
    /// - Returns: the template. If the same bytes were imported before, this is the existing template.
    /// - Throws: ``LimnError``. The library is unchanged then.
    public func importTemplate(
        _ source: Source, named name: String? = nil, into library: any LibraryStore & Sendable,
        access: Access = Access()
    ) async throws(LimnError) -> TemplateRecord {
        try await storeTemplate(source, named: name, into: library, access: access).template
    }

    /// Imports a PDF into a library as a template, and tells what its user should know of it.
    ///
    /// - Parameters:
    ///   - name: the name of the template; nil to name it after its file.
    /// - Returns: the template, and messages. If the same bytes were imported before, this is the existing template.
    /// - Throws: ``LimnError``. The library is unchanged then.
    public func storeTemplate(
        _ source: Source, named name: String? = nil, into library: any LibraryStore & Sendable,
        access: Access = Access()
    ) async throws(LimnError) -> StoredTemplate {
        try await run { (context) throws(LimnError) in
            try TemplateImporter.one(
                try source.open(access), named: name, into: library, access: access, context: context)
        }
    }

    /// Makes a character of a filled PDF: of an export of Limn, or of a form that another program filled in. Its template
    /// is the one of the library that the PDF was made from, or is imported, too.
    ///
    /// - Throws: ``LimnError``; `refused` if the pages without their ink cannot be restored from the PDF. The library is
    ///   unchanged then.
    public func importCharacter(
        _ request: CharacterImportRequest, into library: any LibraryStore & Sendable
    ) async throws(LimnError) -> CharacterImportResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try CharacterImporter(request, into: library).run()
        }
    }

    /// Exports a character as a PDF with its ink.
    ///
    /// - Throws: ``LimnError``. Nothing is written then.
    public func export(
        _ character: CharacterID, from library: any LibraryStore & Sendable, options: FlattenOptions,
        to destination: Destination = .bytes
    ) async throws(LimnError) -> FlattenedDocument {
        try await run { (context) throws(LimnError) in
            let (result, file) = try InMemoryFlattener(
                character: character, of: library, options: options, context: context
            ).run()
            return FlattenedDocument(bytes: try destination.take(file), result: result)
        }
    }

    /// Imports PDFs into a library as templates.
    ///
    /// - Parameters:
    ///   - report: called for each PDF, in the given order, on one thread. A PDF that is reported as imported is on the
    ///     disk.
    ///   - progress: called repeatedly with the progress, on the same thread.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func importTemplates(
        _ request: TemplateImportRequest, into library: any LibraryStore & Sendable,
        report: @escaping @Sendable (TemplateImportResult) -> Void,
        progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            TemplateImporter(request).run(into: library, report: report, progress: progress)
        }
    }

    /// Exports characters as PDF files with their ink.
    ///
    /// - Parameter report: called once for each character, in the given order, on one thread.
    /// - Throws: ``LimnError`` with `cancelled`. Other errors are in the results of the characters.
    public func export(
        _ request: CharacterExportRequest, from library: any LibraryStore & Sendable,
        report: @escaping @Sendable (CharacterExportResult) -> Void
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            CharacterExporter(request).run(from: library, report: report)
            if context.isCancelled { throw .cancelled }
        }
    }

    /// Refreshes the thumbnails of characters.
    ///
    /// - Parameter report: called once for each character, in the given order, on one thread.
    /// - Throws: ``LimnError`` with `cancelled`. Other errors are in the results of the characters.
    public func refreshThumbnails(
        _ request: CharacterThumbnailsRequest, in library: any LibraryStore & Sendable,
        report: @escaping @Sendable (CharacterThumbnailResult) -> Void
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            CharacterThumbnailRenderer(request).run(in: library, report: report)
            if context.isCancelled { throw .cancelled }
        }
    }

    /// Draws the changed pages of a character, with added and removed strokes highlighted in color.
    ///
    /// - Parameter report: called once for each changed page, in page order, on one thread.
    /// - Throws: ``LimnError`` if no page can be drawn. Other errors are in the results of the pages.
    public func drawChanges(
        _ request: ChangePicturesRequest, in library: any LibraryStore & Sendable,
        report: @escaping @Sendable (ChangePictureResult) -> Void
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            try ChangePicturer(request).run(in: library, report: report)
        }
    }

    /// Draws the pages of characters with their form values and their ink, now or as the ink was at a time.
    ///
    /// - Parameters:
    ///   - request: the characters and the pictures to make.
    ///   - library: the library that holds the characters.
    ///   - report: called once for each page, on one thread.
    /// - Throws: ``LimnError`` if the work was cancelled. Other errors are in the results of the pages.
    public func drawPages(
        _ request: CharacterPicturesRequest, in library: any LibraryStore & Sendable,
        report: @escaping @Sendable (CharacterPictureResult) -> Void
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            try CharacterPicturer(request).run(in: library, report: report)
        }
    }

    /// Writes a character to a package, together with its template, ink and thumbnail.
    ///
    /// - Parameters:
    ///   - audience: who gets the package; nil if that was not said.
    ///   - keepsExisting: whether the call fails instead of replacing an existing file.
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    /// - Returns: the size of the file in bytes, and messages about layers for the game master.
    /// - Throws: ``LimnError``; `needsAudience` if no audience was named and a layer is for the game master. Nothing is
    ///   written then.
    public func pack(
        _ character: CharacterID, of library: any LibraryStore & Sendable, to path: FilePath,
        for audience: Drawing.Layer.Audience?, keepsExisting: Bool = false, access: Access = Access(),
        passwords: PasswordSource? = nil
    ) async throws(LimnError) -> (bytes: Int, diagnostics: [Diagnostic]) {
        try await run { (context) throws(LimnError) in
            try CharacterPackager(access: access, passwords: passwords, context: context)
                .pack(character, of: library, to: path, for: audience, keepsExisting: keepsExisting)
        }
    }

    /// Imports the character in a package into a library. Its template is imported if the library does not have it yet.
    ///
    /// - Parameters: as for ``pack(_:of:to:for:keepsExisting:access:passwords:)``.
    /// - Returns: the character, and messages for the user about its template.
    /// - Throws: ``LimnError``. The library is unchanged then.
    public func unpack(
        _ path: FilePath, into library: any LibraryStore & Sendable, access: Access = Access(),
        passwords: PasswordSource? = nil
    ) async throws(LimnError) -> (character: CharacterRecord, diagnostics: [Diagnostic]) {
        try await run { (context) throws(LimnError) in
            try CharacterPackager(access: access, passwords: passwords, context: context).unpack(path, into: library)
        }
    }

    /// Adds the strokes of an ink file to a character, above all other items.
    ///
    /// - Parameters:
    ///   - page: the number of the page to draw on, from 1; nil to draw each page n of the ink on page n.
    ///   - fit: whether ink from a page of another size is scaled to fit.
    /// - Returns: a result for each changed page.
    /// - Throws: ``LimnError``.
    public func draw(
        _ path: FilePath, on character: CharacterID, page: Int? = nil, fit: Bool = false,
        in library: any LibraryStore & Sendable, access: Access = Access()
    ) async throws(LimnError) -> [CharacterInkResult] {
        try await run { (context) throws(LimnError) in
            try CharacterInkEditor(library, access: access, context: context)
                .draw(path, on: character, page: page, fit: fit)
        }
    }

    /// Reads the handwriting of a character's page, for searches. The library keeps what was read until the page changes.
    ///
    /// - Returns: what was read, also in layers for the game master, and whether the library could be written to; nil for a
    ///   page without ink.
    /// - Throws: ``LimnError``, with `failed` if the files that read handwriting are not installed; as the library does.
    @discardableResult package func keepHandwriting(
        of page: CharacterPage, in library: Library
    ) async throws(LimnError) -> (read: HandwrittenPage, isKept: Bool)? {
        try await run { (context) throws(LimnError) in
            let reader = try HandwritingTextReader(context: context)
            defer { reader.close() }
            return try reader.keep(page, in: library)
        }
    }
}
