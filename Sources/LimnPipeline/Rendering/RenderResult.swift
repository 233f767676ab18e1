// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs
public import SystemPackage

/// What became of one page, or of a document that could not be opened.
public struct RenderResult: Sendable, Encodable {
    /// The document.
    public var input: FilePath
    /// The page, from 1; nil for the document as a whole.
    public var page: Int?
    /// The file that was written; nil when none was. `-` is standard output.
    public var output: FilePath?
    /// The width in pixels; nil when there is no picture.
    public var width: Int?
    /// The height in pixels; nil when there is no picture.
    public var height: Int?
    /// The size of the written file; nil when there is none.
    public var bytes: Int?
    /// Whether an earlier run had made the picture.
    public var isResumed = false
    /// How it came out.
    public var status: ResultStatus
    /// What a person should know.
    public var diagnostics: [Diagnostic]

    /// The diagnostics as sentences; a file's name stands in front where it is not the document's.
    public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
    /// What nobody needs to know who does not ask, likewise.
    public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

    /// The result of a document or page that could not be done.
    public init(_ error: LimnError, input: FilePath, page: Int? = nil) {
        self.init(
            input: input, page: page, output: nil, picture: nil, status: ResultStatus(error),
            diagnostics: [Diagnostic(error, about: input, page: page)])
    }

    init(
        input: FilePath, page: Int?, output: FilePath?, picture: PictureJob.Answer?, status: ResultStatus,
        diagnostics: [Diagnostic]
    ) {
        self.input = input
        self.page = page
        self.output = output
        width = picture?.width
        height = picture?.height
        bytes = picture?.bytes
        self.status = status
        self.diagnostics = diagnostics
    }

    /// Writes all keys, with null for what is not there; `resumed` only where it is true.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "page": page, "output": output?.json, "width": width, "height": height,
            "bytes": bytes, "status": status, "messages": messages, "notes": notes,
        ])
        if isResumed { try encoder.encodeMembers(["resumed": true]) }
    }
}
