// SPDX-License-Identifier: Apache-2.0

extension MappingEvaluator {
    /// Unwraps a list: one element counts as that value, an empty list as null.
    func unwrapped(_ value: DataValue) -> DataValue {
        guard case .list(let values) = value, values.count < 2 else { return value }
        return values.first ?? .null
    }

    /// Returns a value as a number; nil for null, a blank text and an empty list.
    func number(_ value: DataValue, _ column: Int?) throws(FormMappingError) -> Double? {
        switch unwrapped(value) {
        case .null: return nil
        case .flag(let flag): return flag ? 1 : 0
        case .number(let text), .text(let text):
            if text.isBlank { return nil }
            guard let number = DecimalNumber.whole(text)?.double else {
                throw failure(column, "\(text.quoted) is not a number")
            }
            return number
        case .list(let values):
            throw failure(column, "\(values.count) values where one number is needed; use first, sum or join")
        case .object: throw failure(column, "an object where a number is needed")
        case .invalid(let detail): throw failure(column, "a value \(detail)")
        }
    }

    /// Returns a computed number, rounded to 15 significant digits to remove binary rounding errors.
    func computed(_ number: Double?, _ column: Int?) throws(FormMappingError) -> DataValue {
        guard let number else { return .null }
        guard let decimal = DecimalNumber(number) else { throw failure(column, "the result is too large") }
        return .number(decimal.rounded(significant: 15).text)
    }

    /// Returns a value as text. The texts of a list are joined by commas.
    func text(_ value: DataValue, _ column: Int?) throws(FormMappingError) -> String {
        switch value {
        case .null: return ""
        case .flag(let flag): return flag ? "true" : "false"
        case .number(let text), .text(let text): return text
        case .list(let values):
            var texts: [String] = []
            for value in values {
                if case .list = value { throw failure(column, "a list of lists where a text is needed") }
                let text = try text(value, column)
                if !text.isEmpty { texts.append(text) }
            }
            return texts.joined(separator: ", ")
        case .object: throw failure(column, "an object where a text is needed")
        case .invalid(let detail): throw failure(column, "a value \(detail)")
        }
    }

    /// Whether a value is empty: null, a blank text, or an empty list or object.
    func isEmpty(_ value: DataValue) -> Bool {
        switch value {
        case .null: true
        case .text(let text): text.isBlank
        case .list(let values): values.isEmpty
        case .object(let members): members.isEmpty
        case .flag, .number, .invalid: false
        }
    }

    /// Whether a value counts as true. False, 0, the texts “false” and “0”, and empty values do not.
    func isTrue(_ value: DataValue) -> Bool {
        switch unwrapped(value) {
        case .flag(let flag): flag
        case .text("0"), .text("false"): false
        case .number(let text): DecimalNumber.whole(text)?.isZero == false
        case let value: !isEmpty(value)
        }
    }

    /// Whether a comparison holds. Two numbers are compared by value, everything else as text.
    func holds(
        _ left: DataValue, _ comparison: MappingExpression.Comparison, _ right: DataValue, _ column: Int?
    ) throws(FormMappingError) -> Bool {
        let (a, b) = (unwrapped(left), unwrapped(right))
        let order: Int
        if let x = plainNumber(a), let y = plainNumber(b) {
            order = x < y ? -1 : x > y ? 1 : 0
        } else if a == .null || b == .null {
            // Null equals empty values, and is neither less nor greater than anything.
            let isEqual = isEmpty(a) && isEmpty(b)
            return comparison == .equal ? isEqual : comparison == .unequal ? !isEqual : false
        } else {
            let (x, y) = (try text(a, column), try text(b, column))
            switch comparison {
            case .starts: return x.hasPrefix(y)
            case .ends: return x.hasSuffix(y)
            case .contains: return y.isEmpty || x.contains(y)
            default: break
            }
            order = x < y ? -1 : x > y ? 1 : 0
        }
        return switch comparison {
        case .equal: order == 0
        case .unequal: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .starts, .ends, .contains: try textHolds(a, comparison, b, column)
        }
    }

    private func textHolds(
        _ a: DataValue, _ comparison: MappingExpression.Comparison, _ b: DataValue, _ column: Int?
    ) throws(FormMappingError) -> Bool {
        let (x, y) = (try text(a, column), try text(b, column))
        return switch comparison {
        case .starts: x.hasPrefix(y)
        case .ends: x.hasSuffix(y)
        default: x.contains(y)
        }
    }

    /// Returns the number if the value is a number or a text that is entirely a number, else nil.
    private func plainNumber(_ value: DataValue) -> Double? {
        switch value {
        case .number(let text), .text(let text): DecimalNumber.whole(text)?.double
        case .null, .flag, .list, .object, .invalid: nil
        }
    }
}
