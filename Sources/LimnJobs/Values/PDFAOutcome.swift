// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether a document's claim of PDF/A conformance still holds.
public struct PDFAOutcome: Hashable, Sendable, Codable {
    /// The claim, such as `PDF/A-2B`.
    public var claim: String
    /// Whether the new document conforms to the claim if the original did.
    public var isKept: Bool
    /// The reasons why it does not; empty if it does.
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
