// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses the numbers in image requests (IIIF Image API 3.0, 4.6): digits with an optional fraction, without an
/// exponent.
enum ImageNumber {
    /// Parses an integer of at most nine digits; returns nil for anything else.
    static func whole(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    /// Parses a non-negative number of at most twenty characters; returns nil for anything else.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...20).contains(text.utf8.count), parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return Double(String(text))
    }

    /// Parses `count` numbers separated by commas; returns nil for any other number of parts, or if `read` returns nil
    /// for a part.
    static func list<Number>(_ text: some StringProtocol, _ count: Int, _ read: (Substring) -> Number?) -> [Number]? {
        let parts = String(text).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == count else { return nil }
        let numbers = parts.compactMap(read)
        return numbers.count == count ? numbers : nil
    }
}

extension Problem {
    /// Returns a problem with status 400: a part of an image request is invalid.
    static func picture(_ detail: String, _ field: String) -> Problem { unreadable(detail, field: field) }
}
