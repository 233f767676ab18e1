// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers as requests for pictures write them (IIIF Image API 3.0, 4.6): digits, and a fraction without an exponent.
enum ImageNumber {
    /// A whole number of at most nine digits; nil for anything else.
    static func whole(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    /// A number of at most twenty characters that is not negative; nil for anything else.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...20).contains(text.utf8.count), parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return Double(String(text))
    }

    /// Several numbers with commas between them; nil unless there are as many as wanted and each can be read.
    static func list<Number>(_ text: some StringProtocol, _ count: Int, _ read: (Substring) -> Number?) -> [Number]? {
        let parts = String(text).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == count else { return nil }
        let numbers = parts.compactMap(read)
        return numbers.count == count ? numbers : nil
    }
}

extension Problem {
    /// 400: a part of a request for a picture cannot be read, or asks for what no picture can be.
    static func picture(_ detail: String, _ field: String) -> Problem { unreadable(detail, field: field) }
}
