// SPDX-License-Identifier: Apache-2.0

/// A number as decimal digits.
///
/// Decimal rounding follows the text: 1.005 is exactly halfway at its third decimal, which no binary fraction is.
struct DecimalNumber: Equatable {
    /// Whether the number has a minus sign. Zero may have one.
    var isNegative: Bool
    /// The digits, each 0…9, most significant first, without leading or trailing zeros.
    private(set) var digits: [UInt8]
    /// The number of digits before the decimal point.
    ///
    /// It is negative if zeros follow the point, and greater than the number of digits if zeros precede it.
    private(set) var point: Int

    /// Makes a number; removes leading and trailing zeros.
    init(isNegative: Bool, digits: [UInt8], point: Int) {
        let zeros = digits.prefix { $0 == 0 }.count
        let last = digits.lastIndex { $0 != 0 }
        self.isNegative = isNegative
        self.digits = last.map { Array(digits[zeros...$0]) } ?? []
        self.point = last == nil ? 0 : point - zeros
    }

    /// Whether it is 0.
    var isZero: Bool { digits.isEmpty }

    /// Parses the longest number at the start of a text, and returns whether it is the whole text.
    ///
    /// Surrounding white space is ignored. The first comma counts as a decimal point. Returns nil if the text does not
    /// start with a number, or if the number is too large for a double.
    static func prefix(of text: String) -> (number: DecimalNumber, isWhole: Bool)? {
        let bytes = Array(text.trimmed.utf8)
        var at = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { at += 1 }
        var digits: [UInt8] = []
        var point: Int?
        while at < bytes.count {
            switch bytes[at] {
            case 48...57: digits.append(bytes[at] - 48)
            case UInt8(ascii: "."), UInt8(ascii: ","):
                guard point == nil else { return finished(isNegative, digits, point, 0, at == bytes.count) }
                point = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let (exponent, end) = exponent(bytes, from: at + 1)
                guard let exponent else { return finished(isNegative, digits, point, 0, false) }
                return finished(isNegative, digits, point, exponent, end == bytes.count)
            default: return finished(isNegative, digits, point, 0, false)
            }
            at += 1
        }
        return finished(isNegative, digits, point, 0, true)
    }

    /// Parses a text that is entirely a number, else returns nil.
    static func whole(_ text: String) -> DecimalNumber? {
        prefix(of: text).flatMap { $0.isWhole ? $0.number : nil }
    }

    /// Parses the exponent after the `e`; nil if there are no digits. Large exponents are clamped to 1,000,000,000.
    private static func exponent(_ bytes: [UInt8], from start: Int) -> (Int?, Int) {
        var at = start
        let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
        if isNegative || at < bytes.count && bytes[at] == UInt8(ascii: "+") { at += 1 }
        let first = at
        var value = 0
        while at < bytes.count, case 48...57 = bytes[at] {
            value = min(1_000_000_000, value * 10 + Int(bytes[at] - 48))
            at += 1
        }
        return at > first ? (isNegative ? -value : value, at) : (nil, start)
    }

    private static func finished(
        _ isNegative: Bool, _ digits: [UInt8], _ point: Int?, _ exponent: Int, _ isWhole: Bool
    ) -> (number: DecimalNumber, isWhole: Bool)? {
        guard !digits.isEmpty else { return nil }
        var number = DecimalNumber(
            isNegative: isNegative, digits: digits, point: (point ?? digits.count) + exponent)
        // A number too small for a double becomes zero; one that is too large is rejected.
        if number.point < -400 { number = DecimalNumber(isNegative: isNegative, digits: [], point: 0) }
        guard number.point <= 309, number.double.isFinite else { return nil }
        return (number, isWhole)
    }
}
