// SPDX-License-Identifier: Apache-2.0

/// An index that finds fields by the names in data.
struct FieldNames: Sendable {
    /// The result of a lookup.
    enum Match {
        /// The index of the field.
        case success(Int)
        case failure(RowProblem)
    }

    private let form: Form
    private let exact: [String: Int]
    /// The indices of fields, by name without surrounding spaces.
    private let trimmed: [String: [Int]]
    /// The indices of fields by full name and by its last part, both reduced to lowercase letters and digits.
    private let similar: [String: [Int]]
    /// The index of the first field below each group, by the group's full name.
    private let groups: [String: Int]

    init(_ form: Form) {
        self.form = form
        var exact: [String: Int] = [:]
        var trimmed: [String: [Int]] = [:]
        var similar: [String: [Int]] = [:]
        var groups: [String: Int] = [:]
        for (index, field) in form.fields.enumerated() {
            if exact[field.name] == nil { exact[field.name] = index }
            trimmed[field.name.trimmed, default: []].append(index)
            let whole = Self.simplified(field.name)
            let last = Self.simplified(field.name.split(separator: ".").last ?? "")
            for key in Set([whole, last]) where similar[key, default: []].count < 3 {
                similar[key, default: []].append(index)
            }
            // The limit avoids quadratic work on names with thousands of parts.
            for end in field.name.indices.lazy.filter({ field.name[$0] == "." }).prefix(100) {
                let group = String(field.name[..<end])
                if groups[group] == nil { groups[group] = index }
            }
        }
        (self.exact, self.trimmed, self.similar, self.groups) = (exact, trimmed, similar, groups)
    }

    private static func simplified(_ name: some StringProtocol) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Finds a field by its exact name, else by its name without surrounding spaces.
    func match(_ name: String) -> Match {
        if let index = exact[name] { return .success(index) }
        let candidates = trimmed[name.trimmed] ?? []
        if candidates.count == 1 { return .success(candidates[0]) }
        if candidates.count > 1 {
            let names = candidates.map { form.fields[$0].name }.quotedList
            return .failure(
                RowProblem(
                    .ambiguousColumn, column: name, field: nil,
                    "The column \(name.quoted) could be any of the fields \(names). Write one of these names exactly.")
            )
        }
        return .failure(RowProblem(.unknownColumn, column: name, field: nil, sentence(unknown: name)))
    }

    private func sentence(unknown name: String) -> String {
        if let first = groups[name.trimmed] {
            return
                "\(name.quoted) is a group of fields. Name the fields in it, such as \(form.fields[first].name.quoted)."
        }
        let others = (similar[Self.simplified(name)] ?? []).map { form.fields[$0].name.quoted }
        let hint =
            others.isEmpty || Self.simplified(name).isEmpty ? "" : " \(others.joined(separator: " or ")) is similar."
        return "No field of the form is named \(name.quoted).\(hint)"
    }
}
