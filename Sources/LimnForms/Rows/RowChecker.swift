// SPDX-License-Identifier: Apache-2.0

/// Converts rows of data to changes of a form's fields, and reports entries that do not suit the form.
///
/// Column names are full field names. If no field has the name, it is compared again without surrounding spaces. Each
/// kind of field accepts these entries:
///
/// - A text field takes texts and numbers. In a single-line field, line breaks become spaces. A text that is too long
///   is a problem; nothing is truncated.
/// - A check box takes the names of its states, its export values, and words for on and off; see ``ButtonWord``.
/// - Radio buttons take an export value, the name of a state, or a caption, in this order. `@2` is the second button.
/// - Lists and combo boxes take export values or displayed texts. Editable combo boxes take any text.
/// - Multiple-selection lists also take several rows in one text, one per line.
/// - Push buttons take a picture: `@` and the file's path.
/// - Password fields, file-select fields and signatures are not filled.
///
/// Changing a read-only field is a problem unless viewers compute its value.
///
/// An empty text clears a field. Fields without an entry keep their values. The column ``fileColumn`` is ignored.
public struct RowChecker: Sendable {
    /// Options for checking rows.
    public struct Options: Hashable, Sendable {
        /// Whether read-only fields are also filled.
        public var fillsReadOnly: Bool
        /// Whether entries may name pictures. Set it to false if untrusted data must not open files.
        public var allowsPictures: Bool

        /// Makes options.
        public init(fillsReadOnly: Bool = false, allowsPictures: Bool = true) {
            self.fillsReadOnly = fillsReadOnly
            self.allowsPictures = allowsPictures
        }
    }

    /// The column in which ``FormCSVWriter`` writes the name of the source file. No field has this name.
    public static let fileColumn = "@file"

    private let form: Form
    private let options: Options
    private let names: FieldNames
    private let required: [Int]

    /// Makes a checker. One checker can process many rows.
    public init(_ form: Form, options: Options = .init()) {
        self.form = form
        self.options = options
        names = FieldNames(form)
        required = form.fields.indices.filter { form.fields[$0].flags.contains(.required) }
    }

    /// Checks a row.
    public func check(_ row: FormRow) -> RowCheck {
        var check = RowCheck(row: row.number)
        var columns: [Int: String] = [:]
        for entry in row.entries.flatMap(numbered) {
            switch names.match(entry.name) {
            case .failure where entry.name == Self.fileColumn: break
            case .failure(let problem): check.problems.append(problem)
            case .success(let index):
                let field = form.fields[index]
                if let other = columns.updateValue(entry.name, forKey: index) {
                    check.problems.append(
                        RowProblem(
                            .givenTwice, column: entry.name, field: field.name,
                            "The columns \(other.quoted) and \(entry.name.quoted) both fill the field "
                                + "\(field.name.quoted)."
                        ))
                    continue
                }
                add(entry, field, to: &check)
            }
        }
        addMissing(to: &check)
        return check
    }

    /// Returns the problem of a column that names no field; nil if it names one or several.
    public func problem(ofColumn entry: FormRow.Entry) -> RowProblem? {
        guard entry.name != Self.fileColumn, numbered(entry).count == 1,
            case .failure(let problem) = names.match(entry.name), problem.code == .unknownColumn
        else { return nil }
        return problem
    }

    /// Returns an entry for each value of a list if the fields are numbered: `wound.1`, `wound.2`, … for `wound`.
    private func numbered(_ entry: FormRow.Entry) -> [FormRow.Entry] {
        guard case .list(let texts) = entry.entry, case .failure = names.match(entry.name),
            case .success = names.match("\(entry.name).1")
        else { return [entry] }
        return texts.enumerated().map { .init("\(entry.name).\($0 + 1)", .text($1)) }
    }

    private func add(_ entry: FormRow.Entry, _ field: FormField, to check: inout RowCheck) {
        var resolver = EntryResolver(field: field, column: entry.name, allowsPictures: options.allowsPictures)
        guard let change = resolver.change(for: entry.entry) else {
            check.problems += resolver.problems
            return
        }
        if field.flags.contains(.readOnly), !change.isUnchanged, !options.fillsReadOnly {
            // Computed fields are read-only to keep users from changing them. Data may set them, since no script runs.
            guard field.calculation != nil else {
                check.problems.append(
                    RowProblem(
                        .readOnly, column: entry.name, field: field.name,
                        "The form does not let people change \(field.name.quoted): it is read-only."))
                return
            }
            resolver.warn(.readOnly, "is computed in viewers. It gets the value of the data instead.")
        }
        check.problems += resolver.problems
        check.warnings += resolver.warnings
        if resolver.problems.isEmpty, !resolver.isLeftAlone { check.changes.append(change) }
    }

    private func addMissing(to check: inout RowCheck) {
        guard !required.isEmpty else { return }
        let values = check.values
        for index in required {
            let field = form.fields[index]
            let value = (values[field.name] ?? field.values).filter { $0 != "Off" || field.kind == .text }
            if value.allSatisfy(\.isEmpty), field.kind != .push, field.kind != .signature {
                check.warnings.append(
                    RowProblem(
                        .missing, column: nil, field: field.name,
                        "The form requires a value for \(field.name.quoted), but there is none."))
            }
        }
    }
}
