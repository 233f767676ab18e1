// SPDX-License-Identifier: Apache-2.0

extension DecimalNumber {
    /// The nearest double.
    var double: Double {
        // Digits beyond these cannot change the nearest double by more than its last bit.
        let text = digits.prefix(800).map { String($0) }.joined()
        let magnitude = text.isEmpty ? 0 : Double("0.\(text)e\(point)") ?? .infinity
        return isNegative ? -magnitude : magnitude
    }

    /// A finite double by the shortest digits that name it; nil for infinity and NaN.
    init?(_ double: Double) {
        guard double.isFinite, let read = DecimalNumber.prefix(of: double.description) else { return nil }
        self = read.number
    }

    /// The number times a power of ten.
    func shifted(by exponent: Int) -> DecimalNumber {
        DecimalNumber(isNegative: isNegative, digits: digits, point: digits.isEmpty ? 0 : point + exponent)
    }

    /// The nearest number with so many decimals (0 or more). A half is rounded away from zero.
    func rounded(decimals: Int) -> DecimalNumber {
        // The count of digits that stay.
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

    /// The nearest number with at most so many digits, wherever the decimal point stands.
    func rounded(significant count: Int) -> DecimalNumber { rounded(decimals: count - point) }

    /// The digits before the decimal point, at least one.
    var integerDigits: String {
        point <= 0 ? "0" : (0..<point).map { String($0 < digits.count ? digits[$0] : 0) }.joined()
    }

    /// So many digits after the decimal point.
    func fractionDigits(_ count: Int) -> String {
        (0..<count).map { String(digits.indices.contains(point + $0) ? digits[point + $0] : 0) }.joined()
    }

    /// The number in full: digits, a point where there are decimals, and a minus sign; never an exponent.
    var text: String {
        let decimals = digits.count - point
        let magnitude = decimals > 0 && !isZero ? "\(integerDigits).\(fractionDigits(decimals))" : integerDigits
        return isNegative && !isZero ? "-\(magnitude)" : magnitude
    }
}
