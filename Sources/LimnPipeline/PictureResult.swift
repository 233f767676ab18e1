// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import SystemPackage

/// What became of one page, or of a document that could not be opened.
public struct PictureResult: Sendable, Encodable {
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
    /// How it came out.
    public var status: ResultStatus
    /// Sentences for a person.
    public var messages: [String]

    private enum Key: String, CodingKey { case input, page, output, width, height, bytes, status, messages }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(input.json, forKey: .input)
        try container.encode(page, forKey: .page)
        try container.encode(output?.json, forKey: .output)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(status, forKey: .status)
        try container.encode(messages, forKey: .messages)
    }
}
