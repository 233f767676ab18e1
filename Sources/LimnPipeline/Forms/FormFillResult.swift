// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
public import LimnJobs
internal import LimnWorker
public import SystemPackage

/// The outcome for a form field.
public struct FieldResult: Sendable, Hashable, Encodable {
    /// The kinds of outcome.
    public enum Outcome: String, Sendable, Hashable, Encodable {
        /// The field has the given value.
        case filled
        /// The field already had the given value.
        case unchanged
        /// The field has the given value and shows it in the form's format.
        case formatted
        /// The field's value was calculated from other fields.
        case recalculated
        /// The field's value was not calculated, because a script would have to run, or because a signature may not
        /// permit it.
        case notRecalculated
        /// The field was left unchanged.
        case refused
    }

    /// The full name of the field, or the name in the data if there is no such field.
    public var name: String
    /// The kind of outcome.
    public var outcome: Outcome
    /// The reason for the outcome, or a remark for the user; nil if there is nothing to add.
    public var reason: String?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - name: the full name of the field.
    ///   - outcome: what became of its value.
    ///   - reason: a sentence that says why it was not filled; nil if it was.
    public init(_ name: String, _ outcome: Outcome, reason: String? = nil) {
        self.name = name
        self.outcome = outcome
        self.reason = reason
    }
}

/// The result of filling a form.
public struct FormFillResult: Sendable, Encodable {
    /// The form.
    public var input: FilePath
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// The row of the data, from 1; nil if the request does not fill one document for each row.
    public var row: Int?
    /// How the document was saved, `append` or `rewrite`; nil if nothing was saved.
    public var save: SaveStrategy?
    /// The reason why it was saved that way.
    public var reason: String?
    /// The outcomes for the fields: those that the data name, in the order of the data, followed by those calculated
    /// from them.
    public var fields: [FieldResult] = []
    /// The numbers of the original's objects that the update replaces, ascending.
    public var overriddenObjects: [Int] = []
    /// The content of the original that was kept; nil if nothing was written.
    public var kept: KeptContent?
    /// The number of filled fields that visibly changed, summed over all pages; nil if nothing was compared.
    public var seen: Int?
    /// The size of the original in bytes.
    public var inputBytes: Int?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// The status.
    public var status = ResultStatus.failed
    /// The reason why nothing was written; nil if a file was written.
    public var error: LimnError?
    /// Messages for the user.
    public var diagnostics: [Diagnostic] = []

    /// The number of fields that have the given value.
    public var filled: Int { fields.count { [.filled, .formatted, .unchanged].contains($0.outcome) } }

    /// The warnings and errors as sentences. A sentence names its file unless the file is the form.
    public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
    /// The notes as sentences. A sentence names its file unless the file is the form.
    public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

    init(_ input: FilePath, row: Int? = nil) {
        self.input = input
        self.row = row
    }

    /// Makes the result of a request that could not be started.
    init(_ input: FilePath, failed error: LimnError) {
        self.init(input)
        status = ResultStatus(error)
        self.error = error
        diagnostics = [Diagnostic(error, about: input)]
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "output": output?.json, "row": row, "status": status, "filled": filled,
            "fields": fields, "save": save, "reason": reason, "overriddenObjects": overriddenObjects, "kept": kept,
            "seen": seen, "inputBytes": inputBytes, "bytes": bytes, "messages": messages, "notes": notes,
        ])
        // Receipts are kept for a long time, so the lack of a sandbox is recorded.
        if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
    }

    /// Returns the content of the receipt: the same JSON as on standard output, with one key per line.
    func receipt() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }
}
