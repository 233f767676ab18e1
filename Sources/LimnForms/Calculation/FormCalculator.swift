// SPDX-License-Identifier: Apache-2.0

/// Computes the calculated fields of a form after some of its values have changed.
///
/// Each field is computed once, in the form's calculation order (``Form/calculationOrder``). Later calculations use
/// earlier results. A field whose value the caller gives keeps that value. No script is run: a field with an unknown
/// script keeps its value and is listed in ``Result/notRecalculated``.
public struct FormCalculator: Sendable {
    /// A computed value.
    public struct Recalculation: Equatable, Sendable, Codable {
        /// The field's full name.
        public var name: String
        /// The new value: a number with a decimal point, without separators.
        public var value: String
        /// Whether the field had a different value before.
        public var isChange: Bool
    }

    /// The result of a recalculation.
    public struct Result: Equatable, Sendable, Codable {
        /// The computed values, in order of computation.
        public var recalculated: [Recalculation]
        /// The full names of calculated fields that keep a possibly outdated value, in the order of the form.
        public var notRecalculated: [String]

        /// Makes a result.
        public init(recalculated: [Recalculation], notRecalculated: [String]) {
            self.recalculated = recalculated
            self.notRecalculated = notRecalculated
        }
    }

    private let form: Form
    /// The indices of the fields, by full name.
    private let positions: [String: Int]
    /// The indices of all fields below a group, by the group's full name.
    private let groups: [String: [Int]]

    /// Makes a calculator. One calculator can process many rows.
    public init(_ form: Form) {
        self.form = form
        positions = Dictionary(form.fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        groups = Self.groups(of: form)
    }

    /// Returns the indices of the fields below each group that a calculation names.
    private static func groups(of form: Form) -> [String: [Int]] {
        let names = form.fields.flatMap { field -> [String] in
            switch field.calculation {
            case .simple(_, let names): names
            case .notation(let text): FieldNotation(text)?.names ?? []
            case .custom, nil: []
            }
        }
        var groups = Dictionary(names.map { ($0, [Int]()) }, uniquingKeysWith: { first, _ in first })
        if groups.isEmpty { return [:] }
        for (index, field) in form.fields.enumerated() {
            // The limit avoids quadratic work on names with thousands of parts.
            for end in field.name.indices.lazy.filter({ field.name[$0] == "." }).prefix(100) {
                groups[String(field.name[..<end])]?.append(index)
            }
        }
        return groups
    }

    /// Computes the fields.
    ///
    /// - Parameter given: The new values by full field name, in the format of ``FormField/values``. All other fields
    ///   keep their values.
    public func recalculate(given: [String: [String]]) -> Result {
        var values = given
        var done: Set<String> = []
        var result = Result(recalculated: [], notRecalculated: [])
        for name in form.calculationOrder where done.insert(name).inserted && given[name] == nil {
            guard let index = positions[name], let calculation = form.fields[index].calculation,
                let value = value(of: calculation, values)
            else {
                done.remove(name)
                continue
            }
            let previous = form.fields[index].values
            result.recalculated.append(Recalculation(name: name, value: value, isChange: previous != [value]))
            values[name] = [value]
        }
        for field in form.fields where field.calculation != nil && given[field.name] == nil {
            if done.insert(field.name).inserted { result.notRecalculated.append(field.name) }
        }
        return result
    }

    /// The maximum number of fields in one calculation, far more than any real form has.
    private static let maximumFields = 100_000

    /// Returns the result of a calculation as text; nil if the calculation is unknown or its result not finite.
    private func value(of calculation: FieldCalculation, _ values: [String: [String]]) -> String? {
        let number: Double? =
            switch calculation {
            case .simple(let function, let names): numbers(in: names, values).flatMap(function.value)
            case .notation(let text):
                FieldNotation(text)?.value { name in fields(named: name).first.map { self.number(in: $0, values) } ?? 0
                }
            case .custom: nil
            }
        return number.flatMap { DecimalNumber($0)?.text }
    }

    /// Returns the numbers in fields and groups; nil if there are too many fields.
    private func numbers(in names: [String], _ values: [String: [String]]) -> [Double]? {
        var numbers: [Double] = []
        for name in names {
            let fields = fields(named: name)
            guard numbers.count + fields.count <= Self.maximumFields else { return nil }
            numbers += fields.map { number(in: $0, values) }
        }
        return numbers
    }

    /// Returns the index of the field with this full name, or the indices of all fields in the group with this name;
    /// empty if there is neither.
    private func fields(named name: String) -> [Int] {
        positions[name].map { [$0] } ?? groups[name] ?? []
    }

    /// Returns the number in a field. A check box or radio button that is on counts as its export value; anything
    /// without a number counts as 0.
    private func number(in index: Int, _ values: [String: [String]]) -> Double {
        let field = form.fields[index]
        guard let value = (values[field.name] ?? field.values).first else { return 0 }
        var text = value
        if field.kind == .check || field.kind == .radio {
            if value == "Off" { return 0 }
            text = field.options.first { $0.state == value }?.value ?? value
        }
        return DecimalNumber.prefix(of: text)?.number.double ?? 0
    }
}
