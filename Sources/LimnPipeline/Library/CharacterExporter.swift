// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// Characters that shall become PDFs.
public struct CharacterExportRequest: Sendable {
    /// Where PDFs go.
    public enum Destination: Hashable, Sendable {
        /// Files in a folder, named after their characters; the folder is made where it is missing.
        case folder(FilePath)
        /// One file; only for one character. `-` is standard output.
        case file(FilePath)
    }

    /// The characters.
    public var characters: [CharacterRecord]
    /// Where PDFs go.
    public var destination: Destination
    /// Where the receipt goes, if anywhere; only for one character.
    public var receipt: FilePath?
    /// How ink becomes part of each PDF.
    public var options: FlattenOptions
    /// Whom to ask for passwords of templates.
    public var passwords: PasswordSource?
    /// Who does the work.
    package var context: JobContext {
        get { options.context }
        set { options.context = newValue }
    }

    /// Makes a request with the usual choices.
    public init(_ characters: [CharacterRecord], to destination: Destination, options: FlattenOptions = .init()) {
        self.characters = characters
        self.destination = destination
        self.options = options
    }
}

/// What became of a character that was to be exported.
public struct CharacterExportResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// What was done, as for a PDF and an ink file.
    public let flattening: FlattenResult

    /// Writes the keys of a flattening, and the character's `id` and `name`.
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

    /// Prepares an export.
    public init(_ request: CharacterExportRequest) {
        self.request = request
        names = CharacterFileNames(request.characters)
    }

    /// Exports the characters; a worker that has their template open keeps the pictures of its pages.
    ///
    /// - Parameter report: called once for each character, in the order given.
    public func run(
        from library: any LibraryStore & Sendable, report: (CharacterExportResult) throws -> Void
    ) rethrows {
        let isOneOfMany = request.characters.count > 1
        let openings = TemplateDocuments { [self] (id) throws(LimnError) in try open(id, in: library) }
        try orderedMap(
            request.characters, width: request.context.width, cancellation: request.context.cancellation
        ) { [self] character in
            let opening = Result { () throws(LimnError) in try openings.of(character.template) }
            var done = export(character, opening, library, isOneOfMany: isOneOfMany)
            // Whoever exports a character knows its name, and perhaps not that of the template below it.
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
        _ character: CharacterRecord, _ opening: Result<OpenedTemplate, LimnError>, _ library: any LibraryStore,
        isOneOfMany: Bool
    ) -> FlattenResult {
        let shown = FilePath(character.name)
        var flatten = FlattenRequest(template: nil, ink: shown, output: output(of: character))
        flatten.options = request.options
        flatten.receipt = request.receipt
        do {
            let opening = try opening.get()
            flatten.access = opening.access
            for output in [flatten.output, flatten.receipt].compactMap({ $0 }) {
                try library.refuseToWriteInside(output)
            }
            if case .folder(let folder) = request.destination, !folder.isEmpty { try Publisher.makeFolder(folder) }
            let ink = try InkFile(of: library.snapshot(of: character.id))
            return Flattener(flatten, on: opening, ink: ink, isOneOfMany: isOneOfMany).run()
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
    /// Tells of a file by another name.
    fileprivate mutating func rename(_ old: String, to new: String) {
        for index in diagnostics.indices where diagnostics[index].file == old { diagnostics[index].file = new }
    }

    /// The result of a request that could not be begun.
    fileprivate init(_ request: FlattenRequest, failedWith error: LimnError) {
        self.init(request)
        self.error = error
        status = ResultStatus(error)
        diagnostics = [Diagnostic(error, about: request.ink)]
    }
}
