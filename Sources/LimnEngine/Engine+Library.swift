// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPipeline

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
            try TemplateImporter.one(try source.open(), named: name, into: library, access: access, context: context)
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
}
