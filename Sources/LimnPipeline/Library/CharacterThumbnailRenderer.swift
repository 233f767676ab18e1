// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnGeometry
public import LimnInk
public import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// A request for thumbnails of characters. They show the first pages with form values and ink.
public struct CharacterThumbnailsRequest: Sendable {
    /// The characters.
    public var characters: [CharacterRecord]
    /// Who gets the thumbnails. The library stores only those for players.
    public var audience: Drawing.Layer.Audience
    /// The longer side of the thumbnails in pixels.
    public var size = LibraryThumbnail.standardSize
    /// The sides on which a thumbnail grows to show ink beyond the page. Such thumbnails are not stored in the library.
    public var extends: PageSides = []
    /// A folder for copies of the thumbnails, named after the characters; nil to store them in the library only.
    public var folder: FilePath?
    /// The password and the limits.
    public var access: Access
    /// Asks for passwords of templates; nil if they must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard
    /// Whether results contain the thumbnails. Without them, the results for 10,000 characters take little memory.
    public var keepsPictures = true

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - characters: the characters. A thumbnail that is up to date is not drawn again.
    ///   - audience: who gets the thumbnails.
    ///   - access: the password and the limits for the documents.
    public init(
        _ characters: [CharacterRecord], for audience: Drawing.Layer.Audience, access: Access = Access()
    ) {
        self.characters = characters
        self.audience = audience
        self.access = access
    }
}

/// The result for one character.
public struct CharacterThumbnailResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The thumbnail as PNG; nil if there is none, or if ``CharacterThumbnailsRequest/keepsPictures`` is false.
    public var picture: [UInt8]?
    /// The size of the thumbnail in bytes; nil if there is none.
    public var byteCount: Int?
    /// Whether the thumbnail was drawn anew. Otherwise, the stored one was still current.
    public var isNew = false
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// The status.
    public var status = ResultStatus.ok
    /// Messages for the user.
    public var diagnostics: [Diagnostic] = []

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "bytes": byteCount, "drawn": isNew,
            "output": output?.json, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}

/// Refreshes the thumbnails of characters: the work behind `limn thumbnails`.
///
/// A thumbnail is drawn only if the ink or the form values have changed since the last one. If many characters have the
/// same template, its page is drawn only once.
public struct CharacterThumbnailRenderer: Sendable {
    private let request: CharacterThumbnailsRequest
    private let names: CharacterFileNames

    /// Prepares a request.
    ///
    /// - Parameter request: the characters, and the size of their pictures.
    public init(_ request: CharacterThumbnailsRequest) {
        self.request = request
        names = CharacterFileNames(request.characters)
    }

    /// Refreshes the thumbnails.
    ///
    /// - Parameter report: called once for each character, in the given order.
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

    /// An open template.
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
        // The drawn ink may be newer than this version, but never older.
        let version = try library.character(id).inkVersion
        let isStandard =
            request.size == LibraryThumbnail.standardSize && request.extends.isEmpty && request.audience == .everyone
        if isStandard, let there = try library.thumbnail(of: id), there.inkVersion == version {
            result.picture = there.picture
            return
        }
        guard let template = result.character.template else { throw LimnError.noTemplate }
        let first = try library.ownPages(of: try library.character(id))?.pages[0]
        let whole = try library.drawing(on: CharacterPage(id, page: first?.number ?? 1))?.drawing
        let ink = whole?.limited(to: LayerChoice(for: request.audience))
        if let (code, text) = Diagnostic.Code.fate(
            ofSecretLayers: whole?.secretLayerCount ?? 0, for: request.audience)
        {
            result.diagnostics.append(Diagnostic(code, text, named: result.character.name, page: 1, .note))
        }
        let form = try library.formSnapshot(of: id)
        if first == nil, form.isEmpty, ink?.isEmpty ?? true, isStandard,
            let picture = try library.thumbnail(of: template)
        {
            result.picture = picture
        } else {
            let opened = try templates.of(template)
            let filled = try FilledTemplate.shown(form, on: opened.document, opened.client)
            let document = filled?.document ?? opened.document
            let place =
                try first.map { page throws(LimnError) in
                    try ArrangedTemplate.place(of: page, in: document, opened.client)
                } ?? (document, 1)
            result.picture = try LibraryThumbnail.make(
                of: place.0, page: place.1, size: request.size, ink: ink, extends: request.extends, opened.client)
            result.diagnostics += filled?.diagnostics ?? []
            result.status = result.diagnostics.status
        }
        result.isNew = true
        if isStandard, let picture = result.picture {
            do throws(LibraryError) { try library.setThumbnail(picture, of: id, inkVersion: version) } catch {
                // If the disk is full or read-only, the thumbnail is not stored, and the next request draws it again.
                guard error.code == .noSpace || error.code == .denied else { throw error }
            }
        }
    }
}
