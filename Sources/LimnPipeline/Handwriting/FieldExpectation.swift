// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry
internal import LimnHandwriting

/// What people write into a field: what its kind, its format and its bounds say.
struct FieldExpectation {
    /// What the ink in the field's box is.
    enum Ink {
        /// A mark in a box.
        case mark
        /// A value of one of some grammars, which are tried in their order.
        case value([FieldGrammar])
    }

    let ink: Ink
    private let field: FormField
    private let checker: RowChecker
    /// The values of a list's options, by their letters.
    private var options: [String: [String]] = [:]

    /// The maximum number of letters of a number with a sign, or of dice.
    private static let rollLimit = 12
    /// The maximum number of letters of a word.
    private static let wordLimit = 24
    /// The maximum number of digits before a point.
    private static let digitLimit = 7

    /// Says what a field expects; nil for a field that nobody fills by writing into it: a button, a signature, a password, and what
    /// is read-only or computed.
    init?(_ field: FormField) {
        guard !field.flags.contains(.readOnly), field.calculation == nil else { return nil }
        switch field.kind {
        case .push, .signature: return nil
        case .check, .radio: ink = .mark
        case .list, .combo:
            // Of a list that takes several, ink says only one.
            guard !field.flags.contains(.multiSelect) else { return nil }
            var found: [String: [String]] = [:]
            for option in field.options.prefix(FieldGrammar.optionLimit) {
                let letters = Self.letters(of: option.label)
                if !letters.isEmpty {
                    found[String(String.UnicodeScalarView(letters)), default: []].append(option.value)
                }
            }
            guard !found.isEmpty else { return nil }
            options = found
            ink = .value([.options(found.keys.sorted().map { Array($0.unicodeScalars) })])
        case .text:
            guard !field.flags.contains(.password), !field.flags.contains(.fileSelect), !Self.hasSeveralLines(field)
            else { return nil }
            let grammars = Self.grammars(of: field)
            guard !grammars.isEmpty else { return nil }
            ink = .value(grammars)
        }
        self.field = field
        checker = RowChecker(Form(fields: [field]), options: .init(allowsPictures: false))
    }

    /// The height from which on a field for texts of several lines has room for two, in points.
    private static let twoLines = 30.0

    private static func hasSeveralLines(_ field: FormField) -> Bool {
        field.flags.contains(.multiline) && field.widgets.contains { $0.rect.height >= twoLines }
    }

    /// The letters, digits and signs of a text, as readers tell them.
    private static func letters(of text: String) -> [Unicode.Scalar] {
        Letters.folded(decomposed: text.searched).filter { Letters.isPartOfWord($0) || $0 == "+" || $0 == "-" }
    }

    private static func grammars(of field: FormField) -> [FieldGrammar] {
        let length = field.maximumLength.flatMap { $0 > 0 ? $0 : nil } ?? .max
        let isSigned =
            if case .range(let minimum?, _) = field.validation { minimum < 0 } else { true }
        func number(_ decimals: Int) -> [FieldGrammar] {
            let digits = 1...max(1, min(digitLimit, length))
            return [.number(FieldNumber(digits: digits, decimals: max(0, min(decimals, 4)), isSigned: isSigned))]
        }
        switch field.format {
        case .number(let format): return number(format.decimals)
        // A percentage is shown as a hundred times the value, so it is open which of them somebody has written.
        case .percent: return []
        case .date(let pattern), .time(let pattern): return groups(of: pattern).map { [$0] } ?? []
        case .special(.zip): return [.groups([5...5], separators: [])]
        case .special(.zipPlusFour): return [.groups([5...5, 4...4], separators: ["-"])]
        case .special(.phone): return [.groups([3...3, 3...3, 4...4], separators: ["-"])]
        case .special(.socialSecurity): return [.groups([3...3, 2...2, 4...4], separators: ["-"])]
        case .custom, nil: break
        }
        if case .range = field.validation { return number(0) }
        return [.roll(limit: min(rollLimit, length)), .word(limit: min(wordLimit, length))]
    }

    /// Returns the groups of digits of a pattern such as `mm/dd/yyyy` or `HH:MM`; nil for one with names of months and the like.
    private static func groups(of pattern: String) -> FieldGrammar? {
        let parts = pattern.split { !$0.isLetter }
        let marks = Set(pattern.unicodeScalars.filter { !$0.properties.isAlphabetic && !$0.properties.isWhitespace })
        guard (1...3).contains(parts.count), marks.count <= 1 else { return nil }
        let lengths = parts.compactMap { part -> ClosedRange<Int>? in
            switch part.lowercased() {
            case "d", "dd", "m", "mm", "h", "hh", "s", "ss": 1...2
            case "yy": 2...2
            case "yyyy": 4...4
            default: nil
            }
        }
        guard lengths.count == parts.count else { return nil }
        return .groups(lengths, separators: Array(marks))
    }

    /// Returns the value of the field for what was read; nil if the field does not accept it.
    ///
    /// - Parameter shown: the same text with its case and accents.
    func value(of text: String, shown: String) -> String? {
        switch field.kind {
        case .list, .combo:
            // Nobody knows which one is meant if several read alike.
            return options[text].flatMap { $0.count == 1 ? $0[0] : nil }
        case .text:
            let value = String(
                String.UnicodeScalarView(
                    Letters.folded(decomposed: shown.searched).filter { !$0.properties.isWhitespace }))
            // Numbers are written without spaces.
            let isNumeric = text.unicodeScalars.contains { $0.properties.numericType != nil }
            let given = value == text && !isNumeric ? shown : text
            // A format shows a number's sign by itself.
            let isNumber = if case .number = field.format { true } else { false }
            return accepted(isNumber && given.hasPrefix("+") ? String(given.dropFirst()) : given)
        case .check, .radio, .push, .signature: return nil
        }
    }

    /// Returns the value of the field where the button with a state is on; nil if the field does not accept it.
    func value(ofState state: String) -> String? {
        var field = field
        field.values = [state]
        return field.exportedValues.first.flatMap { accepted($0) }
    }

    private func accepted(_ value: String) -> String? {
        let check = checker.check(FormRow(entries: [.init(field.name, .text(value))]))
        guard check.problems.isEmpty, check.changes.count == 1 else { return nil }
        let isDate =
            switch field.format {
            case .date, .time: true
            default: false
            }
        return isDate && field.format?.shown(value).problem != nil ? nil : value
    }
}
