// SPDX-License-Identifier: Apache-2.0

extension FieldValidation {
    /// A sentence that says why viewers reject a value; nil if they accept it, and for ``custom``.
    ///
    /// The bounds themselves are accepted, and so is an empty value. A text without a number is accepted, as in viewers.
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
