// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The trace context of a request (W3C Trace Context, 3.2).
struct TraceParent: Hashable, Sendable {
    /// The trace id: 32 hexadecimal digits.
    let trace: String
    /// The id of the caller's span: 16 hexadecimal digits.
    let span: String

    /// Parses a `traceparent` field; returns nil if it is invalid.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 512 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHex(parts[0], 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            Self.isHex(parts[1], 32), Self.isHex(parts[2], 16), Self.isHex(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        trace = String(parts[1])
        span = String(parts[2])
    }

    /// Reads the trace context of a request; returns nil unless it has exactly one valid `traceparent` field.
    init?(_ request: Request) {
        let fields = request.headers[values: .traceparent]
        guard fields.count == 1 else { return nil }
        self.init(fields[0])
    }

    private static func isHex(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

extension HTTPField.Name {
    /// The field with the trace context of a request.
    static let traceparent = known("traceparent")
}
