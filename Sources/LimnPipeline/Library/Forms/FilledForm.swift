// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs

/// The result of filling a template's form before ink was placed on it, as part of an export's receipt.
public struct FilledForm: Sendable, Encodable {
    /// How the filled document was saved: `append` or `rewrite`.
    public let save: SaveStrategy?
    /// The reason why it was saved that way.
    public let reason: String?
    /// The number of fields that have the character's value.
    public let filled: Int
    /// The outcomes for the fields.
    public let fields: [FieldResult]
    /// The numbers of the original's objects that filling replaced, ascending.
    public let overriddenObjects: [Int]
    /// The number of filled fields that visibly changed, summed over all pages; nil if nothing was compared.
    public let seen: Int?
    /// The size of the filled document in bytes, before ink was placed on it.
    public let bytes: Int?

    init(_ result: FormFillResult) {
        (save, reason, filled) = (result.save, result.reason, result.filled)
        (fields, overriddenObjects) = (result.fields, result.overriddenObjects)
        (seen, bytes) = (result.seen, result.bytes)
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "save": save, "reason": reason, "filled": filled, "fields": fields, "overriddenObjects": overriddenObjects,
            "seen": seen, "bytes": bytes,
        ])
    }
}
