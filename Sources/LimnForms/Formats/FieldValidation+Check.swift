// SPDX-License-Identifier: Apache-2.0

extension FieldValidation {
    /// Returns a sentence that explains why viewers reject a value; nil if they accept it, and always nil for
    /// ``custom``.
    ///
    /// The bounds are inclusive. As in viewers, an empty value and a text without a number are accepted.
    public func rejection(of value: String) -> String? {
        guard case .range(let minimum, let maximum) = self, let number = DecimalNumber.prefix(of: value)?.number.double
        else { return nil }
        let isTooSmall = minimum.map { number < $0 } ?? false
        let isTooLarge = maximum.map { number > $0 } ?? false
        guard isTooSmall || isTooLarge else { return nil }
        func text(_ bound: Double) -> String { DecimalNumber(bound)?.text ?? "\(bound)" }
        return switch (minimum, maximum) {
        case (let minimum?, let maximum?):
            "\(value.quoted) is not between \(text(minimum)) and \(text(maximum))."
        case (let minimum?, nil): "\(value.quoted) is less than \(text(minimum))."
        case (nil, let maximum?): "\(value.quoted) is more than \(text(maximum))."
        case (nil, nil): nil
        }
    }
}
