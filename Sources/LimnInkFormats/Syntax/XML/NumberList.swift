// SPDX-License-Identifier: Apache-2.0

/// A fast, locale-independent and correctly rounded parser for numbers separated by white space.
enum NumberList {
    /// Appends one value for every word; NaN if a word is not a decimal number.
    ///
    /// Hexadecimal numbers and names such as `inf` are not accepted. Numbers that are too large for `Double` become
    /// infinite.
    static func parse(_ utf8: UnsafeBufferPointer<UInt8>, into values: inout [Double]) {
        var at = 0
        while true {
            while at < utf8.count, isSpace(utf8[at]) { at += 1 }
            guard at < utf8.count else { return }
            let start = at
            if let value = parseShort(utf8, &at) {
                values.append(value)
            } else {
                while at < utf8.count, !isSpace(utf8[at]) { at += 1 }
                values.append(parseGeneral(UnsafeBufferPointer(rebasing: utf8[start..<at])))
            }
        }
    }

    /// Returns the values in a text as ``parse(_:into:)`` does.
    static func values(of text: String) -> [Double] {
        var text = text
        return text.withUTF8 { utf8 in
            var values: [Double] = []
            parse(utf8, into: &values)
            return values
        }
    }

    /// Returns the value if a text contains exactly one number and it is finite; otherwise nil.
    static func single(_ text: String) -> Double? {
        let all = values(of: text)
        return all.count == 1 && all[0].isFinite ? all[0] : nil
    }

    @inline(__always) private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

    /// Powers of ten, all exact as doubles.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Parses a decimal number with at most 15 digits and without an exponent.
    ///
    /// Its digits are an integer below 2^53, which is divided by a power of ten up to 10^22. Both are exact, so the
    /// division is correctly rounded (Clinger 1990). For other words, the result is nil and `at` is undefined.
    @inline(__always) private static func parseShort(_ utf8: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Double? {
        let isNegative = utf8[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        var mantissa: UInt64 = 0
        var (digits, decimals, sawPoint) = (0, 0, false)
        while at < utf8.count, !isSpace(utf8[at]) {
            let digit = utf8[at] &- 48
            if digit <= 9 {
                // Integers of 15 digits are below 2^53.
                guard digits < 15 else { return nil }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits += 1
                if sawPoint { decimals += 1 }
            } else if utf8[at] == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else {
                return nil
            }
            at += 1
        }
        guard digits > 0 else { return nil }
        let value = Double(mantissa) / powers[decimals]
        return isNegative ? -value : value
    }

    /// Parses any decimal number with Swift's locale-independent conversion.
    private static func parseGeneral(_ word: UnsafeBufferPointer<UInt8>) -> Double {
        let isDecimal = word.allSatisfy { byte in
            byte &- 48 <= 9 || [43, 45, 46, 69, 101].contains(byte)  // + - . E e
        }
        return isDecimal ? Double(String(decoding: word, as: UTF8.self)) ?? .nan : .nan
    }
}
