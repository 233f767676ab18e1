// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnPipeline

/// A new PDF with ink.
public struct FlattenedDocument: Sendable {
    /// The file; empty if it was written to a path or a descriptor.
    public var bytes: [UInt8]
    /// The result: how the document was saved, what was kept, and the findings of verification.
    public var result: FlattenResult
}

extension Engine {
    /// Lays ink over a PDF, and compares the new document with the original before it is published.
    ///
    /// - Parameters:
    ///   - drawings: the ink by page number, from 1, in page space.
    ///   - source: the PDF.
    ///   - options: how the ink is laid over the PDF.
    ///   - destination: the destination of the new PDF; by default, its bytes are in the result.
    /// - Throws: ``LimnError``: `signed` if the change would break a signature and the options do not force it,
    ///   `locked`, `noSuchPage`, `unverified`, `limit`, `cancelled`, `failed`. Nothing is written then.
    public func flatten(
        _ drawings: [Int: Drawing], over source: Source, options: FlattenOptions,
        to destination: Destination = .bytes
    ) async throws(LimnError) -> FlattenedDocument {
        try await run { (context) throws(LimnError) in
            let (result, file) = try InMemoryFlattener(
                drawings: drawings, document: try source.open(options.access), options: options, context: context
            ).run()
            return FlattenedDocument(bytes: try destination.take(file), result: result)
        }
    }

    /// Lays the ink of a file over a PDF and writes a new PDF.
    ///
    /// - Throws: ``LimnError``. Nothing is written then.
    public func flatten(_ request: FlattenRequest) async throws(LimnError) -> FlattenResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Inspects a PDF or an ink file, and detects from the content which it is.
    ///
    /// - Throws: ``LimnError``.
    public func inspect(_ source: Source, access: Access = Access()) async throws(LimnError) -> Inspection {
        try await run { (context) throws(LimnError) in
            let inspector = Inspector(access: access, context: context)
            // The path may be the folder of a reMarkable document.
            if case .path(let path) = source { return try inspector.inspect(path) }
            return try inspector.inspect(try source.open(access))
        }
    }

    /// Reads the text of a PDF, with its places: what is printed, and what visible annotations and form fields show.
    ///
    /// - Parameter pages: the pages, in the order in which they are returned.
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist.
    public func text(
        of source: Source, pages: PageSelection = .all, access: Access = Access()
    ) async throws(LimnError) -> [PrintedText] {
        try await text(.shown, of: source, pages, access)
    }

    /// Reads the printed text of a PDF: what no annotation and no form field shows.
    ///
    /// - Parameter withLetters: whether words have the edges of their letters.
    /// - Throws: the errors of ``text(of:pages:access:)``.
    package func printedText(
        of source: Source, pages: PageSelection, withLetters: Bool = false, access: Access
    ) async throws(LimnError) -> [PrintedText] {
        try await text(withLetters ? .letters : .printed, of: source, pages, access)
    }

    private func text(
        _ content: ReadLayoutJob.Content, of source: Source, _ pages: PageSelection, _ access: Access
    ) async throws(LimnError) -> [PrintedText] {
        try await run { (context) throws(LimnError) in
            try TextReader(access: access, context: context).text(of: try source.open(access), pages: pages, content)
        }
    }

    /// Lists the marks on the text of a PDF, with their words and their notes.
    ///
    /// - Parameter pages: the pages, in the order in which their marks are returned.
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist.
    public func marks(
        in source: Source, pages: PageSelection = .all, access: Access = Access()
    ) async throws(LimnError) -> [TextMark] {
        try await run { (context) throws(LimnError) in
            try TextReader(access: access, context: context).marks(in: try source.open(access), pages: pages)
        }
    }

    /// Reads the handwriting in an ink file, or in the ink of a PDF. The text is a guess; see ``HandwrittenPage``.
    ///
    /// A page that takes too long has no lines, and a warning among its diagnostics.
    ///
    /// - Parameters:
    ///   - audience: who gets the result.
    ///   - pages: the pages, in the order in which they are returned; nil for all.
    /// - Throws: ``LimnError``, with `failed` if the files that read handwriting are not installed, or with `noSuchPage`.
    public func handwriting(
        in source: Source, pages: PageSelection? = nil, for audience: Drawing.Layer.Audience = .everyone,
        access: Access = Access()
    ) async throws(LimnError) -> [HandwrittenPage] {
        try await run { (context) throws(LimnError) in
            let reader = try HandwritingTextReader(context: context)
            defer { reader.close() }
            return try reader.pages(of: try source.open(access), pages, for: audience, access: access)
        }
    }

    /// Reads the ink in the fields of a PDF's form: its source ink, or its ink annotations. Each value is a guess; see
    /// ``HandwrittenField``. Nothing is filled in.
    ///
    /// - Parameter audience: who gets the result.
    /// - Throws: ``LimnError``, with `failed` if the files that read handwriting are not installed, or for a PDF without ink.
    public func handwrittenForm(
        in source: Source, for audience: Drawing.Layer.Audience = .everyone, access: Access = Access()
    ) async throws(LimnError) -> HandwrittenForm {
        try await run { (context) throws(LimnError) in
            let reader = try HandwritingTextReader(context: context)
            defer { reader.close() }
            return try reader.form(in: try source.open(access), for: audience, access: access)
        }
    }

    /// Returns whether a PDF carries source ink with a layer for the game master, from an earlier export. Its pages may
    /// show that ink, too.
    ///
    /// - Throws: ``LimnError``.
    package func carriesSecretInk(_ source: Source, access: Access = Access()) async throws(LimnError) -> Bool {
        try await run { (context) throws(LimnError) in
            try Inspector(access: access, context: context).carriesSecretInk(try source.open(access))
        }
    }

    /// Reads ink of any known format, or the ink in a PDF.
    ///
    /// - Parameter format: the format; nil to detect it from the content.
    /// - Throws: ``LimnError`` with `unrecognized` for an unknown format, and others.
    public func ink(
        in source: Source, format: InkFormat? = nil, access: Access = Access()
    ) async throws(LimnError) -> InkImport {
        try await run { (context) throws(LimnError) in
            try InkFile(opened: try source.open(access), format: format, access: access, context: context).content
        }
    }

    /// Writes ink in a format.
    ///
    /// - Parameter isLossless: whether positions and widths are stored exactly in formats that would otherwise round
    ///   them.
    /// - Returns: the file and the dropped items. The bytes are empty if they were written to a path or a descriptor.
    /// - Throws: ``LimnError``.
    public func convert(
        _ ink: InkDocument, to format: InkFormat, isLossless: Bool = false, to destination: Destination = .bytes
    ) async throws(LimnError) -> (bytes: [UInt8], dropped: [DroppedItem]) {
        try await run { (context) throws(LimnError) in
            let (bytes, dropped) = try InkConverter.encode(ink, as: format, isLossless: isLossless, context)
            do {
                switch destination {
                case .bytes: return (bytes, dropped)
                case .path(let path): try Publisher().publish(bytes, to: path)
                case .descriptor(let descriptor): _ = try descriptor.writeAll(bytes)
                }
                return ([], dropped)
            } catch { throw LimnError(error) }
        }
    }
}
