// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs
internal import SystemPackage

/// The rows of data for a form. They are read from a file or, with a mapping, derived from data of another shape.
struct FormRows: Sendable {
    var rows: [FormRow] = []
    /// The reasons why rows cannot be read as they were meant, by row number.
    var problems: [Int: [String]] = [:]
    /// The reasons why a mapping gives fields of a row no value, by row number.
    var fieldProblems: [Int: [String]] = [:]
    /// Warnings about the data.
    var warnings: [String] = []
    /// Notes about the data, for users who want every detail.
    var notes: [String] = []

    /// Makes the rows of data that were read before.
    init(_ row: FormRow) { rows = [row] }

    /// Reads the rows of a file whose columns name fields.
    ///
    /// - Throws: ``LimnError``, also if a row cannot be read as it was meant.
    static func all(of source: FormDataSource, _ client: JobClient) throws(LimnError) -> [FormRow] {
        let data = try source.read(client)
        if let problem = data.problems.first {
            throw LimnError(.failed, about: source.path, problem.description)
        }
        guard !data.rows.isEmpty else { throw LimnError(.failed, about: source.path, "The data have no rows.") }
        return data.rows
    }

    /// Reads data from a file.
    ///
    /// - Parameter mapping: the file of a mapping; nil if the data name the fields themselves.
    /// - Throws: ``LimnError``, also if the mapping suits neither the data nor the form.
    init(
        _ source: FormDataSource, mapping: FilePath?, for form: Form, _ client: JobClient
    ) throws(LimnError) {
        let data = try source.read(client, isForMapping: mapping != nil)
        warnings = data.warnings
        problems = Dictionary(grouping: data.problems, by: \.row).mapValues { $0.map(\.description) }
        guard let mapping else {
            rows = data.rows
            return
        }
        let profile: FormMapping
        let tree = try client.mapping(in: mapping)
        do throws(FormMappingError) { profile = try FormMapping(tree) } catch {
            throw LimnError(.failed, about: mapping, error.description)
        }
        let count = max(data.rows.count, data.trees.count)
        for index in 0..<count {
            let number = data.rows.indices.contains(index) ? data.rows[index].number : index + 1
            do throws(FormMappingError) {
                let mapped = try profile.row(from: data.tree(at: index), number: number, for: form)
                rows.append(mapped.row)
                if !mapped.problems.isEmpty {
                    fieldProblems[number, default: []] += mapped.problems.map(\.sentence)
                }
                if index == 0 { note(mapped) }
            } catch {
                // A single document is filled or not. In a batch, the other rows are still filled.
                guard count > 1 else { throw LimnError(.failed, about: mapping, error.description) }
                rows.append(FormRow(number: number))
                problems[number, default: []].append(error.description)
            }
        }
    }

    /// Reads data that must have exactly one row.
    ///
    /// - Parameter advice: the reason why there must be one row, as the end of an error's sentence.
    init(
        oneOf source: FormDataSource, mapping: FilePath?, for form: Form, _ client: JobClient, orElse advice: String
    ) throws(LimnError) {
        try self.init(source, mapping: mapping, for: form, client)
        if rows.isEmpty { throw LimnError(.failed, about: source.path, "The data have no rows.") }
        guard rows.count == 1 else {
            throw LimnError(.refused, about: source.path, "The data have \(rows.count) rows, and \(advice)")
        }
    }

    /// The problems of all rows.
    var allProblems: [String] { problems.values.flatMap(\.self) + fieldProblems.values.flatMap(\.self) }

    private mutating func note(_ mapped: MappedRow) {
        func list(_ names: [String]) -> String {
            names.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
                + (names.count > 20 ? " and \(names.count - 20) more" : "")
        }
        if !mapped.unmapped.isEmpty {
            notes.append("The mapping does not fill these fields: \(list(mapped.unmapped)).")
        }
        if !mapped.absent.isEmpty { notes.append("The form does not have these fields: \(list(mapped.absent)).") }
    }
}
