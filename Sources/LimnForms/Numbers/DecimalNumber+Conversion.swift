// SPDX-License-Identifier: Apache-2.0

extension DecimalNumber {
    /// The nearest double.
    var double: Double {
        // Further digits change the nearest double by at most its last bit.
        let text = digits.prefix(800).map { String($0) }.joined()
        let magnitude = text.isEmpty ? 0 : Double("0.\(text)e\(point)") ?? .infinity
        return isNegative ? -magnitude : magnitude
    }

    /// Makes a number from the shortest digits that identify a finite double; nil for infinity and NaN.
    init?(_ double: Double) {
        guard double.isFinite, let read = DecimalNumber.prefix(of: double.description) else { return nil }
        self = read.number
    }

    /// Returns the number multiplied by 10 to the power of `exponent`.
    func shifted(by exponent: Int) -> DecimalNumber {
        DecimalNumber(isNegative: isNegative, digits: digits, point: digits.isEmpty ? 0 : point + exponent)
    }

    /// Returns the number rounded to `decimals` decimal places (0 or more). A half rounds away from zero.
    func rounded(decimals: Int) -> DecimalNumber {
        // The number of digits to keep.
        let kept = point + decimals
        guard kept < digits.count else { return self }
        guard kept >= 0 else { return DecimalNumber(isNegative: isNegative, digits: [], point: 0) }
        var whole = [0] + digits[..<kept]
        if digits[kept] >= 5 {
            var at = kept
            while whole[at] == 9 {
                whole[at] = 0
                at -= 1
            }
            whole[at] += 1
        }
        return DecimalNumber(isNegative: isNegative, digits: whole, point: point + 1)
    }

    /// Returns the number rounded to `count` significant digits, on either side of the decimal point.
    func rounded(significant count: Int) -> DecimalNumber { rounded(decimals: count - point) }

    /// The digits before the decimal point, at least one.
    var integerDigits: String {
        point <= 0 ? "0" : (0..<point).map { String($0 < digits.count ? digits[$0] : 0) }.joined()
    }

    /// Returns the first `count` digits after the decimal point.
    func fractionDigits(_ count: Int) -> String {
        (0..<count).map { String(digits.indices.contains(point + $0) ? digits[point + $0] : 0) }.joined()
    }

    /// The number as text: digits, a decimal point if there are decimals, and a minus sign if negative, never an
    /// exponent.
    var text: String {
        let decimals = digits.count - point
        let magnitude = decimals > 0 && !isZero ? "\(integerDigits).\(fractionDigits(decimals))" : integerDigits
        return isNegative && !isZero ? "-\(magnitude)" : magnitude
    }
}
