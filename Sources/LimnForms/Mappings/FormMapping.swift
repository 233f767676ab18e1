// SPDX-License-Identifier: Apache-2.0

/// A mapping, which computes the fields of a form from data of a different shape.
///
/// A mapping is a JSON object, separate from the data:
///
/// ```json
/// {
///   "name": "My game to my sheet",
///   "when": "system.abilities",
///   "tables": {"sizes": {"sm": "Small", "med": "Medium"}},
///   "let": {"level": "sum(items[type=class].system.levels)", "score(key)": "system.abilities[(key)].value"},
///   "fields": {"Race ": "system.details.race", "DEXmod ": "signed(mod(score('dex')))"}
/// }
/// ```
///
/// `when` is a condition that is true if the mapping suits the data and the form. Instead of `fields` there may be
/// `sheets`, a list of objects with their own `when`, `let` and `fields`; the first suitable one is used. The value of
/// a field is an expression, a number, true or false. The article <doc:Mappings> describes the expressions.
public struct FormMapping: Sendable {
    struct Sheet: Sendable {
        var name: String?
        var when: MappingExpression?
        var definitions: [MappingEvaluator.Definition]
        /// The fields in the order of the mapping.
        var fields: [(name: String, expression: MappingExpression)]
    }

    /// The mapping's name; nil if it has none.
    public let name: String?
    let when: MappingExpression?
    let definitions: [MappingEvaluator.Definition]
    let tables: DataValue
    let sheets: [Sheet]

    /// Parses a mapping. Expressions are parsed here and evaluated for each row, so a mapping can be used for many rows
    /// and from any thread.
    ///
    /// - Parameter tree: The JSON object. The key `about` is for comments.
    /// - Throws: ``FormMappingError`` if a key is unknown, an expression is invalid, there are no fields, or there are
    ///   more than 100 sheets. It names the place in the mapping.
    public init(_ tree: DataValue) throws(FormMappingError) {
        guard case .object(let members) = tree else { throw FormMappingError(nil, "it is not an object") }
        try Self.check(members, ["name", "when", "let", "tables", "fields", "sheets", "about"])
        name = tree["name"]?.text
        when = try Self.condition(tree["when"])
        definitions = try Self.definitions(tree["let"])
        switch tree["tables"] {
        case nil, .null: tables = .object([])
        case .object(let members): tables = .object(members)
        default: throw FormMappingError("tables", "it is not an object with tables")
        }
        if let sheets = tree["sheets"] {
            guard tree["fields"] == nil, case .list(let values) = sheets, !values.isEmpty, values.count <= 100 else {
                throw FormMappingError("sheets", "it is not a list of sheets, or there are fields beside it")
            }
            var read: [Sheet] = []
            for value in values {
                guard case .object(let members) = value else {
                    throw FormMappingError("sheets", "a sheet is not an object")
                }
                try Self.check(members, ["name", "when", "let", "fields", "about"])
                read.append(try Self.sheet(value))
            }
            self.sheets = read
        } else {
            sheets = [try Self.sheet(.object(members.filter { $0.key == "fields" }))]
        }
    }

    private static func check(_ members: [DataValue.Member], _ known: Set<String>) throws(FormMappingError) {
        for member in members where !known.contains(member.key) {
            throw FormMappingError(
                nil, "the key \(member.key.quoted) means nothing. Known are \(known.sorted().quotedList)")
        }
    }

    private static func condition(_ value: DataValue?) throws(FormMappingError) -> MappingExpression? {
        try value.map { value throws(FormMappingError) in try expression(value, of: "when") }
    }

    private static func sheet(_ tree: DataValue) throws(FormMappingError) -> Sheet {
        guard case .object(let members)? = tree["fields"] else {
            throw FormMappingError("fields", "there are no fields")
        }
        guard members.count <= 20_000 else { throw FormMappingError("fields", "there are more than 20000 fields") }
        var fields: [(name: String, expression: MappingExpression)] = []
        var names: Set<String> = []
        for member in members where member.value != .null {
            guard names.insert(member.key).inserted else {
                throw FormMappingError(member.key, "the field is named twice")
            }
            fields.append((member.key, try expression(member.value, of: member.key)))
        }
        return Sheet(
            name: tree["name"]?.text, when: try condition(tree["when"]), definitions: try definitions(tree["let"]),
            fields: fields)
    }

    private static func expression(_ value: DataValue, of name: String) throws(FormMappingError) -> MappingExpression {
        switch value {
        case .text(let text): try MappingParser.parse(text, of: name)
        case .number, .flag: .value(value)
        case .null, .list, .object:
            throw FormMappingError(name, "its value is not an expression, a number, true or false")
        case .invalid(let detail): throw FormMappingError(name, "its value \(detail)")
        }
    }

    /// Parses definitions: names, optionally with parameters in parentheses, and their expressions.
    private static func definitions(_ tree: DataValue?) throws(FormMappingError) -> [MappingEvaluator.Definition] {
        guard let tree, tree != .null else { return [] }
        guard case .object(let members) = tree, members.count <= 1000 else {
            throw FormMappingError("let", "it is not an object with definitions")
        }
        var definitions: [MappingEvaluator.Definition] = []
        for member in members {
            let parts = member.key.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            var parameters: [String] = []
            if parts.count == 2 {
                guard parts[1].hasSuffix(")") else {
                    throw FormMappingError(member.key, "its parameters have no ) behind them")
                }
                parameters = parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
            }
            let name = parts[0].trimmed
            guard ([name] + parameters).allSatisfy(isName), Set(parameters).count == parameters.count else {
                throw FormMappingError(
                    member.key, "it is not a name of letters, digits and underscores, or one of its parameters is not")
            }
            guard MappingFunction(rawValue: name) == nil else {
                throw FormMappingError(member.key, "a function has this name already")
            }
            definitions.append(
                .init(name: name, parameters: parameters, expression: try expression(member.value, of: member.key)))
        }
        return definitions
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0) }
    }
}
