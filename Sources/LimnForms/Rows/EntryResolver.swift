// SPDX-License-Identifier: Apache-2.0

/// Turns one entry into the new value of its field.
struct EntryResolver {
    let field: FormField
    /// The name as written in the data.
    let column: String
    let allowsPictures: Bool
    private(set) var problems: [RowProblem] = []
    private(set) var warnings: [RowProblem] = []
    /// Whether the entry has no effect, such as an empty text for a signature.
    private(set) var isLeftAlone = false

    init(field: FormField, column: String, allowsPictures: Bool) {
        self.field = field
        self.column = column
        self.allowsPictures = allowsPictures
    }

    /// Returns the change for an entry; nil if there is a problem.
    mutating func change(for entry: FieldEntry) -> FieldChange? {
        switch field.kind {
        case .push: return picture(entry)
        case .signature:
            guard entry.isEmpty else { return refuse(.notFilled, "is a signature. Signatures are not filled.") }
            return leave()
        case .text:
            if field.flags.contains(.password) || field.flags.contains(.fileSelect) {
                if entry.isEmpty { return leave() }
                return refuse(
                    .notFilled,
                    field.flags.contains(.password)
                        ? "takes a password. Passwords are not stored in documents."
                        : "takes the path of a file. Such fields are not filled.")
            }
            return single(entry).flatMap { typed($0) }
        case .check, .radio: return button(entry)
        case .list, .combo: return rows(entry)
        }
    }

    /// Adds a problem whose sentence starts with the field's name, and returns nil.
    mutating func refuse(_ code: RowProblem.Code, _ rest: String) -> FieldChange? {
        problems.append(RowProblem(code, column: column, field: field.name, "\(field.name.quoted) \(rest)"))
        return nil
    }

    /// Adds a warning whose sentence starts with the field's name.
    mutating func warn(_ code: RowProblem.Code, _ rest: String) {
        warnings.append(RowProblem(code, column: column, field: field.name, "\(field.name.quoted) \(rest)"))
    }

    /// Returns the change to new values.
    func changed(to values: [String]) -> FieldChange {
        let isButton = field.kind == .check || field.kind == .radio
        let old = field.values.filter { !isButton || $0 != "Off" }.map(Self.withLineFeeds)
        // An empty text equals no value.
        return FieldChange(
            name: field.name, values: values, isUnchanged: old.filter { !$0.isEmpty } == values.filter { !$0.isEmpty })
    }

    private mutating func leave() -> FieldChange {
        isLeftAlone = true
        return FieldChange(name: field.name, values: field.values, isUnchanged: true)
    }

    /// Returns the single text of an entry. If it has several values, a truth value or a picture, adds a problem and
    /// returns nil.
    private mutating func single(_ entry: FieldEntry) -> String? {
        switch entry {
        case .text(let text), .number(let text): return text
        case .list(let texts) where texts.count < 2: return texts.first ?? ""
        case .flag(let flag): _ = refuse(.wrongType, "takes a text, and the data give \(flag).")
        case .list(let texts): _ = refuse(.wrongType, "takes one value, and the data give \(texts.count).")
        case .picture: _ = refuse(.wrongType, "takes a text, and the data give a picture.")
        }
        return nil
    }

    /// Returns the change to a typed text, after checking it against the field's rules.
    mutating func typed(_ given: String) -> FieldChange? {
        var text = Self.withLineFeeds(given)
        let isMultiline = field.flags.contains(.multiline) && field.kind == .text
        let hadSpaces = text.utf8.contains { $0 == 9 || $0 == 10 && !isMultiline }
        if hadSpaces {
            text = String(text.map { $0 == "\t" || $0 == "\n" && !isMultiline ? " " : $0 })
            warn(.spaces, "has no \(isMultiline ? "tabs" : "line breaks or tabs"). They became spaces.")
        }
        if let scalar = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control && $0 != "\n" }) {
            let code = String(scalar.value, radix: 16, uppercase: true)
            return refuse(
                .unwritable,
                "cannot hold the control character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code).")
        }
        if let maximum = field.maximumLength, maximum > 0, field.kind == .text, text.count > maximum {
            return refuse(
                .tooLong, "takes at most \(maximum) characters, and \(text.quoted) has \(text.count).")
        }
        switch field.format?.shown(text).problem {
        case .notANumber?, .notOnlyANumber?:
            guard let problem = field.format?.shown(text).problem else { return nil }
            return refuse(.notANumber, "takes a number. \(problem.sentence(about: text))")
        case .notADate?: warn(.notADate, "takes a date. \(ShownValue.Problem.notADate.sentence(about: text))")
        case .tooManyDigits?:
            warn(.shownInPart, "is shown in part. \(ShownValue.Problem.tooManyDigits.sentence(about: text))")
        case .unknownFormat?, nil: break
        }
        if let rejection = field.validation?.rejection(of: text) {
            return refuse(.outOfRange, "has bounds. \(rejection)")
        }
        return changed(to: text.isEmpty ? [] : [text])
    }

    static func withLineFeeds(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }

    private mutating func picture(_ entry: FieldEntry) -> FieldChange? {
        let path: String
        switch entry {
        case .picture(let given): path = given
        case .text(let text) where text.hasPrefix("@"): path = String(text.dropFirst())
        default:
            if entry.isEmpty { return leave() }
            return refuse(.wrongType, "is a button, which takes a picture: @ and the path of a file.")
        }
        guard !path.isBlank else { return refuse(.wrongType, "takes a picture, but no path follows the @.") }
        guard allowsPictures else { return refuse(.noPictures, "takes a picture, but pictures are not allowed here.") }
        return FieldChange(name: field.name, picture: path)
    }
}

extension FieldEntry {
    /// Whether the entry clears a field.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isBlank
        case .list(let texts): texts.allSatisfy(\.isBlank)
        case .number, .flag, .picture: false
        }
    }
}
