// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether the ink as it was drawn is in a new document.
public struct SourceInkOutcome: Hashable, Sendable, Codable {
    /// Whether it is.
    public var isIncluded: Bool
    /// How many bytes it takes, before the document compresses it.
    public var bytes: Int
    /// Why it is not; nil where it is.
    public var reason: String?

    package init(bytes: Int) { (isIncluded, self.bytes, reason) = (true, bytes, nil) }
    package init(reason: String) { (isIncluded, bytes, self.reason) = (false, 0, reason) }

    private enum CodingKeys: String, CodingKey {
        case isIncluded = "included"
        case bytes, reason
    }

    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "included": isIncluded, "bytes": bytes, "reason": reason,
        ])
    }
}
