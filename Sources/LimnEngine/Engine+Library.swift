// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPipeline
public import SystemPackage

extension Engine {
    /// Imports a PDF into a library as a template.
    ///
    /// - Parameters:
    ///   - name: what the template is called; nil to call it what its file is called.
    /// - Returns: the template; the one that is there where the same bytes were imported before.
    /// - Throws: ``LimnError``; the library is as it was then.
    public func importTemplate(
        _ source: Source, named name: String? = nil, into library: any LibraryStore & Sendable,
        access: Access = Access()
    ) async throws(LimnError) -> TemplateRecord {
        try await run { (context) throws(LimnError) in
            try TemplateImporter.one(
                try source.open(access), named: name, into: library, access: access, context: context)
        }
    }

    /// Exports a character as a PDF with its ink.
    ///
    /// - Throws: ``LimnError``; nothing is written then.
    public func export(
        _ character: CharacterID, from library: any LibraryStore & Sendable, options: FlattenOptions = FlattenOptions(),
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
    ///   - report: called for each PDF, in the order given, on one thread; what is reported as imported is on the disk.
    ///   - progress: called now and then, on the same thread, with how far reading is.
    /// - Throws: ``LimnError`` with `cancelled` where the work was ended before it began.
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
    /// - Parameter report: called once for each character, in the order given, on one thread.
    /// - Throws: ``LimnError`` with `cancelled`; what happens to a character is in its result.
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

    /// Brings the pictures of characters up to date.
    ///
    /// - Parameter report: called once for each character, in the order given, on one thread.
    /// - Throws: ``LimnError`` with `cancelled`; what happens to a character is in its result.
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

    /// Draws the pages of a character that changed, with what came and what went in colours.
    ///
    /// - Parameter report: called once for each page that changed, in page order, on one thread.
    /// - Throws: ``LimnError`` if there can be no pictures at all; what happens to a page is in its result.
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

    /// Puts a character with its template, ink and picture into a file.
    ///
    /// - Parameters:
    ///   - keepsExisting: whether an existing file is left alone.
    ///   - access: for the template: password and limits.
    ///   - passwords: whom to ask for the template's password.
    /// - Returns: the size of the file in bytes.
    /// - Throws: ``LimnError``; nothing is written then.
    public func pack(
        _ character: CharacterID, of library: any LibraryStore & Sendable, to path: FilePath,
        keepsExisting: Bool = false, access: Access = Access(), passwords: PasswordSource? = nil
    ) async throws(LimnError) -> Int {
        try await run { (context) throws(LimnError) in
            try CharacterPackager(access: access, passwords: passwords, context: context)
                .pack(character, of: library, to: path, keepsExisting: keepsExisting)
        }
    }

    /// Puts the character of a package into a library, with its template unless that is there already.
    ///
    /// - Parameters: as for ``pack(_:of:to:keepsExisting:access:passwords:)``.
    /// - Returns: the character, and what a person should know of its template.
    /// - Throws: ``LimnError``; the library is as it was then.
    public func unpack(
        _ path: FilePath, into library: any LibraryStore & Sendable, access: Access = Access(),
        passwords: PasswordSource? = nil
    ) async throws(LimnError) -> (character: CharacterRecord, diagnostics: [Diagnostic]) {
        try await run { (context) throws(LimnError) in
            try CharacterPackager(access: access, passwords: passwords, context: context).unpack(path, into: library)
        }
    }

    /// Puts the strokes of an ink file above all others of a character.
    ///
    /// - Parameters:
    ///   - page: the page; nil puts every page n of the ink on page n.
    ///   - fit: whether ink from a page of another size is scaled to fit.
    /// - Returns: a result for each page that was drawn on.
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
}
