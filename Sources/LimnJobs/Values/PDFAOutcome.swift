// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of a document's claim to be PDF/A.
public struct PDFAOutcome: Hashable, Sendable, Codable {
    /// The claim, such as `PDF/A-2B`.
    public var claim: String
    /// Whether the new document is as good as its claim as the original was.
    public var isKept: Bool
    /// Why not; empty where it is.
    public var reasons: [String]

    package init(claim: String, reasons: [String]) {
        self.claim = claim
        self.reasons = reasons
        isKept = reasons.isEmpty
    }

    private enum CodingKeys: String, CodingKey {
        case claim, reasons
        case isKept = "kept"
    }
}
