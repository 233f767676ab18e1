// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnFiles
public import LimnJobs
public import LimnLibrary
public import LimnPictures
public import SystemPackage

/// The changes of a character that shall become pictures.
public struct ChangePicturesRequest: Sendable {
    /// The character.
    public var character: CharacterRecord
    /// The time from which on changes count; nil for the last change that is not undone.
    public var since: Date?
    /// The picture file. Where more than one page has changed, each page's file has `-<page>` before the ending, the number
    /// zero-padded to the page count's width.
    public var output: FilePath
    /// The kind of file.
    public var encoder = PictureEncoder()
    /// How large the pictures are.
    public var size = RenderSize.dpi(150)
    /// Whether existing files are left alone.
    public var keepsExisting = false
    /// Password and limits.
    public var access: Access
    /// Whom to ask for the template's password.
    public var passwords: PasswordSource?
    /// Where the template is read.
    package var context = JobContext.standard

    /// Makes a request with the usual choices.
    public init(_ character: CharacterRecord, since: Date? = nil, to output: FilePath, access: Access = Access()) {
        self.character = character
        self.since = since
        self.output = output
        self.access = access
    }
}

/// What became of the picture of a page that changed.
public struct ChangePictureResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The page, from 1.
    public let page: Int
    /// The number of strokes that came; nil if the changes cannot be read.
    public var added: Int?
    /// The number of strokes that went; nil if the changes cannot be read.
    public var removed: Int?
    /// The file that was written; nil when none was.
    public var output: FilePath?
    /// The width in pixels; nil when there is no picture.
    public var width: Int?
    /// The height in pixels; nil when there is no picture.
    public var height: Int?
    /// The size of the file in bytes; nil when there is none.
    public var bytes: Int?
    /// How it came out.
    public var status = ResultStatus.ok
    /// What a person should know.
    public var diagnostics: [Diagnostic] = []

    init(_ character: CharacterRecord, page: Int) {
        self.character = character
        self.page = page
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page, "added": added, "removed": removed,
            "output": output?.json, "width": width, "height": height, "bytes": bytes, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}
