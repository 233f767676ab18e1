// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPictures
public import SystemPackage

/// A request for pictures of a character's changes.
public struct ChangePicturesRequest: Sendable {
    /// The character.
    public var character: CharacterRecord
    /// The start of the period; nil to show only the last change that is not undone.
    public var since: Date?
    /// The picture file. If several pages have changed, `-<page>` is inserted before the extension. The page number is
    /// zero-padded to the width of the page count.
    public var output: FilePath
    /// Who gets the pictures.
    public var audience: Drawing.Layer.Audience
    /// The encoder of the picture files.
    public var encoder = PictureEncoder()
    /// The size of the pictures.
    public var size = RenderSize.dpi(150)
    /// Whether a page fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// Asks for the template's password; nil if it must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - character: the character.
    ///   - since: the start of the period; nil for the last change alone.
    ///   - output: the picture file; with several pages, numbers are added to its name.
    ///   - audience: who gets the pictures.
    ///   - access: the password and the limits for the documents.
    public init(
        _ character: CharacterRecord, since: Date? = nil, to output: FilePath, for audience: Drawing.Layer.Audience,
        access: Access = Access()
    ) {
        self.character = character
        self.since = since
        self.output = output
        self.audience = audience
        self.access = access
    }
}

/// The result for a changed page.
public struct ChangePictureResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The page number, from 1.
    public let page: Int
    /// The number of added strokes; nil if the changes cannot be read.
    public var added: Int?
    /// The number of removed strokes; nil if the changes cannot be read.
    public var removed: Int?
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// The width in pixels; nil if there is no picture.
    public var width: Int?
    /// The height in pixels; nil if there is no picture.
    public var height: Int?
    /// The size of the file in bytes; nil if there is none.
    public var bytes: Int?
    /// The status.
    public var status = ResultStatus.ok
    /// Messages for the user.
    public var diagnostics: [Diagnostic] = []

    init(_ character: CharacterRecord, page: Int) {
        self.character = character
        self.page = page
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page, "added": added, "removed": removed,
            "output": output?.json, "width": width, "height": height, "bytes": bytes, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}
