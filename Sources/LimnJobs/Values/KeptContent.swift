// SPDX-License-Identifier: GPL-3.0-or-later

/// The content of a document that was kept, and the evidence for it.
public struct KeptContent: Hashable, Sendable, Codable {
    /// A kind of evidence.
    public enum Basis: String, Hashable, Sendable, Codable {
        /// The original is a prefix of the new document, so everything except the replaced objects is still there.
        case prefix
        /// The contents of both documents were counted.
        case census
    }

    /// The kind of evidence.
    public var basis: Basis
    /// The counts of the original; nil if nothing was counted.
    public var before: ContentCounts?
    /// The counts of the new document; nil if nothing was counted.
    public var after: ContentCounts?

    package init(basis: Basis, before: ContentCounts? = nil, after: ContentCounts? = nil) {
        self.basis = basis
        self.before = before
        self.after = after
    }

    /// Returns whether there are counts exactly if they were asked for.
    func matches(isCounted: Bool) -> Bool {
        basis == (isCounted ? .census : .prefix) && (before != nil) == isCounted && (after != nil) == isCounted
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "basis": basis, "before": before, "after": after,
        ])
    }
}
