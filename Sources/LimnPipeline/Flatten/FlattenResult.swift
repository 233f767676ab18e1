// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
internal import LimnWorker
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
    public var pageCount: Int?
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
    public var inputBytes: Int?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// What of the ink file could not be carried.
    public var dropped: [DroppedItem] = []
    /// How it came out.
    public var status = ResultStatus.failed
    /// Why nothing was written; nil where something was. Not a part of JSON, whose `status` and `messages` tell.
    public var error: LimnError?
    /// What a person should know, besides what could not be carried.
    public var diagnostics: [Diagnostic] = []

    /// The diagnostics as sentences; a file's name stands in front where it is not the input's.
    public var messages: [String] { diagnostics.messages(inputName: input?.shownAsInput) }
    /// What nobody needs to know who does not ask, likewise.
    public var notes: [String] { diagnostics.notes(inputName: input?.shownAsInput) }

    init(_ request: FlattenRequest) {
        input = request.template
        ink = request.ink
        mode = request.mode
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input?.json, "ink": ink.json, "output": output?.json, "mode": mode, "save": save,
            "reason": reason, "pageCount": pageCount, "inkedPages": inkedPages, "strokes": strokes,
            "pointsIn": pointsIn,
            "pointsOut": pointsOut, "largestEdgeError": largestEdgeError, "inputBytes": inputBytes,
            "bytes": bytes, "tolerance": tolerance, "originalIsPrefix": originalIsPrefix,
            "overriddenObjects": overriddenObjects, "sourceInk": sourceInk, "archive": archive, "burnt": burnt,
            "kept": kept, "verification": verification, "dropped": dropped.map { DroppedJSON($0) }, "status": status,
            "messages": messages, "notes": notes,
        ])
        // Receipts outlive what the command says.
        if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
    }
}

/// A dropped item as it stands in JSON: `{"kind", "page", "count", "detail"}`.
struct DroppedJSON: Encodable {
    private let item: DroppedItem

    init(_ item: DroppedItem) { self.item = item }

    func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "kind": "\(item.kind)", "page": item.page, "count": item.count, "total": item.total,
            "detail": item.detail,
        ])
    }
}
