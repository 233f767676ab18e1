// SPDX-License-Identifier: Apache-2.0

/// A built-in function of mapping expressions.
enum MappingFunction: String, CaseIterable, Sendable {
    // Numbers.
    case signed, mod, floor, ceil, round, abs, min, max, number
    // Lists.
    case sum, count, first, last, join, lines, sort, unique, take, contains
    // Texts.
    case text, upper, lower, trim, replace
    // Others.
    case lookup
    case fallback = "default"
    case hasField

    /// The number of arguments it accepts.
    var arity: ClosedRange<Int> {
        switch self {
        case .round, .join, .sort: 1...2
        case .take, .contains, .fallback: 2...2
        case .lookup: 2...3
        case .replace: 3...3
        case .min, .max, .sum: 1...100
        default: 1...1
        }
    }

    var arityText: String {
        arity.count == 1
            ? "\(arity.lowerBound)"
            : arity.upperBound == 100 ? "at least one" : "\(arity.lowerBound) or \(arity.upperBound)"
    }
}

extension MappingEvaluator {
    /// Applies a function to its arguments. Numeric functions return null for null.
    mutating func apply(
        _ function: MappingFunction, _ values: [DataValue], _ column: Int
    ) throws(FormMappingError) -> DataValue {
        let value = values[0]
        switch function {
        case .signed, .mod, .floor, .ceil, .round, .abs: return try number(function, values, column)
        case .number: return DecimalNumber.prefix(of: try text(value, column)).map { .number($0.number.text) } ?? .null
        case .min, .max, .sum:
            var numbers: [Double] = []
            for value in values {
                for element in try elements(of: value) {
                    if let number = try number(element, column) { numbers.append(number) }
                }
            }
            if function == .sum { return try computed(numbers.reduce(0, +), column) }
            return try computed(function == .min ? numbers.min() : numbers.max(), column)
        case .count: return .number("\(try elements(of: value).count)")
        case .first: return try elements(of: value).first ?? .null
        case .last: return try elements(of: value).last ?? .null
        case .join: return try joined(value, by: values.count > 1 ? try text(values[1], column) : ", ", column)
        case .lines: return try joined(value, by: "\n", column)
        case .sort:
            let path = values.count > 1 ? try text(values[1], column) : "name"
            let steps = path.split(separator: ".").prefix(20).map { MappingExpression.Step.member(String($0)) }
            return .list(try sorted(try elements(of: value), by: path.isEmpty ? [] : steps))
        case .unique:
            var seen: Set<String> = []
            var found: [DataValue] = []
            for element in try elements(of: value) where seen.insert(try text(element, column)).inserted {
                found.append(element)
            }
            return .list(found)
        case .take:
            let count = try number(values[1], column) ?? 0
            return .list(
                Array(
                    try elements(of: value).prefix(
                        Int(exactly: Swift.max(0, Swift.min(1e9, count.rounded(.down)))) ?? 0)))
        case .contains:
            if case .text(let whole) = value { return .flag(whole.contains(try text(values[1], column))) }
            for element in try elements(of: value) where try holds(element, .equal, values[1], column) {
                return .flag(true)
            }
            return .flag(false)
        case .text: return try made(HTMLText.plain(try text(value, column)))
        case .upper: return try made(try text(value, column).uppercased())
        case .lower: return try made(try text(value, column).lowercased())
        case .trim: return try made(try text(value, column).trimmed)
        case .replace:
            let (whole, old, new) = (try text(value, column), try text(values[1], column), try text(values[2], column))
            guard !old.isEmpty else { return .text(whole) }
            guard old.utf8.count <= 1000 else { throw failure(column, "replace looks for at most 1000 characters") }
            // Check the size before making the text.
            let count = whole.ranges(of: old).count
            guard count == 0 || new.utf8.count <= Self.maximumTextBytes / count else {
                throw failure(column, "the mapping makes too much text")
            }
            return try made(whole.replacing(old, with: new))
        case .lookup:
            let key = try text(values[1], column)
            let fallback = values.count > 2 ? values[2] : .null
            guard case .list(let rows) = value else { return value[key] ?? fallback }
            guard let number = try number(values[1], column), let index = Int(exactly: number),
                rows.indices.contains(index)
            else {
                return fallback
            }
            return rows[index]
        case .fallback: return isEmpty(value) ? values[1] : value
        case .hasField: return .flag(fieldNames.contains(try text(value, column)))
        }
    }

    private func number(
        _ function: MappingFunction, _ values: [DataValue], _ column: Int
    ) throws(FormMappingError) -> DataValue {
        guard let number = try number(values[0], column) else { return .null }
        switch function {
        case .signed:
            guard let decimal = DecimalNumber(number) else { return .null }
            let text = decimal.rounded(significant: 15).text
            return .text(number < 0 ? text : "+" + text)
        case .mod: return try computed(((number - 10) / 2).rounded(.down), column)
        case .floor: return try computed(number.rounded(.down), column)
        case .ceil: return try computed(number.rounded(.up), column)
        case .abs: return try computed(number.magnitude, column)
        default:
            let digits = values.count > 1 ? try self.number(values[1], column) ?? 0 : 0
            guard let count = Int(exactly: digits), 0...15 ~= count, let decimal = DecimalNumber(number) else {
                throw failure(column, "round takes 0 to 15 decimals")
            }
            return .number(decimal.rounded(decimals: count).text)
        }
    }

    private mutating func joined(_ value: DataValue, by separator: String, _ column: Int) throws(FormMappingError)
        -> DataValue
    {
        var texts: [String] = []
        var bytes = 0
        for element in try elements(of: value) {
            let text = try text(element, column)
            guard !text.isEmpty else { continue }
            texts.append(text)
            bytes += text.utf8.count + separator.utf8.count
            guard bytes <= Self.maximumTextBytes else { throw failure(column, "the mapping makes too much text") }
        }
        return try made(texts.joined(separator: separator))
    }
}
