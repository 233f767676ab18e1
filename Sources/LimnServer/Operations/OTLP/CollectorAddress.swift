// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The address of an OpenTelemetry collector.
struct CollectorAddress: Sendable {
    /// Where spans go.
    let traces: String
    /// Where metrics go.
    let metrics: String

    /// Reads an address such as `http://127.0.0.1:4318`.
    ///
    /// - Returns: nil for anything but an HTTP address with a host, and for one with a query, a fragment or a password.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil
        else { return nil }
        let base = text.hasSuffix("/") ? String(text.dropLast()) : text
        (traces, metrics) = (base + "/v1/traces", base + "/v1/metrics")
    }
}
