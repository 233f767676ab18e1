// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnLibrary

/// A template's form with the values of a character, as in an export.
struct CharacterValues {
    /// The form with the character's values and the values calculated from them.
    private(set) var form: Form
    /// The reasons why values do not fit the form, as sentences.
    private(set) var problems: [String] = []

    init(of character: FormSnapshot, in template: Form) {
        form = template
        guard !character.values.entries.isEmpty else { return }
        let check = RowChecker(template, options: .init(fillsReadOnly: true)).check(character.row)
        problems = check.problems.map(\.sentence)
        var places: [String: Int] = [:]
        for index in form.fields.indices where places[form.fields[index].name] == nil {
            places[form.fields[index].name] = index
        }
        for change in check.changes where change.picture == nil {
            if let index = places[change.name] { form.fields[index].set(change.values) }
        }
        for value in FormCalculator(template).recalculate(given: check.values).recalculated {
            if let index = places[value.name] { form.fields[index].set([value.value]) }
        }
    }
}

extension FormField {
    fileprivate mutating func set(_ new: [String]) {
        values = new
        guard kind == .check || kind == .radio else { return }
        for index in widgets.indices { widgets[index].isOn = widgets[index].state.map { new.contains($0) } ?? false }
    }

    /// Whether the field has a value that shows on the page.
    var hasValue: Bool {
        let isButton = kind == .check || kind == .radio
        return values.contains { !$0.isEmpty && !(isButton && $0 == "Off") }
    }

    /// Returns the entry that a library stores for values. A field of the same name in another template can accept it:
    /// a flag for check boxes with a single state, the exported value for other buttons, a text, or the chosen rows of
    /// a list.
    func entry(for values: [String]) -> FieldEntry {
        var copy = self
        copy.values = values
        let first = copy.exportedValues.first ?? ""
        switch kind {
        case .check:
            let states = Set(options.compactMap(\.state) + widgets.compactMap(\.state)).subtracting(["Off"])
            return states.count == 1 ? .flag(!values.isEmpty) : .text(first)
        case .list where flags.contains(.multiSelect): return .list(values)
        case .radio: return .text(first)
        case .text, .combo, .list, .push, .signature: return .text(values.first ?? "")
        }
    }
}
