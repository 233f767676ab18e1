// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// Characters that shall have pictures of their first page with its ink.
public struct CharacterThumbnailsRequest: Sendable {
    /// The characters.
    public var characters: [CharacterRecord]
    /// The longer side in pixels.
    public var size = LibraryThumbnail.standardSize
    /// A folder where the pictures go too, named after the characters; nil keeps them in the library only.
    public var folder: FilePath?
    /// Password and limits.
    public var access: Access
    /// Whom to ask for passwords of templates.
    public var passwords: PasswordSource?
    /// Where templates are read.
    package var context = JobContext.standard
    /// Whether results hold the pictures; without, those of 10,000 characters take hardly any memory.
    public var keepsPictures = true

    /// Makes a request with the usual choices.
    public init(_ characters: [CharacterRecord], access: Access = Access()) {
        self.characters = characters
        self.access = access
    }
}

/// What became of the picture of a character.
public struct CharacterThumbnailResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The picture, PNG; nil where there is none, or where ``CharacterThumbnailsRequest/keepsPictures`` is false.
    public var picture: [UInt8]?
    /// The size of the picture in bytes; nil where there is none.
    public var byteCount: Int?
    /// Whether it was drawn now; otherwise it was there and its ink had not changed.
    public var isNew = false
    /// The file that was written; nil when none was.
    public var output: FilePath?
    /// How it came out.
    public var status = ResultStatus.ok
    /// What a person should know.
    public var diagnostics: [Diagnostic] = []

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "bytes": byteCount, "drawn": isNew,
            "output": output?.json, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}

/// Refreshes pictures of characters: the work behind `limn thumbnails`.
///
/// A picture is drawn when the ink has changed since the last one, and only then; where many characters are on one template,
/// its page is drawn once.
public struct CharacterThumbnailRenderer: Sendable {
    private let request: CharacterThumbnailsRequest
    private let names: CharacterFileNames

    /// Prepares the work.
    public init(_ request: CharacterThumbnailsRequest) {
        self.request = request
        names = CharacterFileNames(request.characters)
    }

    /// - Parameter report: called once for each character, in the order given.
    public func run(
        in library: any LibraryStore & Sendable, report: (CharacterThumbnailResult) throws -> Void
    ) rethrows {
        let templates = TemplateDocuments { [self] (id) throws(LimnError) in try open(id, in: library) }
        try orderedMap(
            request.characters, width: request.context.width, cancellation: request.context.cancellation
        ) { [self] character in
            refreshed(character, templates, library)
        } deliver: { (result: CharacterThumbnailResult) in
            try report(result)
        }
    }

    /// A template that is open.
    private struct Opened: Sendable {
        var document: OpenDocument
        var client: JobClient
    }

    private func open(_ id: TemplateID, in library: any LibraryStore) throws(LimnError) -> Opened {
        do {
            let document = try LibraryDocument.open(id, in: library)
            return try PasswordSource.retrying(request.passwords, request.access, for: document) {
                (access) throws(LimnError) in
                let client = JobClient(request.context, access: access)
                try client.open(document)
                return Opened(document: document, client: client)
            }
        } catch { throw LimnError(error) }
    }

    private func refreshed(
        _ character: CharacterRecord, _ templates: TemplateDocuments<Opened>, _ library: any LibraryStore
    ) -> CharacterThumbnailResult {
        var result = CharacterThumbnailResult(character: character)
        do {
            try refresh(&result, templates, library)
            result.byteCount = result.picture?.count
            if let folder = request.folder, let picture = result.picture {
                let output = folder.appending(names.name(of: character, ending: "png").components)
                try library.refuseToWriteInside(output)
                try Publisher.makeFolder(folder)
                try Publisher().publish(picture, to: output)
                result.output = output
            }
            if !request.keepsPictures { result.picture = nil }
        } catch {
            let error = LimnError(error)
            result.status = ResultStatus(error)
            result.diagnostics = [Diagnostic(error, named: character.name)]
        }
        return result
    }

    private func refresh(
        _ result: inout CharacterThumbnailResult, _ templates: TemplateDocuments<Opened>, _ library: any LibraryStore
    ) throws {
        let id = result.character.id
        // What is drawn from here on may be newer than the number; never older.
        let version = try library.character(id).inkVersion
        let isStandard = request.size == LibraryThumbnail.standardSize
        if isStandard, let there = try library.thumbnail(of: id), there.inkVersion == version {
            result.picture = there.picture
            return
        }
        guard let template = result.character.template else { throw LimnError.noTemplate }
        let ink = try library.drawing(on: CharacterPage(id, page: 1))?.drawing
        if ink?.isEmpty ?? true, isStandard, let picture = try library.thumbnail(of: template) {
            result.picture = picture
        } else {
            let opened = try templates.of(template)
            result.picture = try LibraryThumbnail.make(
                of: opened.document, page: 1, size: request.size, ink: ink, opened.client)
        }
        result.isNew = true
        if isStandard, let picture = result.picture {
            do throws(LibraryError) { try library.setThumbnail(picture, of: id, inkVersion: version) } catch {
                // The picture is there; a library on a full or read-only disk makes it again the next time.
                guard error.code == .noSpace || error.code == .denied else { throw error }
            }
        }
    }
}
