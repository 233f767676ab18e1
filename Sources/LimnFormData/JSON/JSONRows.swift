// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// Converts JSON to a document: one object, an array of objects, JSON Lines, or pdfcpu's export.
struct JSONRows {
    let limits: FormDataLimits
    let purpose: FormDataReader.Purpose
    /// The names of all columns.
    private var known: Set<String> = []

    init(limits: FormDataLimits, purpose: FormDataReader.Purpose) {
        self.limits = limits
        self.purpose = purpose
    }

    mutating func document(_ bytes: [UInt8], as format: FormDataFormat) throws(FormDataError) -> FormDataDocument {
        if format == .jsonLines || format == .json && hasObjectPerLine(bytes) { return try lines(bytes) }
        var parser = JSONParser(bytes, budget: limits.values, limits: limits, as: format)
        let root = try parser.whole()
        if let forms = PdfcpuForms(root), purpose == .fields || format == .pdfcpu { return try forms.document(limits) }
        guard format != .pdfcpu else {
            throw FormDataError(.damaged, format: format, "it has no list of forms")
        }
        var document = FormDataDocument(format: .json)
        switch root {
        case .object: try add(root, to: &document)
        case .list(let values):
            guard values.count <= limits.rows else {
                throw FormDataError(.tooLarge, format: format, "it has more than \(limits.rows) rows")
            }
            for value in values { try add(value, to: &document) }
        default:
            throw FormDataError(
                .damaged, format: format,
                "it is neither an object, such as {\"name\": \"value\"}, nor an array of objects")
        }
        return document
    }

    /// Whether the first line is a complete object and more lines follow.
    private func hasObjectPerLine(_ bytes: [UInt8]) -> Bool {
        guard let start = bytes.firstIndex(where: { $0 > 32 }), bytes[start] == UInt8(ascii: "{"),
            let end = bytes[start...].firstIndex(of: 10), bytes[end...].contains(where: { $0 > 32 })
        else { return false }
        var parser = JSONParser(bytes, in: start..<end, budget: limits.values, limits: limits, as: .json)
        return (try? parser.whole()) != nil
    }

    /// Reads JSON Lines. An unreadable line becomes one bad row.
    private mutating func lines(_ bytes: [UInt8]) throws(FormDataError) -> FormDataDocument {
        var document = FormDataDocument(format: .jsonLines)
        var budget = limits.values
        var at = 0
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: 10) ?? bytes.count
            if bytes[at..<end].contains(where: { $0 > 32 }) {
                guard count(of: document) < limits.rows else {
                    throw FormDataError(.tooLarge, format: .jsonLines, "it has more than \(limits.rows) rows")
                }
                // The row's number identifies the line in errors.
                var parser = JSONParser(Array(bytes[at..<end]), budget: budget, limits: limits, as: .jsonLines)
                do throws(FormDataError) {
                    try add(try parser.whole(), to: &document)
                    budget = parser.restOfBudget
                } catch {
                    if error.code == .tooLarge, parser.restOfBudget < 0 { throw error }
                    let byte = error.location.byte.map { " (byte \($0) of the row)" } ?? ""
                    let number = count(of: document) + 1
                    document.problems.append(.init(row: number, "it cannot be read: \(error.detail)\(byte)"))
                    append(FormRow(number: number), .null, to: &document)
                }
            }
            at = end + 1
        }
        return document
    }

    private func count(of document: FormDataDocument) -> Int {
        purpose == .fields ? document.rows.count : document.trees.count
    }

    private func append(_ row: FormRow, _ tree: DataValue, to document: inout FormDataDocument) {
        if purpose == .fields { document.rows.append(row) } else { document.trees.append(tree) }
    }

    /// Adds a value as a row.
    private mutating func add(_ value: DataValue, to document: inout FormDataDocument) throws(FormDataError) {
        let number = count(of: document) + 1
        guard case .object = value else {
            document.problems.append(.init(row: number, "it is not an object with names and values"))
            append(FormRow(number: number), value, to: &document)
            return
        }
        guard purpose == .fields else {
            document.trees.append(value)
            return
        }
        var flat = FlatRow(number: number, limits: limits, format: document.format)
        try flat.add(value)
        flat.append(to: &document, known: &known)
    }
}
