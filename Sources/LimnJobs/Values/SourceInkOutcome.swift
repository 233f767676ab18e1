// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether a new document contains source ink.
public struct SourceInkOutcome: Hashable, Sendable, Codable {
    /// Whether it contains source ink.
    public var isIncluded: Bool
    /// The size of the ink in bytes, before the document compresses it.
    public var bytes: Int
    /// The reason why it does not; nil if it does.
    public var reason: String?

    package init(bytes: Int) { (isIncluded, self.bytes, reason) = (true, bytes, nil) }
    package init(reason: String) { (isIncluded, bytes, self.reason) = (false, 0, reason) }

    private enum CodingKeys: String, CodingKey {
        case isIncluded = "included"
        case bytes, reason
    }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "included": isIncluded, "bytes": bytes, "reason": reason,
        ])
    }
}
