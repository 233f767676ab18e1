// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A builder for a row. It flattens nested objects and fields to values with dotted full names.
struct FlatRow {
    private var row: FormRow
    private let limits: FormDataLimits
    private let format: FormDataFormat
    private var problems: [FormDataProblem] = []
    /// Every name that occurred, including those with null.
    private var names: [String] = []
    /// The index of each name's entry; nil for null.
    private var places: [String: Int?] = [:]
    /// The total size of the names in bytes. It is limited, since a few long names above many values would take far
    /// more memory than the file.
    private var nameBytes = 0

    init(number: Int, limits: FormDataLimits, format: FormDataFormat) {
        row = FormRow(number: number)
        self.limits = limits
        self.format = format
    }

    /// Returns the full name of `name` below `prefix`.
    static func joined(_ prefix: String, _ name: String) -> String { prefix.isEmpty ? name : "\(prefix).\(name)" }

    /// Adds an entry. A different second entry for the same name is a problem.
    mutating func add(_ name: String, _ entry: FieldEntry) throws(FormDataError) {
        guard try isNew(name) else {
            if let place = places[name] ?? nil, row.entries[place].entry == entry { return }
            return problem(name, "is given twice, with different values")
        }
        places[name] = row.entries.count
        row.entries.append(.init(name, entry))
    }

    /// Records the problem of an unusable value.
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
        case .list(let values) where values.contains(where: \.isStructured):
            // The elements belong to numbered fields, such as attack.1.weapon.
            for (index, value) in values.enumerated() {
                try add(value, under: Self.joined(prefix, "\(index + 1)"))
            }
        case .list(let values):
            var texts: [String] = []
            for value in values {
                switch value {
                case .text(let text), .number(let text): texts.append(text)
                case .flag(let flag): texts.append(flag ? "true" : "false")
                case .invalid(let detail): return problem(prefix, detail)
                case .null: texts.append("")
                case .list, .object: break
                }
            }
            try add(prefix, .list(texts))
        // The parser limits the depth of this recursion.
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

    /// Appends the finished row to a document.
    ///
    /// - Parameter known: The names of the document's columns. New names are added.
    func append(to document: inout FormDataDocument, known: inout Set<String>) {
        document.rows.append(row)
        document.problems += problems
        for name in names where known.insert(name).inserted { document.columns.append(name) }
    }

    /// Appends the finished row to a document with only one row.
    func append(to document: inout FormDataDocument) {
        var known: Set<String> = []
        append(to: &document, known: &known)
    }
}

extension DataValue {
    /// Whether the value is an object or an array.
    fileprivate var isStructured: Bool {
        switch self {
        case .object, .list: true
        case .null, .flag, .number, .text, .invalid: false
        }
    }
}
