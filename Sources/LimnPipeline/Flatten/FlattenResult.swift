// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import SystemPackage

/// What became of a flattening.
public struct FlattenResult: Sendable, Encodable {
    /// The PDF that was written on; nil when none was found.
    public var input: FilePath?
    /// The ink file.
    public var ink: FilePath
    /// The file that was written; nil when none was.
    public var output: FilePath?
    /// How ink became part of the document.
    public var mode: FlattenRequest.Mode
    /// How the document was saved: `append` or `rewrite`; nil when nothing was.
    public var save: FlattenRequest.Save?
    /// Why it was saved that way.
    public var reason: String?
    /// The number of pages.
    public var pages: Int?
    /// The pages that got ink, ascending.
    public var inkedPages: [Int] = []
    /// The number of strokes.
    public var strokes = 0
    /// The points of the ink before simplification.
    public var pointsIn = 0
    /// The points that were exported.
    public var pointsOut = 0
    /// The largest distance by which an edge may have moved, in points: what leaving out points was measured to move,
    /// and what outlines and rounding can add.
    public var largestEdgeError = 0.0
    /// The tolerance that the ink was written with, in points; above what was granted where a size asked for it.
    public var tolerance = 0.0
    /// Whether the new file begins with the original, byte for byte.
    public var originalIsPrefix = false
    /// The numbers of the original's objects that appending gave another content, ascending.
    public var overriddenObjects: [Int] = []
    /// Whether the ink as it was drawn is in the new document; nil when nothing was written.
    public var sourceInk: SourceInkOutcome?
    /// What became of the original's claim to be PDF/A; nil where it makes none.
    public var archive: PDFAOutcome?
    /// What burning did; nil in other modes.
    public var burnt: BurnReport?
    /// What of the original is still there; nil when nothing was written.
    public var kept: KeptContent?
    /// What comparing the new document with the original has found; nil when that was not done.
    public var verification: Verification?
    /// The size of the original in bytes.
    public var bytesBefore: Int?
    /// The size of the new file in bytes.
    public var bytesAfter: Int?
    /// What of the ink file could not be carried.
    public var dropped: [DroppedItem] = []
    /// How it came out.
    public var status = ResultStatus.failed
    /// Why nothing was written; nil where something was. Not a part of JSON, whose `status` and `messages` tell.
    public var error: LimnError?
    /// What a person should know, besides what could not be carried.
    public var diagnostics: [Diagnostic] = []

    /// The diagnostics as sentences; a file's name stands in front where it is not the input's.
    public var messages: [String] { diagnostics.map { $0.message(input: input) } }

    init(_ request: FlattenRequest) {
        input = request.template
        ink = request.ink
        mode = request.mode
    }

    private enum Key: String, CodingKey {
        case input, ink, output, mode, save, reason, pages, inkedPages, strokes, pointsIn, pointsOut, largestEdgeError
        case bytesBefore, bytesAfter, tolerance, originalIsPrefix, overriddenObjects, sourceInk, archive, burnt, kept
        case verification
        case dropped, status, messages
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(input?.json, forKey: .input)
        try container.encode(ink.json, forKey: .ink)
        try container.encode(output?.json, forKey: .output)
        try container.encode(mode, forKey: .mode)
        try container.encode(save, forKey: .save)
        try container.encode(reason, forKey: .reason)
        try container.encode(pages, forKey: .pages)
        try container.encode(inkedPages, forKey: .inkedPages)
        try container.encode(strokes, forKey: .strokes)
        try container.encode(pointsIn, forKey: .pointsIn)
        try container.encode(pointsOut, forKey: .pointsOut)
        try container.encode(largestEdgeError, forKey: .largestEdgeError)
        try container.encode(bytesBefore, forKey: .bytesBefore)
        try container.encode(bytesAfter, forKey: .bytesAfter)
        try container.encode(tolerance, forKey: .tolerance)
        try container.encode(originalIsPrefix, forKey: .originalIsPrefix)
        try container.encode(overriddenObjects, forKey: .overriddenObjects)
        try container.encode(sourceInk, forKey: .sourceInk)
        try container.encode(archive, forKey: .archive)
        try container.encode(burnt, forKey: .burnt)
        try container.encode(kept, forKey: .kept)
        try container.encode(verification, forKey: .verification)
        try container.encode(dropped.map { DroppedJSON($0) }, forKey: .dropped)
        try container.encode(status, forKey: .status)
        try container.encode(messages, forKey: .messages)
    }
}

/// A dropped item as it stands in JSON: `{"kind", "page", "count", "detail"}`.
struct DroppedJSON: Encodable {
    private let item: DroppedItem

    init(_ item: DroppedItem) { self.item = item }

    private enum Key: String, CodingKey { case kind, page, count, detail }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(item.kind)", forKey: .kind)
        try container.encode(item.page, forKey: .page)
        try container.encode(item.count, forKey: .count)
        try container.encode(item.detail, forKey: .detail)
    }
}
