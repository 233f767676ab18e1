// SPDX-License-Identifier: Apache-2.0

extension FormField {
    /// The value as texts that ``RowChecker`` reads back as the same value: texts, export values of rows and buttons,
    /// or an empty array for buttons that are off.
    ///
    /// A button is written as its export value if that identifies the button, else as its state, else as `@` and its
    /// number.
    public var exportedValues: [String] {
        guard kind == .check || kind == .radio else { return values }
        return values.filter { $0 != "Off" && !$0.isEmpty }.map { state in
            let exported = options.first { $0.state == state }?.value
            let numbers = (1...max(1, min(1000, max(widgets.count, options.count)))).lazy.map { "@\($0)" }
            for text in [exported, state].compactMap(\.self) where means(text, state) { return text }
            return numbers.first { means($0, state) } ?? state
        }
    }

    private func means(_ text: String, _ state: String) -> Bool {
        var resolver = EntryResolver(field: self, column: name, allowsPictures: false)
        return !text.isEmpty && resolver.change(for: .text(text))?.values == [state]
    }

    /// Whether the field has a value that data can contain. Passwords are never written.
    var isWritten: Bool {
        switch kind {
        case .push, .signature: false
        case .text: !flags.contains(.password)
        case .check, .radio, .list, .combo: !name.isEmpty
        }
    }
}
