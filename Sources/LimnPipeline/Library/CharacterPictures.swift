// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPictures
public import SystemPackage

/// A request for pictures of the pages of characters: the work behind `limn render CHARACTER`.
public struct CharacterPicturesRequest: Sendable {
    /// The characters.
    public var characters: [CharacterRecord]
    /// The time whose ink is drawn; nil for the present ink.
    public var moment: Date?
    /// The pages.
    public var pages = PageSelection.all
    /// The destination of the pictures. In a folder, they are `<name>-<page>.png` and so on; the page number is zero-padded
    /// to the width of the page count.
    public var destination: RenderRequest.Destination
    /// The encoder of the picture files.
    public var encoder = PictureEncoder()
    /// The size of the pictures.
    public var size = RenderSize.dpi(150)
    /// Whether the resolution is lowered for pages that would be too large.
    public var lowersResolution = true
    /// Whether the background is transparent.
    public var isTransparent = false
    /// The quality of the drawing.
    public var quality = RenderQuality.standard
    /// The layers of the ink to show.
    public var layers: LayerChoice
    /// Whether a page fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// Asks for the password of a template; nil if it must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - characters: the characters.
    ///   - destination: where the pictures go; a file or standard output takes one page of one character.
    ///   - audience: who sees the pictures.
    ///   - access: the password and the limits for the templates.
    public init(
        _ characters: [CharacterRecord], to destination: RenderRequest.Destination,
        for audience: Drawing.Layer.Audience, access: Access = Access()
    ) {
        layers = LayerChoice(for: audience)
        self.characters = characters
        self.destination = destination
        self.access = access
    }
}

/// The result for a page of a character, or for a character whose pages cannot be drawn.
public struct CharacterPictureResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The page number, from 1; nil if the result is about the whole character.
    public let page: Int?
    /// The written file; nil if none was written.
    public internal(set) var output: FilePath?
    /// The width in pixels; nil if there is no picture.
    public internal(set) var width: Int?
    /// The height in pixels; nil if there is no picture.
    public internal(set) var height: Int?
    /// The size of the file in bytes; nil if there is none.
    public internal(set) var bytes: Int?
    /// The status.
    public internal(set) var status = ResultStatus.ok
    /// Messages for the user.
    public internal(set) var diagnostics: [Diagnostic] = []

    init(_ character: CharacterRecord, page: Int? = nil) { (self.character, self.page) = (character, page) }

    /// Makes the result for something that failed.
    init(_ character: CharacterRecord, page: Int? = nil, failed error: LimnError) {
        self.init(character, page: page)
        status = ResultStatus(error)
        diagnostics = [Diagnostic(error, named: character.name, page: page)]
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page, "output": output?.json, "width": width,
            "height": height, "bytes": bytes, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}

/// Draws the pages of characters with their form values and their ink.
public struct CharacterPicturer: Sendable {
    private let request: CharacterPicturesRequest
    private let names: CharacterFileNames

    /// Prepares a request.
    ///
    /// - Parameter request: the characters and the pictures to make.
    public init(_ request: CharacterPicturesRequest) {
        self.request = request
        names = CharacterFileNames(request.characters)
    }

    /// Draws the pages.
    ///
    /// - Parameter report: called once for each page, in the order of the characters and of the selection.
    /// - Throws: ``LimnError`` if the work was cancelled, if the folder must not be written to, or if several characters do
    ///   not fit in one file.
    public func run(in library: any LibraryStore, report: (CharacterPictureResult) -> Void) throws(LimnError) {
        switch request.destination {
        case .folder(let folder): try library.refuseToWriteInside(folder.isEmpty ? "." : folder)
        case .file(let file): try library.refuseToWriteInside(file)
        case .standardOutput: break
        }
        guard request.characters.count <= 1 || request.destination.takesManyPages else {
            throw LimnError(.needsFolder, "\(request.characters.count) characters do not fit in one file.")
        }
        for character in request.characters {
            do { try draw(character, in: library, report: report) } catch {
                report(CharacterPictureResult(character, failed: LimnError(error)))
            }
            if request.context.isCancelled { throw .cancelled }
        }
    }

    private func draw(
        _ character: CharacterRecord, in library: any LibraryStore, report: (CharacterPictureResult) -> Void
    ) throws {
        guard let template = character.template else { throw LimnError.noTemplate }
        let document = try LibraryDocument.open(template, in: library)
        let (client, templatePageCount) = try PasswordSource.retrying(
            request.passwords, request.access, for: document
        ) {
            (access) throws(LimnError) in
            let client = JobClient(request.context, access: access)
            return (client, try client.open(document).pageCount)
        }
        let changes = try laterChanges(of: character.id, in: library)
        let filled = try FilledTemplate.shown(try library.formSnapshot(of: character.id), on: document, client)
        var notes = filled?.diagnostics ?? []
        if changes.contains(where: { $0.form != nil && $0.form?.isUndone == false }) {
            notes.append(
                Diagnostic(
                    .fieldDoubtful, "The form has changed since then; it is shown with its present values.",
                    named: character.name))
        }
        if changes.contains(where: { $0.edition != nil && !$0.isUndone }) {
            notes.append(
                Diagnostic(
                    .itemDoubtful,
                    "The character has moved to another edition since then, and its ink lies as on the earlier one.",
                    named: character.name))
        }
        if changes.contains(where: { $0.pageList != nil && !$0.isUndone }) {
            notes.append(
                Diagnostic(
                    .itemDoubtful,
                    "The pages have changed since then; they are shown in their present order, and turned as they are now.",
                    named: character.name))
        }
        let list = try library.ownPages(of: character) ?? PageList(templatePages: templatePageCount)
        let pageCount = list.pages.count
        let choice = try ResolvedPages(request.pages, of: pageCount)
        guard choice.pages.count <= 1 || request.destination.takesManyPages else {
            throw LimnError(.needsFolder, "\(choice.pages.count) pages do not fit in one file.")
        }
        if case .folder(let folder) = request.destination, !folder.isEmpty { try Publisher.makeFolder(folder) }
        for page in choice.pages {
            var result = CharacterPictureResult(character, page: page)
            do {
                let shown = list.pages[page - 1]
                let ink = try drawing(
                    on: CharacterPage(character.id, page: shown.number), since: changes, in: library)
                let place = try ArrangedTemplate.place(of: shown, in: filled?.document ?? document, client)
                try draw(ink.limited(to: request.layers), at: place, pageCount, client, &result)
                result.diagnostics = notes + result.diagnostics
                notes = []
                result.status = result.diagnostics.status
            } catch {
                result = CharacterPictureResult(character, page: page, failed: LimnError(error))
            }
            report(result)
            if request.context.isCancelled { throw LimnError.cancelled }
        }
        for missing in choice.missing {
            report(CharacterPictureResult(character, page: missing.page, failed: missing.error))
        }
    }

    /// Returns the changes of a character after the time of the request, earliest first.
    private func laterChanges(of id: CharacterID, in library: any LibraryStore) throws(LibraryError) -> [EditGroup] {
        guard let moment = request.moment else { return [] }
        return try library.changes(of: id).filter { group in group.made.map { $0 >= moment } ?? false }
    }

    /// Returns the ink of a page before some changes.
    private func drawing(
        on page: CharacterPage, since changes: [EditGroup], in library: any LibraryStore
    ) throws(LibraryError) -> Drawing {
        let first = changes.first { group in group.pages.contains { $0.page == page.page && !$0.isUndone } }
        if let first { return try library.comparison(of: page, since: first.version).before }
        return try library.drawing(on: page)?.drawing ?? Drawing()
    }

    private func draw(
        _ ink: Drawing, at place: (document: OpenDocument, page: Int), _ pageCount: Int, _ client: JobClient,
        _ result: inout CharacterPictureResult
    ) throws {
        let document = place.document
        let page = result.page ?? 1
        let publisher = Publisher(keepsExisting: request.keepsExisting)
        let output = output(of: result.character, page: page, pageCount)
        let job = PictureJob(
            page: place.page, size: request.size, lowersResolution: request.lowersResolution,
            form: .file(request.encoder),
            isTransparent: request.isTransparent, quality: request.quality, hasInk: true)
        let (answer, warnings): (PictureJob.Answer, [String])
        if request.destination == .standardOutput {
            let scratch = try ScratchFile()
            (answer, warnings) = try client.picture(
                job, of: document, ink: try ink.scratch(), into: JobOutput(scratch))
            try StandardOutput.write(try scratch.bytes())
        } else {
            let file = try publisher.stage(output)
            (answer, warnings) = try client.picture(
                job, of: document, ink: try ink.scratch(), into: JobOutput(file))
            if let error = publisher.publish([file])[0] { throw error }
        }
        (result.output, result.bytes) = (output, answer.bytes)
        (result.width, result.height) = (answer.width, answer.height)
        let title = FilePath(result.character.name)
        result.diagnostics = warnings.map { Diagnostic(libraryText: $0, about: title, page: page) }
        if let lowered = answer.loweredResolution {
            result.diagnostics.append(Diagnostic(loweredTo: lowered, about: title, page: page))
        }
    }

    /// Returns the path of a page's picture; `-` for standard output.
    private func output(of character: CharacterRecord, page: Int, _ pageCount: Int) -> FilePath {
        switch request.destination {
        case .standardOutput: return "-"
        case .file(let file): return file
        case .folder(let folder):
            let stem = names.name(of: character, ending: "x").string.dropLast(2)
            let digits = String(page)
            let padding = String(repeating: "0", count: max(0, String(pageCount).count - digits.count))
            return folder.appending("\(stem)-\(padding)\(digits).\(request.encoder.format.fileExtension)")
        }
    }
}
