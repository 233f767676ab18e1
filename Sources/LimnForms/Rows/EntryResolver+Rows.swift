// SPDX-License-Identifier: Apache-2.0

extension EntryResolver {
    /// The change of a list or a combo box.
    mutating func rows(_ entry: FieldEntry) -> FieldChange? {
        var texts: [String]
        switch entry {
        case .text(let text), .number(let text): texts = text.isEmpty ? [] : [text]
        case .list(let given): texts = given
        case .flag(let flag): return refuse(.wrongType, "takes a row of its list, and the data give \(flag).")
        case .picture: return refuse(.wrongType, "takes a row of its list, and the data give a picture.")
        }
        let takesSeveral = field.kind == .list && field.flags.contains(.multiSelect)
        let index = RowIndex(field.options)
        if takesSeveral, texts.count == 1, texts[0].contains(where: \.isNewline),
            case .none = index.match(texts[0], isExact: false)
        {
            texts = texts[0].split(whereSeparator: \.isNewline).map(String.init)
        }
        guard texts.count < 2 || takesSeveral else {
            return refuse(.wrongType, "takes one row of its list, and the data give \(texts.count).")
        }
        let isEditable = field.kind == .combo && field.flags.contains(.edit)
        var values: [String] = []
        var seen: Set<String> = []
        for text in texts {
            switch index.match(text, isExact: isEditable) {
            case .row(let value): if seen.insert(value).inserted { values.append(value) }
            case .several(let values):
                return refuse(
                    .ambiguousOption, "has several rows that \(text.quoted) could mean: \(values.quotedList).")
            case .none: return isEditable ? typed(text) : noSuchRow(text)
            }
        }
        return changed(to: values)
    }

    private mutating func noSuchRow(_ text: String) -> FieldChange? {
        if field.options.isEmpty {
            return refuse(.noSuchOption, "has a list without rows, so \(text.quoted) cannot be chosen.")
        }
        return refuse(
            .noSuchOption, "has no row \(text.quoted). It takes \(field.options.lazy.map(\.value).quotedList).")
    }
}

/// Finds the rows of a list that texts mean.
private struct RowIndex {
    enum Match {
        case row(String)
        case several([String])
        case none
    }

    private var byValue: Set<String> = []
    private var byLabel: [String: String] = [:]
    /// The exported values by values and labels, in small letters and without spaces at the ends.
    private var folded: [String: Set<String>] = [:]

    init(_ options: [FieldOption]) {
        for option in options {
            byValue.insert(option.value)
            // Of rows with the same text the first counts.
            if byLabel[option.label] == nil { byLabel[option.label] = option.value }
            for text in [option.value, option.label] {
                folded[text.trimmed.lowercased(), default: []].insert(option.value)
            }
        }
    }

    /// Exported values first, then what is shown, then both without regard to case and spaces at the ends.
    func match(_ text: String, isExact: Bool) -> Match {
        if byValue.contains(text) { return .row(text) }
        if let value = byLabel[text] { return .row(value) }
        let wanted = text.trimmed.lowercased()
        // A text that can be typed is not taken for another one.
        guard !isExact, !wanted.isEmpty, let values = folded[wanted], let first = values.first else { return .none }
        return values.count == 1 ? .row(first) : .several(values.sorted())
    }
}
