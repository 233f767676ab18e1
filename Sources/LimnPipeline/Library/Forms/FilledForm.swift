// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs

/// What filling the form of a template did, before ink was placed on it: a part of receipts of exports.
public struct FilledForm: Sendable, Encodable {
    /// How the filled document was saved: `append` or `rewrite`.
    public let save: SaveStrategy?
    /// Why it was saved that way.
    public let reason: String?
    /// How many fields have the value that the character gives them.
    public let filled: Int
    /// What became of the fields.
    public let fields: [FieldResult]
    /// The numbers of the original's objects that filling gave another content, ascending.
    public let overriddenObjects: [Int]
    /// How many places were seen to show what was filled; nil where nothing was compared.
    public let seen: Int?
    /// The size of the filled document in bytes, before ink was placed on it.
    public let bytes: Int?

    init(_ result: FormFillResult) {
        (save, reason, filled) = (result.save, result.reason, result.filled)
        (fields, overriddenObjects) = (result.fields, result.overriddenObjects)
        (seen, bytes) = (result.seen, result.bytes)
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "save": save, "reason": reason, "filled": filled, "fields": fields, "overriddenObjects": overriddenObjects,
            "seen": seen, "bytes": bytes,
        ])
    }
}
