// SPDX-License-Identifier: Apache-2.0

extension NumberFormat {
    /// Formats a value as AFNumber_Format does.
    func shown(_ value: String) -> ShownValue {
        guard let (number, isWhole) = DecimalNumber.prefix(of: value) else {
            return ShownValue(text: "", problem: value.isBlank ? nil : .notANumber)
        }
        var text = digits(of: number)
        text = isSignFirst ? currency + text : text + currency
        var isRed = false
        // A nonzero number keeps its sign if it rounds to zero; zero has no sign.
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

    /// Formats a value as AFPercent_Format does: a hundred times the number, with a percent sign.
    func shownAsPercentage(_ value: String) -> ShownValue {
        guard let (number, isWhole) = DecimalNumber.prefix(of: value) else {
            return ShownValue(text: "%", problem: value.isBlank ? nil : .notANumber)
        }
        let sign = number.isNegative && !number.isZero ? "-" : ""
        let text = sign + digits(of: number.shifted(by: 2))
        return ShownValue(text: isSignFirst ? "%" + text : text + "%", problem: isWhole ? nil : .notOnlyANumber)
    }

    /// Returns the number's absolute value, rounded and with separators.
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
