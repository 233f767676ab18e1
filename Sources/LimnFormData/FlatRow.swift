// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A row in the making: values with full names, in which nested objects and fields become names with periods.
struct FlatRow {
    private var row: FormRow
    private let limits: FormDataLimits
    private let format: FormDataFormat
    private var problems: [FormDataProblem] = []
    /// Every name that occurred, also with null.
    private var names: [String] = []
    /// The place of each name's entry; nil for null.
    private var places: [String: Int?] = [:]
    /// The names' bytes. A few long names above many values would take far more memory than the file.
    private var nameBytes = 0

    init(number: Int, limits: FormDataLimits, format: FormDataFormat) {
        row = FormRow(number: number)
        self.limits = limits
        self.format = format
    }

    /// The full name of what stands under a name.
    static func joined(_ prefix: String, _ name: String) -> String { prefix.isEmpty ? name : "\(prefix).\(name)" }

    /// Adds an entry. A second one for the same name is a problem, unless it is the same.
    mutating func add(_ name: String, _ entry: FieldEntry) throws(FormDataError) {
        guard try isNew(name) else {
            if let place = places[name] ?? nil, row.entries[place].entry == entry { return }
            return problem(name, "is given twice, with different values")
        }
        places[name] = row.entries.count
        row.entries.append(.init(name, entry))
    }

    /// Tells of a value that cannot be used.
    mutating func problem(_ name: String?, _ detail: String) {
        problems.append(FormDataProblem(row: row.number, column: name, detail))
    }

    /// Adds a tree of objects.
    mutating func add(_ value: DataValue, under prefix: String = "") throws(FormDataError) {
        switch value {
        case .null: _ = try isNew(prefix)
        case .flag(let flag): try add(prefix, .flag(flag))
        case .number(let number): try add(prefix, .number(number))
        case .text(let text): try add(prefix, .text(text))
        case .invalid(let detail): problem(prefix, detail)
        case .list(let values):
            var texts: [String] = []
            for value in values {
                switch value {
                case .text(let text), .number(let text): texts.append(text)
                case .flag(let flag): texts.append(flag ? "true" : "false")
                case .invalid(let detail): return problem(prefix, detail)
                case .null, .list, .object:
                    return problem(prefix, "is an array of something else than texts, numbers, true and false")
                }
            }
            try add(prefix, .list(texts))
        // The depth is that of the parser, which is limited.
        case .object(let members):
            for member in members { try add(member.value, under: Self.joined(prefix, member.key)) }
        }
    }

    private mutating func isNew(_ name: String) throws(FormDataError) -> Bool {
        nameBytes += name.utf8.count
        guard nameBytes <= limits.bytes, name.utf8.count <= limits.nameBytes else {
            throw FormDataError(
                .tooLarge, format: format, at: .init(row: row.number, column: name),
                "its names are longer than names of fields are")
        }
        guard places[name] == nil else { return false }
        places[name] = .some(nil)
        names.append(name)
        return true
    }

    /// Ends the row.
    ///
    /// - Parameter known: The names of the document's columns, which grow with it.
    func append(to document: inout FormDataDocument, known: inout Set<String>) {
        document.rows.append(row)
        document.problems += problems
        for name in names where known.insert(name).inserted { document.columns.append(name) }
    }

    /// Ends the only row.
    func append(to document: inout FormDataDocument) {
        var known: Set<String> = []
        append(to: &document, known: &known)
    }
}
