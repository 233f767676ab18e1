// SPDX-License-Identifier: GPL-3.0-or-later

/// Converts decoding errors to readable messages.
enum DecodingText {
    /// Returns a clause without a full stop.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is not JSON" }
        switch error {
        case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): return about(context, "has a wrong type")
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty else { return "it is not JSON" }
            return about(context, "has a wrong value")
        @unknown default: return "it cannot be read"
        }
    }

    private static func about(_ context: DecodingError.Context, _ what: String) -> String {
        guard let key = context.codingPath.last else { return "it is not an object" }
        return "“\(key.intValue.map { "\($0)" } ?? String(key.stringValue.prefix(40)))” \(what)"
    }
}
