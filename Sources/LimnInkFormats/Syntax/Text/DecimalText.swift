// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Fast, locale-independent formatting of decimal numbers.
enum DecimalText {
    /// Powers of ten, all exact as doubles.
    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]

    /// Appends a finite number with at most eight significant digits, like C's `%.8g`.
    ///
    /// If the number was parsed from such a text, the result is the same text. Numbers below 0.0001 and numbers of at
    /// least 100 million are written exactly.
    static func append(_ value: Double, to text: inout [UInt8]) {
        let magnitude = value.magnitude
        guard magnitude >= 1e-4, magnitude < 1e8 else {
            if value != 0 { appendExact(value, to: &text) } else { text.append(48) }
            return
        }
        var decimals = 12
        while decimals > 0, magnitude * powers[decimals] >= 1e8 { decimals -= 1 }
        append(value, decimals: decimals, to: &text)
    }

    /// Appends a finite number, rounded to at most `decimals` decimals (0…12), without trailing zeros.
    static func append(_ value: Double, decimals: Int, to text: inout [UInt8]) {
        let scaled = (value.magnitude * powers[decimals]).rounded()
        // Integers up to 2^53 are exact as doubles.
        guard scaled < 9e15, var digits = UInt64(exactly: scaled) else { return appendExact(value, to: &text) }
        guard digits > 0 else { return text.append(48) }
        if value < 0 { text.append(UInt8(ascii: "-")) }
        var decimals = decimals
        while decimals > 0, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
        let start = text.count
        while digits > 0 || decimals >= 0 {
            if decimals == 0, text.count > start { text.append(UInt8(ascii: ".")) }
            text.append(48 + UInt8(digits % 10))
            (digits, decimals) = (digits / 10, decimals - 1)
        }
        text[start...].reverse()
    }

    /// Appends the shortest text that parses as the same number.
    static func appendExact(_ value: Double, to text: inout [UInt8]) {
        if value == value.rounded(), value.magnitude < 1e15 {
            text.append(contentsOf: String(Int64(clamping: value)).utf8)
        } else {
            text.append(contentsOf: value.description.utf8)
        }
    }

    /// Returns a number as text, either exactly or with eight significant digits.
    static func text(_ value: Double, isLossless: Bool = false) -> String {
        var text: [UInt8] = []
        if isLossless { appendExact(value, to: &text) } else { append(value, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}
