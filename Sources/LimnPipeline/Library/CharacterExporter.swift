// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// A request to export characters as PDFs.
public struct CharacterExportRequest: Sendable {
    /// The destination of the PDFs.
    public enum Destination: Hashable, Sendable {
        /// A folder. Files are named after their characters. The folder is created if it does not exist.
        case folder(FilePath)
        /// One file, if only one character is exported. `-` is standard output.
        case file(FilePath)
    }

    /// The characters.
    public var characters: [CharacterRecord]
    /// The destination of the PDFs.
    public var destination: Destination
    /// The path of the receipt, if only one character is exported; nil for no receipt.
    public var receipt: FilePath?
    /// The options for laying ink over each PDF.
    public var options: FlattenOptions
    /// Asks for passwords of templates; nil if they must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context: JobContext {
        get { options.context }
        set { options.context = newValue }
    }

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - characters: the characters, in the order of the results.
    ///   - destination: the file, or the folder for one file of each character.
    ///   - options: how the ink is written, and for whom.
    public init(_ characters: [CharacterRecord], to destination: Destination, options: FlattenOptions) {
        self.characters = characters
        self.destination = destination
        self.options = options
    }
}

/// The result for one character.
public struct CharacterExportResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The result of laying the character's ink over its template.
    public let flattening: FlattenResult

    /// Encodes the keys of ``flattening``, and the character's `id` and `name`.
    public func encode(to encoder: any Encoder) throws {
        try flattening.encode(to: encoder)
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name,
        ])
    }
}

/// Exports characters as PDFs: the work behind `limn export`.
public struct CharacterExporter: Sendable {
    private let request: CharacterExportRequest
    private let names: CharacterFileNames

    /// Prepares a request.
    ///
    /// - Parameter request: the characters, and where the PDFs go.
    public init(_ request: CharacterExportRequest) {
        self.request = request
        names = CharacterFileNames(request.characters)
    }

    /// Exports the characters. A worker that has a template open caches the pictures of its pages.
    ///
    /// - Parameter report: called once for each character, in the given order.
    public func run(
        from library: any LibraryStore & Sendable, report: (CharacterExportResult) throws -> Void
    ) rethrows {
        let isOneOfMany = request.characters.count > 1
        let openings = TemplateDocuments { [self] (id) throws(LimnError) in try open(id, in: library) }
        let forms = TemplateDocuments { [self] (id) throws(LimnError) in
            let opening = try openings.of(id)
            return try OpenedForm(
                opening.document, FormFillOptions(filling: request.options, opening.access), demandsFields: false)
        }
        try orderedMap(
            request.characters, width: request.context.width, cancellation: request.context.cancellation
        ) { [self] character in
            let opening = Result { () throws(LimnError) in try openings.of(character.template) }
            var done = export(character, opening, forms, library, isOneOfMany: isOneOfMany)
            // Messages name the character, because the user may not know its template's name.
            switch opening {
            case .success(let opened): done.rename(opened.document.name, to: character.name)
            case .failure(let error): error.subject.map { done.rename($0, to: character.name) }
            }
            return CharacterExportResult(character: character, flattening: done)
        } deliver: { (result: CharacterExportResult) in
            try report(result)
        }
    }

    private func open(_ id: TemplateID, in library: any LibraryStore) throws(LimnError) -> OpenedTemplate {
        do {
            let document = try LibraryDocument.open(id, in: library)
            return try PasswordSource.retrying(request.passwords, request.options.access, for: document) {
                (access) throws(LimnError) in
                var options = request.options
                options.access = access
                return try OpenedTemplate(document, options)
            }
        } catch { throw LimnError(error) }
    }

    private func export(
        _ character: CharacterRecord, _ opening: Result<OpenedTemplate, LimnError>,
        _ forms: TemplateDocuments<OpenedForm>, _ library: any LibraryStore, isOneOfMany: Bool
    ) -> FlattenResult {
        let shown = FilePath(character.name)
        var flatten = FlattenRequest(
            template: nil, ink: shown, output: output(of: character), for: request.options.layers.audience)
        flatten.options = request.options
        flatten.receipt = request.receipt
        do {
            let opening = try opening.get()
            flatten.access = opening.access
            for output in [flatten.output, flatten.receipt].compactMap({ $0 }) {
                try library.refuseToWriteInside(output)
            }
            if case .folder(let folder) = request.destination, !folder.isEmpty { try Publisher.makeFolder(folder) }
            let snapshot = try library.snapshot(of: character.id)
            let ink = try InkFile(of: snapshot)
            let filled = try FilledTemplate.make(
                snapshot.form, on: opening.document, flatten: flatten.options
            ) { () throws(LimnError) in try forms.of(character.template) }
            let target = try filled?.opened(as: opening) ?? opening
            let list = try library.ownPages(of: snapshot.character)
            return Flattener(
                flatten, on: target, ink: ink, filled: filled, list: list, isOneOfMany: isOneOfMany && list == nil
            ).run()
        } catch {
            return FlattenResult(flatten, failedWith: LimnError(error))
        }
    }

    private func output(of character: CharacterRecord) -> FilePath {
        switch request.destination {
        case .file(let path): path
        case .folder(let folder): folder.appending(names.name(of: character, ending: "pdf").components)
        }
    }
}

extension FlattenResult {
    /// Replaces a file's name with another name in the diagnostics.
    fileprivate mutating func rename(_ old: String, to new: String) {
        for index in diagnostics.indices where diagnostics[index].file == old { diagnostics[index].file = new }
    }

    /// Makes the result of a request that could not be started.
    fileprivate init(_ request: FlattenRequest, failedWith error: LimnError) {
        self.init(request)
        self.error = error
        status = ResultStatus(error)
        diagnostics = [Diagnostic(error, about: request.ink)]
    }
}
