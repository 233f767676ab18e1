// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs
internal import SystemPackage

/// Rows of data for a form, read from a file and, where data of another shape are mapped, put together.
struct FormRows: Sendable {
    var rows: [FormRow] = []
    /// What is wrong with rows, by their numbers.
    var problems: [Int: [String]] = [:]
    /// What a person should know of the data.
    var warnings: [String] = []
    /// What nobody needs to know who does not ask.
    var notes: [String] = []

    /// Reads data.
    ///
    /// - Parameter mapping: the file of a mapping; nil where the data name fields.
    /// - Throws: ``LimnError``; of a mapping that suits neither the data nor the form, too.
    init(
        _ source: FormDataSource, mapping: FilePath?, for form: Form, _ client: JobClient
    ) throws(LimnError) {
        let data = try client.formData(source, isForMapping: mapping != nil)
        warnings = data.warnings
        problems = Dictionary(grouping: data.problems, by: \.row).mapValues { $0.map(\.description) }
        guard let mapping else {
            rows = data.rows
            return
        }
        let profile: FormMapping
        let tree = try client.formData(FormDataSource(mapping, format: .json), isForMapping: true).tree(at: 0)
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
                    problems[number, default: []] += mapped.problems.map(\.sentence)
                }
                if index == 0 { note(mapped) }
            } catch {
                // One document is filled or not; in a batch the other rows go on.
                guard count > 1 else { throw LimnError(.failed, about: mapping, error.description) }
                rows.append(FormRow(number: number))
                problems[number, default: []].append(error.description)
            }
        }
    }

    /// Reads data of one row.
    ///
    /// - Parameter advice: why there must be one, as the end of a sentence.
    init(
        oneOf source: FormDataSource, mapping: FilePath?, for form: Form, _ client: JobClient, orElse advice: String
    ) throws(LimnError) {
        try self.init(source, mapping: mapping, for: form, client)
        if rows.isEmpty { throw LimnError(.failed, about: source.path, "The data have no row.") }
        guard rows.count == 1 else {
            throw LimnError(.refused, about: source.path, "The data have \(rows.count) rows, and \(advice)")
        }
    }

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
