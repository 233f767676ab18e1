// SPDX-License-Identifier: Apache-2.0

/// A parsed expression of a mapping. Columns count from 1.
indirect enum MappingExpression: Sendable {
    /// A comparison of two values.
    enum Comparison: String, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// `^=`, `$=` and `*=`: the first text starts with, ends with or contains the second.
        case starts = "^="
        case ends = "$="
        case contains = "*="
    }

    /// A condition of a filter. It holds if the comparison holds for at least one of the values; `!=` must hold for
    /// all.
    struct Condition: Sendable {
        /// The path from the element; empty for the element itself.
        var path: [Step]
        var comparison: Comparison
        var values: [MappingExpression]
        var column: Int
    }

    /// A step of a path.
    enum Step: Sendable {
        /// The value of a key; for a list, the values of all its elements.
        case member(String)
        /// All values of an object or list. Nested lists are flattened by one level.
        case all
        /// An element by its index, from 0; a negative index counts from the end. A text selects a key.
        case index(MappingExpression, column: Int)
        /// The elements that meet all conditions, sorted by `name` if all have a text there.
        case filter([Condition], column: Int)
    }

    case value(DataValue)
    /// A text with expressions in braces.
    case template([MappingExpression])
    /// A value by its name: a parameter, a definition, a table, or a key of the data.
    case name(String, column: Int)
    /// The whole data.
    case root
    case path(MappingExpression, [Step])
    case call(String, [MappingExpression], column: Int)
    case list([MappingExpression])
    /// A sum of terms, each with its sign.
    case sum([(isNegative: Bool, term: MappingExpression)], column: Int)
    /// A product of factors and divisors.
    case product([(isDivisor: Bool, factor: MappingExpression)], column: Int)
    case compare(MappingExpression, Comparison, MappingExpression, column: Int)
    case any([MappingExpression])
    case every([MappingExpression])
    case not(MappingExpression)
    case choice(MappingExpression, MappingExpression, MappingExpression)
    /// The first value unless it is empty, else the second.
    case fallback(MappingExpression, MappingExpression)
}

/// The error for a mapping that is invalid, or an expression that has no value.
public struct FormMappingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the field or definition with the expression; nil for the mapping as a whole.
    public let name: String?
    /// The column in the expression, from 1; nil if the error does not belong to a column.
    public let column: Int?
    /// The problem, as part of a sentence.
    public let detail: String

    init(_ name: String?, column: Int? = nil, _ detail: String) {
        self.name = name
        self.column = column
        self.detail = detail
    }

    /// The error as a sentence.
    public var description: String {
        guard let name else { return "The mapping cannot be used: \(detail)." }
        return "The mapping of \(name.quoted)\(column.map { ", column \($0)" } ?? ""): \(detail)."
    }
}
