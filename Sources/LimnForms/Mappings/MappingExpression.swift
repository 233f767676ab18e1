// SPDX-License-Identifier: Apache-2.0

/// An expression of a mapping, parsed. Each part knows the column at which it starts, from 1.
indirect enum MappingExpression: Sendable {
    /// A comparison of two values.
    enum Comparison: String, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// The first text starts with, ends with or contains the second.
        case starts = "^="
        case ends = "$="
        case contains = "*="
    }

    /// A condition of a filter. A list of values holds if one of them does.
    struct Condition: Sendable {
        /// The path from the element; empty for the element itself.
        var path: [Step]
        var comparison: Comparison
        var values: [MappingExpression]
        var column: Int
    }

    /// A step of a path.
    enum Step: Sendable {
        /// The value of a key; of a list, the values of all its elements.
        case member(String)
        /// All values of an object or list. Lists among them are joined.
        case all
        /// An element by its number, from 0; negative from the end. A text names a key.
        case index(MappingExpression, column: Int)
        /// The elements that meet all conditions, sorted by their names.
        case filter([Condition], column: Int)
    }

    case value(DataValue)
    /// A text with expressions in braces.
    case template([MappingExpression])
    /// A value by its name: a parameter, a definition, or a key of the data.
    case name(String, column: Int)
    /// The whole data.
    case root
    case path(MappingExpression, [Step])
    case call(String, [MappingExpression], column: Int)
    case list([MappingExpression])
    /// Terms with their signs.
    case sum([(isNegative: Bool, term: MappingExpression)], column: Int)
    /// A product; divisors are marked.
    case product([(isDivisor: Bool, factor: MappingExpression)], column: Int)
    case compare(MappingExpression, Comparison, MappingExpression, column: Int)
    case any([MappingExpression])
    case every([MappingExpression])
    case not(MappingExpression)
    case choice(MappingExpression, MappingExpression, MappingExpression)
    /// The first value unless it is empty, else the second.
    case fallback(MappingExpression, MappingExpression)
}

/// Why an expression of a mapping cannot be read or has no value.
public struct FormMappingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the expression stands: the name of a field or definition; nil for the mapping as a whole.
    public let name: String?
    /// The column in the expression, from 1; nil where no expression is concerned.
    public let column: Int?
    /// What is wrong, as a part of a sentence.
    public let detail: String

    init(_ name: String?, column: Int? = nil, _ detail: String) {
        self.name = name
        self.column = column
        self.detail = detail
    }

    /// A sentence.
    public var description: String {
        guard let name else { return "The mapping cannot be used: \(detail)." }
        return "The mapping of \(name.quoted)\(column.map { ", column \($0)" } ?? ""): \(detail)."
    }
}
