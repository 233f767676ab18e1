// SPDX-License-Identifier: GPL-3.0-or-later

/// What of a document was kept, and how that is known.
public struct KeptContent: Hashable, Sendable, Codable {
    /// What the answer rests on.
    public enum Basis: String, Hashable, Sendable, Codable {
        /// The original is a prefix of the new document, so that all of it is there but for the overridden objects.
        case prefix
        /// Both documents were counted.
        case census
    }

    /// What the answer rests on.
    public var basis: Basis
    /// What the original holds; nil where nothing was counted.
    public var before: ContentCounts?
    /// What the new document holds; nil where nothing was counted.
    public var after: ContentCounts?

    package init(basis: Basis, before: ContentCounts? = nil, after: ContentCounts? = nil) {
        self.basis = basis
        self.before = before
        self.after = after
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "basis": basis, "before": before, "after": after,
        ])
    }
}
