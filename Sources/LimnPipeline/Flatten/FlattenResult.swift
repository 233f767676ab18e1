// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
internal import LimnWorker
public import SystemPackage

/// The result of a ``FlattenRequest``.
public struct FlattenResult: Sendable, Encodable {
    /// The PDF below the ink; nil if none was found.
    public var input: FilePath?
    /// The ink file.
    public var ink: FilePath
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// How ink became part of the document.
    public var mode: FlattenRequest.Mode
    /// How the document was saved, `append` or `rewrite`; nil if nothing was written.
    public var save: FlattenRequest.Save?
    /// Why it was saved that way.
    public var reason: String?
    /// The number of pages.
    public var pageCount: Int?
    /// The pages with ink, ascending.
    public var inkedPages: [Int] = []
    /// The number of strokes.
    public var strokes = 0
    /// The number of points of the ink before simplification.
    public var pointsIn = 0
    /// The number of exported points.
    public var pointsOut = 0
    /// The largest possible displacement of an edge, in points: the measured one from leaving out points, plus the
    /// maximum from outlines and rounding.
    public var largestEdgeError = 0.0
    /// The tolerance of the written ink, in points. It may be above the requested one if a maximum size was requested.
    public var tolerance = 0.0
    /// Whether the new file begins with the original, byte for byte.
    public var originalIsPrefix = false
    /// The numbers of the original's objects that the update replaces, ascending.
    public var overriddenObjects: [Int] = []
    /// Whether the new document carries source ink; nil if nothing was written.
    public var sourceInk: SourceInkOutcome?
    /// Whether the original's claim to be PDF/A still holds; nil if there is none.
    public var archive: PDFAOutcome?
    /// What the mode `burn` did; nil in other modes.
    public var burnt: BurnReport?
    /// The content of the original that was kept; nil if nothing was written.
    public var kept: KeptContent?
    /// What filling the template's form did before ink was placed; nil if a character has no values, and for ink files.
    public var form: FilledForm?
    /// The findings of verification; nil if there was none.
    public var verification: Verification?
    /// The size of the original in bytes.
    public var inputBytes: Int?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// The parts of the ink file that were dropped.
    public var dropped: [DroppedItem] = []
    /// The status.
    public var status = ResultStatus.failed
    /// Why nothing was written; nil if a file was written. JSON has `status` and `messages` instead.
    public var error: LimnError?
    /// Messages for the user, except those about dropped items.
    public var diagnostics: [Diagnostic] = []

    /// The warnings and errors as sentences. A sentence names its file only if that is not the input.
    public var messages: [String] { diagnostics.messages(inputName: input?.shownAsInput) }
    /// The notes as sentences. A sentence names its file only if that is not the input.
    public var notes: [String] { diagnostics.notes(inputName: input?.shownAsInput) }

    init(_ request: FlattenRequest) {
        input = request.template
        ink = request.ink
        mode = request.mode
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input?.json, "ink": ink.json, "output": output?.json, "mode": mode, "save": save,
            "reason": reason, "pageCount": pageCount, "inkedPages": inkedPages, "strokes": strokes,
            "pointsIn": pointsIn,
            "pointsOut": pointsOut, "largestEdgeError": largestEdgeError, "inputBytes": inputBytes,
            "bytes": bytes, "tolerance": tolerance, "originalIsPrefix": originalIsPrefix,
            "overriddenObjects": overriddenObjects, "sourceInk": sourceInk, "archive": archive, "burnt": burnt,
            "kept": kept, "form": form, "verification": verification, "dropped": dropped.map { DroppedJSON($0) },
            "status": status,
            "messages": messages, "notes": notes,
        ])
        // A receipt is kept for long, so it records that there was no sandbox.
        if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
    }
}

/// A dropped item in JSON: `{"kind", "page", "count", "detail"}`.
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
