// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs
public import SystemPackage

/// The result for one page, or for a document that could not be opened.
public struct RenderResult: Sendable, Encodable {
    /// The document.
    public var input: FilePath
    /// The page number, from 1; nil for the document as a whole.
    public var page: Int?
    /// The written file; nil if none was written. `-` is standard output.
    public var output: FilePath?
    /// The width in pixels; nil if there is no picture.
    public var width: Int?
    /// The height in pixels; nil if there is no picture.
    public var height: Int?
    /// The size of the written file in bytes; nil if there is none.
    public var bytes: Int?
    /// Whether the picture was made by an earlier run.
    public var isResumed = false
    /// The status.
    public var status: ResultStatus
    /// Messages for the user.
    public var diagnostics: [Diagnostic]

    /// The warnings and errors as sentences. A sentence names its file unless the file is the document.
    public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
    /// The notes as sentences. A sentence names its file unless the file is the document.
    public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

    /// Makes the result for a document or a page that failed.
    ///
    /// - Parameters:
    ///   - error: why there is no picture.
    ///   - input: the document.
    ///   - page: the page, from 1; nil for the whole document.
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

    /// Encodes all keys, with null for missing values. `resumed` is encoded only if it is true.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "page": page, "output": output?.json, "width": width, "height": height,
            "bytes": bytes, "status": status, "messages": messages, "notes": notes,
        ])
        if isResumed { try encoder.encodeMembers(["resumed": true]) }
    }
}
