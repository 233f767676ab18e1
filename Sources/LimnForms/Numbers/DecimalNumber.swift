// SPDX-License-Identifier: Apache-2.0

/// A number as decimal digits. So rounding is that of the text: 1.005 has a half at its third decimal, which no binary
/// fraction has.
struct DecimalNumber: Equatable {
    /// Whether a minus sign stands before it. Zero may have one, too.
    var isNegative: Bool
    /// The digits, each 0…9, the most significant first; without zeros at the start or the end.
    private(set) var digits: [UInt8]
    /// How many digits stand before the decimal point: negative where zeros follow the point, and more than there are
    /// digits where zeros precede it.
    private(set) var point: Int

    /// Makes a number; removes zeros at the ends.
    init(isNegative: Bool, digits: [UInt8], point: Int) {
        let zeros = digits.prefix { $0 == 0 }.count
        let last = digits.lastIndex { $0 != 0 }
        self.isNegative = isNegative
        self.digits = last.map { Array(digits[zeros...$0]) } ?? []
        self.point = last == nil ? 0 : point - zeros
    }

    /// Whether it is 0.
    var isZero: Bool { digits.isEmpty }

    /// Reads the longest part at the start of a text that is a number, and tells whether something follows.
    ///
    /// White space at the ends does not count. The first comma counts as a decimal point. Nil if no number stands there,
    /// or one beyond what a double holds.
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

    /// Reads a text that is a number as a whole.
    static func whole(_ text: String) -> DecimalNumber? {
        prefix(of: text).flatMap { $0.isWhole ? $0.number : nil }
    }

    /// Reads the exponent after the letter; nil if there are no digits. Large ones are cut to what is surely too large.
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
        // Below what a double holds is zero, and above it infinity, which is no number.
        if number.point < -400 { number = DecimalNumber(isNegative: isNegative, digits: [], point: 0) }
        guard number.point <= 309, number.double.isFinite else { return nil }
        return (number, isWhole)
    }
}
