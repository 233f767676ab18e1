// SPDX-License-Identifier: Apache-2.0

extension SpecialFormat {
    /// Formats a value as AFSpecial_Format does: its digits fill the mask. The text ends at the last digit.
    func shown(_ value: String) -> ShownValue {
        let digits = value.unicodeScalars.filter { ("0"..."9").contains($0) }
        let mask =
            switch self {
            case .zip: "99999"
            case .zipPlusFour: "99999-9999"
            case .phone: digits.count >= 10 ? "(999) 999-9999" : "999-9999"
            case .socialSecurity: "999-99-9999"
            }
        var text = String.UnicodeScalarView()
        var rest = digits[...]
        for scalar in mask.unicodeScalars {
            guard let digit = rest.first else { break }
            if scalar == "9" { rest = rest.dropFirst() }
            text.append(scalar == "9" ? digit : scalar)
        }
        let problem: ShownValue.Problem? =
            digits.isEmpty ? (value.isBlank ? nil : .notANumber) : (rest.isEmpty ? nil : .tooManyDigits)
        return ShownValue(text: String(text), problem: problem)
    }
}
