// SPDX-License-Identifier: Apache-2.0

/// Turns rows of data into changes of a form's fields, and tells what does not suit the form.
///
/// Names of columns are full names of fields. A name that no field has is compared once more without the spaces at the ends of
/// both. Each kind of field takes its entries as follows.
///
/// - A text field takes texts and numbers. Line breaks of a single line become spaces. What is longer than the field allows is
///   a problem, and nothing is cut.
/// - A check box takes the names of its states, its exported values, and words for on and off; see ``ButtonWord``.
/// - Radio buttons take an exported value, the name of a state, or a caption, in this order. `@2` is the second button.
/// - Lists and combo boxes take exported values or the texts that are shown. Combo boxes that can be edited take any text.
/// - Lists of which several rows may be chosen also take these in one text, a line each.
/// - Push buttons take a picture: `@` and the path of a file.
/// - Passwords, paths of files and signatures are not filled.
///
/// Read-only fields are refused, except those that viewers compute.
///
/// An empty text clears a field. Fields that no entry names stay as they are. The column ``fileColumn`` is passed over.
public struct RowChecker: Sendable {
    /// What is allowed.
    public struct Options: Hashable, Sendable {
        /// Whether read-only fields are filled, too.
        public var fillsReadOnly: Bool
        /// Whether entries may name pictures. A caller that does not open files for strangers turns it off.
        public var allowsPictures: Bool

        /// Makes options.
        public init(fillsReadOnly: Bool = false, allowsPictures: Bool = true) {
            self.fillsReadOnly = fillsReadOnly
            self.allowsPictures = allowsPictures
        }
    }

    /// The column in which ``FormCSVWriter`` names the file that the values come from. It is no field's name.
    public static let fileColumn = "@file"

    private let form: Form
    private let options: Options
    private let names: FieldNames
    private let required: [Int]

    /// Makes a checker for many rows.
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
        for entry in row.entries {
            switch names.match(entry.name) {
            case .failure where entry.name == Self.fileColumn: break
            case .failure(let problem): check.problems.append(problem)
            case .success(let index):
                let field = form.fields[index]
                if let other = columns.updateValue(entry.name, forKey: index) {
                    check.problems.append(
                        RowProblem(
                            .givenTwice, column: entry.name, field: field.name,
                            "The columns \(other.quoted) and \(entry.name.quoted) both give the field \(field.name.quoted)."
                        ))
                    continue
                }
                add(entry, field, to: &check)
            }
        }
        addMissing(to: &check)
        return check
    }

    private func add(_ entry: FormRow.Entry, _ field: FormField, to check: inout RowCheck) {
        var resolver = EntryResolver(field: field, column: entry.name, allowsPictures: options.allowsPictures)
        guard let change = resolver.change(for: entry.entry) else {
            check.problems += resolver.problems
            return
        }
        if field.flags.contains(.readOnly), !change.isUnchanged, !options.fillsReadOnly {
            // Computed fields are read-only so that people do not change them. Data may, since no script is run.
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
                        "The form demands a value for \(field.name.quoted), and there is none."))
            }
        }
    }
}
