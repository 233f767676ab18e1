// SPDX-License-Identifier: Apache-2.0

extension EntryResolver {
    /// Returns the change for a list or a combo box.
    mutating func rows(_ entry: FieldEntry) -> FieldChange? {
        var texts: [String]
        switch entry {
        case .text(let text), .number(let text): texts = text.isEmpty ? [] : [text]
        case .list(let given): texts = given
        case .flag(let flag): return refuse(.wrongType, "takes one of its choices, and the data give \(flag).")
        case .picture: return refuse(.wrongType, "takes one of its choices, and the data give a picture.")
        }
        let takesSeveral = field.kind == .list && field.flags.contains(.multiSelect)
        let index = RowIndex(field.options)
        if takesSeveral, texts.count == 1, texts[0].contains(where: \.isNewline),
            case .none = index.match(texts[0], isExact: false)
        {
            texts = texts[0].split(whereSeparator: \.isNewline).map(String.init)
        }
        guard texts.count < 2 || takesSeveral else {
            return refuse(.wrongType, "takes one of its choices, and the data give \(texts.count).")
        }
        let isEditable = field.kind == .combo && field.flags.contains(.edit)
        var values: [String] = []
        var seen: Set<String> = []
        for text in texts {
            switch index.match(text, isExact: isEditable) {
            case .row(let value): if seen.insert(value).inserted { values.append(value) }
            case .several(let values):
                return refuse(
                    .ambiguousOption, "has several choices that \(text.quoted) could mean: \(values.quotedList).")
            case .none: return isEditable ? typed(text) : noSuchRow(text)
            }
        }
        return changed(to: values)
    }

    private mutating func noSuchRow(_ text: String) -> FieldChange? {
        if field.options.isEmpty {
            return refuse(.noSuchOption, "has no choices, so \(text.quoted) cannot be chosen.")
        }
        return refuse(
            .noSuchOption, "has no choice \(text.quoted). It takes \(field.options.lazy.map(\.value).quotedList).")
    }
}

/// An index that finds list rows by text.
private struct RowIndex {
    enum Match {
        case row(String)
        case several([String])
        case none
    }

    private var byValue: Set<String> = []
    private var byLabel: [String: String] = [:]
    /// The export values by value and label, both lowercased and without surrounding spaces.
    private var folded: [String: Set<String>] = [:]

    init(_ options: [FieldOption]) {
        for option in options {
            byValue.insert(option.value)
            // If rows share a label, the first counts.
            if byLabel[option.label] == nil { byLabel[option.label] = option.value }
            for text in [option.value, option.label] {
                folded[text.trimmed.lowercased(), default: []].insert(option.value)
            }
        }
    }

    /// Matches export values first, then labels, then, unless `isExact`, both without regard to case and surrounding
    /// spaces.
    func match(_ text: String, isExact: Bool) -> Match {
        if byValue.contains(text) { return .row(text) }
        if let value = byLabel[text] { return .row(value) }
        let wanted = text.trimmed.lowercased()
        // An editable combo box takes the text as typed instead of a similar row.
        guard !isExact, !wanted.isEmpty, let values = folded[wanted], let first = values.first else { return .none }
        return values.count == 1 ? .row(first) : .several(values.sorted())
    }
}
