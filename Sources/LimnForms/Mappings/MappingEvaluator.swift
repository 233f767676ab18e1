// SPDX-License-Identifier: Apache-2.0

/// Evaluates expressions for one row. The number of steps, the depth and the amount of text are limited.
struct MappingEvaluator {
    /// A definition of a mapping. It can use only earlier definitions, which rules out recursion.
    struct Definition: Sendable {
        var name: String
        var parameters: [String]
        var expression: MappingExpression
    }

    /// The maximum number of evaluation steps for one row.
    static let maximumSteps = 2_000_000
    /// The maximum total size, in bytes, of the texts that one row produces.
    static let maximumTextBytes = 16 << 20
    private static let maximumDepth = 200

    let data: DataValue
    let tables: DataValue
    let fieldNames: Set<String>
    let definitions: [Definition]
    private let indices: [String: Int]
    private var cache: [Int: DataValue] = [:]
    private var parameters: [String: DataValue] = [:]
    /// The number of definitions, from the first, that the current expression can use.
    private var visible: Int
    private var depth = 0
    private var steps = 0
    private var textBytes = 0
    /// The field or definition being evaluated, for errors.
    private(set) var current = ""

    init(data: DataValue, tables: DataValue, fieldNames: Set<String>, definitions: [Definition]) {
        (self.data, self.tables, self.fieldNames, self.definitions) = (data, tables, fieldNames, definitions)
        indices = Dictionary(definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { _, last in last })
        visible = definitions.count
    }

    /// Returns the value of a field's expression.
    mutating func value(
        of expression: MappingExpression, for field: String
    ) throws(FormMappingError) -> DataValue {
        (current, visible, depth, parameters) = (field, definitions.count, 0, [:])
        return try evaluate(expression)
    }

    func failure(_ column: Int?, _ detail: String) -> FormMappingError {
        FormMappingError(current, column: column, detail)
    }

    /// Adds to the number of steps; throws if it exceeds the limit.
    mutating func spend(_ count: Int = 1) throws(FormMappingError) {
        steps += count
        guard steps <= Self.maximumSteps else { throw failure(nil, "the mapping takes too many steps") }
    }

    /// Returns a produced text as a value; throws if the texts of the row exceed the limit.
    mutating func made(_ text: String) throws(FormMappingError) -> DataValue {
        textBytes += text.utf8.count
        guard textBytes <= Self.maximumTextBytes else { throw failure(nil, "the mapping makes too much text") }
        return .text(text)
    }

    mutating func evaluate(_ expression: MappingExpression) throws(FormMappingError) -> DataValue {
        try spend()
        depth += 1
        guard depth <= Self.maximumDepth else { throw failure(nil, "its definitions are nested too deeply") }
        defer { depth -= 1 }
        switch expression {
        case .value(let value): return value
        case .root: return data
        case .name(let name, let column): return try named(name, column)
        case .template(let parts):
            var text = ""
            for part in parts {
                text += try self.text(try evaluate(part), nil)
                guard text.utf8.count <= Self.maximumTextBytes else {
                    throw failure(nil, "the mapping makes too much text")
                }
            }
            return try made(text)
        case .path(let base, let steps): return try walk(try evaluate(base), steps)
        case .call(let name, let arguments, let column): return try call(name, arguments, column)
        case .list(let parts):
            var values: [DataValue] = []
            for part in parts { values.append(try evaluate(part)) }
            return .list(values)
        case .sum(let terms, let column):
            var total: Double?
            for (isNegative, term) in terms {
                guard let number = try number(try evaluate(term), column) else { continue }
                total = (total ?? 0) + (isNegative ? -number : number)
            }
            return try computed(total, column)
        case .product(let factors, let column):
            var total = 1.0
            for (isDivisor, factor) in factors {
                guard let number = try number(try evaluate(factor), column) else { return .null }
                if isDivisor, number == 0 { throw failure(column, "it divides by zero") }
                total = isDivisor ? total / number : total * number
            }
            return try computed(total, column)
        case .compare(let left, let comparison, let right, let column):
            return .flag(try holds(try evaluate(left), comparison, try evaluate(right), column))
        case .any(let parts):
            for part in parts where isTrue(try evaluate(part)) { return .flag(true) }
            return .flag(false)
        case .every(let parts):
            for part in parts where !isTrue(try evaluate(part)) { return .flag(false) }
            return .flag(true)
        case .not(let part): return .flag(!isTrue(try evaluate(part)))
        case .choice(let condition, let yes, let no): return try evaluate(isTrue(try evaluate(condition)) ? yes : no)
        case .fallback(let first, let second):
            let value = try evaluate(first)
            return isEmpty(value) ? try evaluate(second) : value
        }
    }

    /// Returns the value of a name: a parameter, a definition, a table, or a key of the data, in this order.
    private mutating func named(_ name: String, _ column: Int) throws(FormMappingError) -> DataValue {
        if let value = parameters[name] { return value }
        if let index = indices[name], index < visible {
            guard definitions[index].parameters.isEmpty else {
                throw failure(
                    column, "\(name.quoted) wants \(definitions[index].parameters.count) values in parentheses")
            }
            return try define(index, [])
        }
        if let table = tables[name] { return table }
        return try walk(data, [.member(name)])
    }

    /// Returns the value of a definition. One without parameters is evaluated only once.
    mutating func define(_ index: Int, _ arguments: [DataValue]) throws(FormMappingError) -> DataValue {
        if arguments.isEmpty, let value = cache[index] { return value }
        let definition = definitions[index]
        let saved = (parameters, visible, current)
        parameters = Dictionary(zip(definition.parameters, arguments), uniquingKeysWith: { _, last in last })
        (visible, current) = (index, definition.name)
        let value = try evaluate(definition.expression)
        (parameters, visible, current) = saved
        if arguments.isEmpty { cache[index] = value }
        return value
    }

    private mutating func call(
        _ name: String, _ arguments: [MappingExpression], _ column: Int
    ) throws(FormMappingError) -> DataValue {
        var values: [DataValue] = []
        for argument in arguments { values.append(try evaluate(argument)) }
        if let index = indices[name], index < visible {
            let count = definitions[index].parameters.count
            guard count == values.count, count > 0 else {
                throw failure(column, "\(name.quoted) takes \(count) values, and \(values.count) are given")
            }
            return try define(index, values)
        }
        guard let function = MappingFunction(rawValue: name) else {
            throw failure(column, "there is no function \(name.quoted)")
        }
        guard function.arity.contains(values.count) else {
            throw failure(column, "\(name) takes \(function.arityText) values, and \(values.count) are given")
        }
        return try apply(function, values, column)
    }
}
