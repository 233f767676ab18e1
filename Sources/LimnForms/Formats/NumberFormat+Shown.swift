// SPDX-License-Identifier: Apache-2.0

extension NumberFormat {
    /// A value as AFNumber_Format shows it.
    func shown(_ value: String) -> ShownValue {
        guard let (number, isWhole) = DecimalNumber.prefix(of: value) else {
            return ShownValue(text: "", problem: value.isBlank ? nil : .notANumber)
        }
        var text = digits(of: number)
        text = isSignFirst ? currency + text : text + currency
        var isRed = false
        // A number that is rounded to zero keeps its sign, but zero has none.
        if number.isNegative, !number.isZero {
            switch negative {
            case .minus: text = "-" + text
            case .red: isRed = true
            case .parentheses: text = "(\(text))"
            case .redParentheses: (text, isRed) = ("(\(text))", true)
            }
        }
        return ShownValue(text: text, isRed: isRed, problem: isWhole ? nil : .notOnlyANumber)
    }

    /// A value as AFPercent_Format shows it: a hundred times the number, with a per cent sign.
    func shownAsPercentage(_ value: String) -> ShownValue {
        guard let (number, isWhole) = DecimalNumber.prefix(of: value) else {
            return ShownValue(text: "%", problem: value.isBlank ? nil : .notANumber)
        }
        let sign = number.isNegative && !number.isZero ? "-" : ""
        let text = sign + digits(of: number.shifted(by: 2))
        return ShownValue(text: isSignFirst ? "%" + text : text + "%", problem: isWhole ? nil : .notOnlyANumber)
    }

    /// The number's absolute value, rounded and with separators.
    private func digits(of number: DecimalNumber) -> String {
        let count = max(0, min(FieldFormat.maximumDecimals, decimals))
        let rounded = number.rounded(decimals: count)
        let (group, point): (String, String) =
            switch separators {
            case .commaPoint: (",", ".")
            case .point: ("", ".")
            case .pointComma: (".", ",")
            case .comma: ("", ",")
            case .apostrophePoint: ("'", ".")
            }
        let integer = Array(rounded.integerDigits)
        var text = ""
        for (index, digit) in integer.enumerated() {
            if index > 0, (integer.count - index).isMultiple(of: 3) { text += group }
            text.append(digit)
        }
        return count > 0 ? text + point + rounded.fractionDigits(count) : text
    }
}
