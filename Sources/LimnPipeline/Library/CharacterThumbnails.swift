// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
public import LimnLibrary
public import SystemPackage

/// Characters that shall have pictures of their first page with its ink.
public struct CharacterThumbnailsRequest: Sendable {
    /// The characters.
    public var characters: [CharacterRecord]
    /// The longer side in pixels.
    public var size = SmallPicture.standardSize
    /// A folder where the pictures go too, named after the characters; nil keeps them in the library only.
    public var folder: FilePath?
    /// Password and limits.
    public var access: Access
    /// Whom to ask for passwords of templates.
    public var passwords: PasswordSource?
    /// Where templates are read.
    public var isolation = Isolation.inProcess
    /// How many characters are drawn at a time.
    public var jobs = 1
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
    public var remarks: [Remark] = []

    private enum Key: String, CodingKey { case id, name, bytes, drawn, output, status, messages }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(character.id)", forKey: .id)
        try container.encode(character.name, forKey: .name)
        try container.encode(byteCount, forKey: .bytes)
        try container.encode(isNew, forKey: .drawn)
        try container.encode(output?.json, forKey: .output)
        try container.encode(status, forKey: .status)
        try container.encode(remarks.map { $0.message(inputName: character.name) }, forKey: .messages)
    }
}

/// Refreshes pictures of characters: the work behind `limn thumbnails`.
///
/// A picture is drawn when the ink has changed since the last one, and only then; where many characters are on one template,
/// its page is drawn once.
public struct CharacterThumbnails: Sendable {
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
        try TemplateRuns.process(
            request.characters, jobs: request.jobs,
            work: { run, deliver in self.refresh(run, in: library, deliver) }, report: report)
    }

    private func refresh(
        _ run: TemplateRuns.Run, in library: any LibraryStore, _ deliver: (Int, CharacterThumbnailResult) -> Void
    ) {
        let drawing = TemplatePage(run.template, library, request)
        for (index, character) in run.members {
            var result = CharacterThumbnailResult(character: character)
            do {
                try refresh(&result, drawing, library)
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
                let error = PipelineError(error)
                result.status = ResultStatus(error)
                result.remarks = [Remark(error, named: character.name)]
            }
            deliver(index, result)
        }
    }

    private func refresh(
        _ result: inout CharacterThumbnailResult, _ page: TemplatePage, _ library: any LibraryStore
    ) throws {
        let id = result.character.id
        // What is drawn from here on may be newer than the number; never older.
        let version = try library.character(id).inkVersion
        let isStandard = request.size == SmallPicture.standardSize
        if isStandard, let there = try library.thumbnail(of: id), there.inkVersion == version {
            result.picture = there.picture
            return
        }
        let ink = try library.drawing(on: CharacterPage(id, page: 1))?.drawing
        result.picture = try page.picture(with: ink)
        result.isNew = true
        if isStandard, let picture = result.picture {
            try library.setThumbnail(picture, of: id, inkVersion: version)
        }
    }

    /// The first page of a template, whose document is opened when it is needed first.
    private final class TemplatePage {
        private let template: TemplateID?
        private let library: any LibraryStore
        private let request: CharacterThumbnailsRequest
        private var open: (document: OpenDocument, client: JobClient, runner: any JobRunner)?

        init(_ template: TemplateID?, _ library: any LibraryStore, _ request: CharacterThumbnailsRequest) {
            self.template = template
            self.library = library
            self.request = request
        }

        deinit { open?.runner.end() }

        func picture(with ink: Drawing?) throws -> [UInt8] {
            guard let template else {
                throw PipelineError.noTemplate
            }
            if ink?.isEmpty ?? true, request.size == SmallPicture.standardSize,
                let picture = try library.thumbnail(of: template)
            {
                return picture
            }
            let (document, client) = try opened(template)
            return try SmallPicture.make(of: document, page: 1, size: request.size, ink: ink, client)
        }

        private func opened(_ template: TemplateID) throws -> (OpenDocument, JobClient) {
            if let open { return (open.document, open.client) }
            let document = try LibraryDocument.open(template, in: library)
            let runner = request.isolation.makeRunner()
            do {
                let client = try PasswordSource.retrying(request.passwords, request.access, for: document) {
                    (access) throws(PipelineError) in
                    let client = JobClient(runner, access: access)
                    _ = try client.open(document)
                    return client
                }
                open = (document, client, runner)
                return (document, client)
            } catch {
                runner.end()
                throw error
            }
        }
    }
}
