// SPDX-License-Identifier: Apache-2.0

extension EntryResolver {
    /// A state that turns a button on.
    private struct Choice: Equatable {
        var state: String
        var value: String
        var label: String
        /// Whether /Opt gives the state an export value other than the state's name.
        var isAlias: Bool { value != state }
    }

    /// The distinct states, in the order of the form.
    private var choices: [Choice] {
        var seen: Set<String> = ["Off"]
        let options = field.options.compactMap { option in
            option.state.map { Choice(state: $0, value: option.value, label: option.label) }
        }
        let states = field.widgets.compactMap(\.state).map { Choice(state: $0, value: $0, label: $0) }
        return (options + states).filter { seen.insert($0.state).inserted }
    }

    /// Returns the change for check boxes or radio buttons.
    mutating func button(_ entry: FieldEntry) -> FieldChange? {
        let choices = choices
        let text: String
        switch entry {
        case .flag(false): return turnedOff()
        case .flag(true):
            guard choices.count == 1 else { return several(true.description, choices) }
            return changed(to: [choices[0].state])
        case .text(let given), .number(let given): text = given
        case .list(let texts) where texts.count < 2: text = texts.first ?? ""
        case .list(let texts): return refuse(.wrongType, "takes one value, and the data give \(texts.count).")
        case .picture: return refuse(.wrongType, "takes a state, and the data give a picture.")
        }
        if text.isBlank { return turnedOff() }
        return field.kind == .radio ? radio(text, choices) : check(text, choices)
    }

    private mutating func turnedOff() -> FieldChange {
        if field.kind == .radio, field.flags.contains(.noToggleToOff), field.values.contains(where: { $0 != "Off" }) {
            warn(.turnedOff, "is turned off. In viewers, one of its buttons is always on.")
        }
        return changed(to: [])
    }

    /// Resolves a check box. Exact names come first, so that the name “No” can turn on a box with a state of that name.
    /// Words come before state names that are only numbers.
    private mutating func check(_ text: String, _ choices: [Choice]) -> FieldChange? {
        if let choice = choices.first(where: { $0.value == text })
            ?? choices.first(where: { $0.state == text && !$0.isAlias })
        {
            return changed(to: [choice.state])
        }
        if choices.count > 1 {
            // With one box for yes and one for no, “no” means the second.
            let wanted = text.trimmed.lowercased()
            let found = choices.filter {
                $0.value.trimmed.lowercased() == wanted || $0.state.lowercased() == wanted && !$0.isAlias
            }
            if found.count == 1 { return changed(to: [found[0].state]) }
        }
        switch ButtonWord(text) {
        case .off?: return turnedOff()
        case .on?:
            if choices.count == 1 { return changed(to: [choices[0].state]) }
            return several(text, choices)
        case nil: break
        }
        if let choice = choices.first(where: { $0.state == text }) { return changed(to: [choice.state]) }
        if text.hasPrefix("@"), let number = Int(text.dropFirst()) { return numbered(number, text, choices) }
        return byLabel(text, choices)
    }

    /// Resolves radio buttons by export value, state, `@` and a number, or caption.
    private mutating func radio(_ text: String, _ choices: [Choice]) -> FieldChange? {
        let byValue = choices.first { $0.value == text }
        let byState = choices.first { $0.state == text }
        if let byValue, let byState, byValue != byState, !choices.contains(where: { $0.value == text && $0 == byState })
        {
            return refuse(
                .ambiguousOption,
                "has a button with the value \(text.quoted) and another one whose state has this name. "
                    + "Write \(number(of: byValue, choices)) or \(number(of: byState, choices)).")
        }
        if let choice = byValue ?? byState { return changed(to: [choice.state]) }
        if text.hasPrefix("@"), let number = Int(text.dropFirst()) { return numbered(number, text, choices) }
        if choices.count == 1, let word = ButtonWord(text) {
            return word == .on ? changed(to: [choices[0].state]) : turnedOff()
        }
        if ButtonWord(text) == .off, !choices.contains(where: { $0.label == text }) { return turnedOff() }
        return byLabel(text, choices)
    }

    /// Chooses the n-th button, from 1. It counts widgets rather than states, since widgets can share a state.
    private mutating func numbered(_ number: Int, _ text: String, _ choices: [Choice]) -> FieldChange? {
        let states = field.widgets.compactMap(\.state)
        let all = states.isEmpty ? choices.map(\.state) : states
        guard number > 0, number <= all.count else {
            return refuse(.noSuchOption, "has \(all.count) buttons, so there is no \(text.quoted).")
        }
        let state = all[number - 1]
        // If radio buttons share a state, that state turns only the first of them on.
        if field.kind == .radio, all.firstIndex(of: state) != number - 1, !field.flags.contains(.radiosInUnison) {
            return refuse(
                .ambiguousOption,
                "has several buttons with the state of \(text.quoted), and only the first can be chosen.")
        }
        return changed(to: [state])
    }

    /// Chooses by caption, else by any name, ignoring case and surrounding spaces.
    private mutating func byLabel(_ text: String, _ choices: [Choice]) -> FieldChange? {
        if let choice = choices.first(where: { $0.label == text }) { return changed(to: [choice.state]) }
        let wanted = text.trimmed.lowercased()
        let found = choices.filter { [$0.value, $0.state, $0.label].contains { $0.trimmed.lowercased() == wanted } }
        if found.count == 1 { return changed(to: [found[0].state]) }
        if found.count > 1 { return several(text, found) }
        guard !choices.isEmpty else { return refuse(.noSuchOption, "has no state that turns it on.") }
        return refuse(.noSuchOption, "has no \(text.quoted). It takes \(list(choices)).")
    }

    private mutating func several(_ text: String, _ choices: [Choice]) -> FieldChange? {
        if choices.isEmpty { return refuse(.noSuchOption, "has no state that turns it on.") }
        return refuse(.ambiguousOption, "has several states that \(text.quoted) could mean. It takes \(list(choices)).")
    }

    /// Returns the accepted names, for messages.
    private func list(_ choices: [Choice]) -> String {
        choices.lazy.map { $0.value.isEmpty ? $0.state : $0.value }.quotedList
            + (field.kind == .check ? ", or an empty text" : "")
    }

    private func number(of choice: Choice, _ choices: [Choice]) -> String {
        let states = field.widgets.compactMap(\.state)
        let all = states.isEmpty ? choices.map(\.state) : states
        return "@\((all.firstIndex(of: choice.state) ?? 0) + 1)"
    }
}
