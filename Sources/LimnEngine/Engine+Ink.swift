// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnPipeline

/// A PDF that was written on.
public struct FlattenedDocument: Sendable {
    /// The file; empty where it went elsewhere.
    public var bytes: [UInt8]
    /// What was done: how it was saved, what was kept, what verification found.
    public var result: FlattenResult
}

extension Engine {
    /// Lays ink over a PDF, and compares the new document with the original before it is published.
    ///
    /// - Parameters:
    ///   - drawings: the ink by the number of its page, from 1, in page space.
    ///   - source: the PDF.
    ///   - options: how ink becomes part of the document.
    ///   - destination: where the new PDF goes; into the result unless given.
    /// - Throws: ``LimnError``: `signed` where the change would break a signature and the options do not force it, `locked`,
    ///   `noSuchPage`, `unverified`, `limit`, `cancelled`, `failed`. Nothing is written then.
    public func flatten(
        _ drawings: [Int: Drawing], over source: Source, options: FlattenOptions = FlattenOptions(),
        to destination: Destination = .bytes
    ) async throws(LimnError) -> FlattenedDocument {
        try await run { (context) throws(LimnError) in
            let (result, file) = try InMemoryFlattener(
                drawings: drawings, document: try source.open(options.access), options: options, context: context
            ).run()
            return FlattenedDocument(bytes: try destination.take(file), result: result)
        }
    }

    /// Lays the ink of a file over a PDF, into a new PDF.
    ///
    /// - Throws: ``LimnError``; nothing is written then.
    public func flatten(_ request: FlattenRequest) async throws(LimnError) -> FlattenResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Tells what is in a PDF or an ink file; the content tells which it is.
    ///
    /// - Throws: ``LimnError``.
    public func inspect(_ source: Source, access: Access = Access()) async throws(LimnError) -> Inspection {
        try await run { (context) throws(LimnError) in
            let inspector = Inspector(access: access, context: context)
            // A path may be the folder of a reMarkable document.
            if case .path(let path) = source { return try inspector.inspect(path) }
            return try inspector.inspect(try source.open(access))
        }
    }

    /// Reads ink of any format that Limn knows, also that which a PDF carries.
    ///
    /// - Parameter format: nil to find out from the content.
    /// - Throws: ``LimnError`` with `unrecognized` for what is no ink, and others.
    public func ink(
        in source: Source, format: InkFormat? = nil, access: Access = Access()
    ) async throws(LimnError) -> InkImport {
        try await run { (context) throws(LimnError) in
            try InkFile(opened: try source.open(access), format: format, access: access, context: context).content
        }
    }

    /// Writes ink in a format.
    ///
    /// - Parameter isLossless: whether every bit of positions and widths is kept, where a format would round them.
    /// - Returns: the file, and what of the ink it does not hold; its bytes are empty where they went elsewhere.
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
