// SPDX-License-Identifier: Apache-2.0

extension FieldCalculation.Function {
    /// Returns the function's value for the numbers, rounded to six decimals; 0 for no numbers, nil if it is not
    /// finite.
    func value(of numbers: [Double]) -> Double? {
        guard let first = numbers.first else { return 0 }
        let result =
            switch self {
            case .sum: numbers.reduce(0, +)
            case .average: numbers.reduce(0, +) / Double(numbers.count)
            case .product: numbers.reduce(1, *)
            case .minimum: numbers.reduce(first, min)
            case .maximum: numbers.reduce(first, max)
            }
        guard result.isFinite else { return nil }
        // Round only if the scaled value is below 2⁵³. Larger doubles have no digits after the sixth decimal.
        let scaled = result * 1e6
        return scaled.magnitude < 0x1p53 ? scaled.rounded() / 1e6 : result
    }
}
