// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
public import LimnJobs
internal import LimnWorker
public import SystemPackage

/// What became of a field.
public struct FieldResult: Sendable, Hashable, Encodable {
    /// What was done.
    public enum Outcome: String, Sendable, Hashable, Encodable {
        /// It has the given value.
        case filled
        /// It had that value already.
        case unchanged
        /// It has the given value and shows it in the form's format.
        case formatted
        /// Its value was computed from other fields.
        case recalculated
        /// Its value should be computed by a script that Limn does not run.
        case notRecalculated
        /// It stayed as it was.
        case refused
    }

    /// The full name, or what the data call it.
    public var name: String
    /// What was done.
    public var outcome: Outcome
    /// Why it was refused, or what a person should know.
    public var reason: String?

    /// Makes a result.
    public init(_ name: String, _ outcome: Outcome, reason: String? = nil) {
        self.name = name
        self.outcome = outcome
        self.reason = reason
    }
}

/// What became of filling a form.
public struct FormFillResult: Sendable, Encodable {
    /// The form.
    public var input: FilePath
    /// The file that was written; nil when none was.
    public var output: FilePath?
    /// The row of the data, from 1; nil where they are no rows.
    public var row: Int?
    /// How the document was saved: `append` or `rewrite`; nil when nothing was.
    public var save: SaveStrategy?
    /// Why it was saved that way.
    public var reason: String?
    /// What became of the fields: first those that the data name, in their order, then those that follow from them.
    public var fields: [FieldResult] = []
    /// The numbers of the original's objects that appending gave another content, ascending.
    public var overriddenObjects: [Int] = []
    /// What of the original is still there; nil when nothing was written.
    public var kept: KeptContent?
    /// How many places were seen to show what was filled; nil where nothing was compared.
    public var seen: Int?
    /// The size of the original in bytes.
    public var inputBytes: Int?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// How it came out.
    public var status = ResultStatus.failed
    /// Why nothing was written; nil where something was.
    public var error: LimnError?
    /// What a person should know.
    public var diagnostics: [Diagnostic] = []

    /// How many fields have the value that they were given.
    public var filled: Int { fields.count { [.filled, .formatted, .unchanged].contains($0.outcome) } }

    /// The diagnostics as sentences.
    public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
    /// What nobody needs to know who does not ask, likewise.
    public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

    init(_ input: FilePath, row: Int? = nil) {
        self.input = input
        self.row = row
    }

    /// What becomes of a form that could not be begun with.
    init(_ input: FilePath, failed error: LimnError) {
        self.init(input)
        status = ResultStatus(error)
        self.error = error
        diagnostics = [Diagnostic(error, about: input)]
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "output": output?.json, "row": row, "status": status, "filled": filled,
            "fields": fields, "save": save, "reason": reason, "overriddenObjects": overriddenObjects, "kept": kept,
            "seen": seen, "inputBytes": inputBytes, "bytes": bytes, "messages": messages, "notes": notes,
        ])
        // Receipts outlive what the command says.
        if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
    }

    /// The receipt as a file: the same JSON as on standard output, a key on each line.
    func receipt() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }
}
