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
    /// The reason why it was saved that way.
    public var reason: String?
    /// The number of pages.
    public var pageCount: Int?
    /// The numbers of the pages with ink, from 1, ascending.
    public var inkedPages: [Int] = []
    /// What does not fit on its page, by pages in ascending order.
    public var beyond: [BeyondPage] = []
    /// The pages that have grown to hold their ink, in ascending order.
    public var extended: [ExtendedPage] = []
    /// The number of strokes.
    public var strokes = 0
    /// The number of texts, pictures, notes and other items that are not strokes.
    public var objects = 0
    /// The number of points of the ink before simplification.
    public var pointsIn = 0
    /// The number of exported points.
    public var pointsOut = 0
    /// The largest possible displacement of an edge, in points: the measured displacement from simplification, plus the
    /// maximum from outlines and rounding.
    public var largestEdgeError = 0.0
    /// The tolerance of the written ink, in points. It may be above the requested one if the size of the document was
    /// limited.
    public var tolerance = 0.0
    /// Whether the new file begins with the original, byte for byte.
    public var originalIsPrefix = false
    /// The numbers of the original's objects that the update replaces, ascending.
    public var overriddenObjects: [Int] = []
    /// Whether the new document carries source ink; nil if nothing was written.
    public var sourceInk: SourceInkOutcome?
    /// Whether the original's claim to be PDF/A still holds; nil if the original makes no such claim.
    public var archive: PDFAOutcome?
    /// The report of the mode `burn`; nil in other modes.
    public var burnt: BurnReport?
    /// The content of the original that was kept; nil if nothing was written.
    public var kept: KeptContent?
    /// The result of filling the template's form before the ink was placed; nil if there were no values to fill in.
    public var form: FilledForm?
    /// The findings of verification; nil if the document was not verified.
    public var verification: Verification?
    /// The size of the original in bytes.
    public var inputBytes: Int?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// The items of the ink file that were dropped.
    public var dropped: [DroppedItem] = []
    /// The status.
    public var status = ResultStatus.failed
    /// The error if nothing was written; nil if a file was written. In JSON, `status` and `messages` report it.
    public var error: LimnError?
    /// Messages for the user, except those about dropped items.
    public var diagnostics: [Diagnostic] = []

    /// The warnings and errors as sentences. A sentence names its file unless the file is the input.
    public var messages: [String] { diagnostics.messages(inputName: input?.shownAsInput) }
    /// The notes as sentences. A sentence names its file unless the file is the input.
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
            "reason": reason, "pageCount": pageCount, "inkedPages": inkedPages, "beyond": beyond,
            "extended": extended, "strokes": strokes,
            "pointsIn": pointsIn,
            "pointsOut": pointsOut, "largestEdgeError": largestEdgeError, "inputBytes": inputBytes,
            "bytes": bytes, "tolerance": tolerance, "originalIsPrefix": originalIsPrefix,
            "overriddenObjects": overriddenObjects, "sourceInk": sourceInk, "archive": archive, "burnt": burnt,
            "kept": kept, "form": form, "verification": verification, "dropped": dropped.map { DroppedJSON($0) },
            "status": status,
            "messages": messages, "notes": notes,
        ])
        // Receipts are kept for a long time, so the lack of a sandbox is recorded.
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
