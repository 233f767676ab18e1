// SPDX-License-Identifier: Apache-2.0

/// The result of applying a mapping to one row of data.
public struct MappedRow: Equatable, Sendable, Codable {
    /// The entries, for ``RowChecker``. Fields whose expression has no value are omitted and keep their values.
    public var row: FormRow
    /// The reasons why fields got no value.
    public var problems: [RowProblem]
    /// The name of the chosen sheet; nil if it has none.
    public var sheet: String?
    /// The fields of the form that the mapping does not name, in the order of the form, without push buttons and
    /// signatures.
    public var unmapped: [String]
    /// The fields that the mapping names but the form lacks. Their expressions are not evaluated.
    public var absent: [String]
}

extension FormMapping {
    /// Applies the mapping to one row of data.
    ///
    /// - Parameters:
    ///   - data: The data of one row, as a ``DataValue``.
    ///   - number: The row's number, from 1.
    ///   - form: The form. If no name matches exactly, names match without surrounding spaces.
    /// - Throws: ``FormMappingError`` if no sheet suits the data and the form, or if a condition has no value. If a
    ///   field's expression fails, only that field gets a problem.
    public func row(from data: DataValue, number: Int = 1, for form: Form) throws(FormMappingError) -> MappedRow {
        let names = FieldNames(form)
        let fieldNames = Set(form.fields.map(\.name))
        func evaluator(_ definitions: [MappingEvaluator.Definition]) -> MappingEvaluator {
            MappingEvaluator(data: data, tables: tables, fieldNames: fieldNames, definitions: definitions)
        }
        if let when {
            var evaluator = evaluator(definitions)
            guard evaluator.isTrue(try evaluator.value(of: when, for: "when")) else {
                throw FormMappingError(nil, "\(name?.quoted ?? "it") is for other data than these")
            }
        }
        var chosen: Sheet?
        for sheet in sheets where chosen == nil {
            guard let when = sheet.when else {
                chosen = sheet
                break
            }
            var evaluator = evaluator(definitions + sheet.definitions)
            if evaluator.isTrue(try evaluator.value(of: when, for: "when")) { chosen = sheet }
        }
        guard let sheet = chosen else {
            let known = sheets.compactMap(\.name)
            throw FormMappingError(
                nil, "it has no sheet for this form\(known.isEmpty ? "" : "; it knows \(known.quotedList)")")
        }
        var values = evaluator(definitions + sheet.definitions)
        var mapped = MappedRow(row: FormRow(number: number), problems: [], sheet: sheet.name, unmapped: [], absent: [])
        var covered: Set<String> = []
        for (name, expression) in sheet.fields {
            guard case .success(let index) = names.match(name) else {
                mapped.absent.append(name)
                continue
            }
            let field = form.fields[index].name
            covered.insert(field)
            do throws(FormMappingError) {
                let value = try values.value(of: expression, for: name)
                if let entry = try Self.entry(value, for: name) { mapped.row.entries.append(.init(field, entry)) }
            } catch {
                mapped.problems.append(RowProblem(.mapping, column: name, field: field, error.description))
            }
        }
        mapped.unmapped = form.fields
            .filter { $0.kind != .push && $0.kind != .signature && !covered.contains($0.name) }.map(\.name)
        return mapped
    }

    /// Returns the entry for a value; nil for null and an empty list.
    private static func entry(_ value: DataValue, for name: String) throws(FormMappingError) -> FieldEntry? {
        switch value {
        case .null: return nil
        case .text(let text): return .text(text)
        case .number(let text): return .number(text)
        case .flag(let flag): return .flag(flag)
        case .object: throw FormMappingError(name, "its value is an object")
        case .invalid(let detail): throw FormMappingError(name, "its value \(detail)")
        case .list(let values):
            // Most filters find at most one element.
            if values.isEmpty { return nil }
            if values.count == 1 { return try entry(values[0], for: name) }
            var texts: [String] = []
            for value in values {
                switch value {
                case .text(let text), .number(let text): texts.append(text)
                case .flag(let flag): texts.append(flag ? "true" : "false")
                case .null: break
                case .list, .object, .invalid:
                    throw FormMappingError(name, "its value is a list of something else than texts and numbers")
                }
            }
            return .list(texts)
        }
    }
}
