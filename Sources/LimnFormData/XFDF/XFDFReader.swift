// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// Reads field names and values from XFDF (ISO 19444-1). Comments and other elements are ignored with a warning.
struct XFDFReader {
    let limits: FormDataLimits

    init(limits: FormDataLimits) { self.limits = limits }

    /// A `field` element whose end tag has not been read.
    private struct Field {
        /// The full name.
        var name: String
        var values: [[UInt8]] = []
        var rich: [UInt8]?
    }

    func document(_ bytes: [UInt8]) throws(FormDataError) -> FormDataDocument {
        var events = XMLEvents(bytes, limits: limits)
        var document = FormDataDocument(format: .xfdf)
        var row = FlatRow(number: 1, limits: limits, format: .xfdf)
        var path: [String] = []
        var fields: [Field] = []
        var budget = limits.values
        var ignored: Set<String> = []
        while let event = try events.next() {
            budget -= 1
            guard budget >= 0 else { throw events.error(.tooLarge, "it has more than \(limits.values) elements") }
            switch event {
            case .start(let name, let attributes):
                if path.isEmpty, name.lowercased() != "xfdf" {
                    throw events.error(.unrecognized, "the root element is \(Quotation.of(name)) and not xfdf")
                }
                if path.count == 1, !["fields", "f", "ids"].contains(name) { ignored.insert(name) }
                let isField = name == "field" && path.count >= 2 && (path[1...] == ["fields"] || path.last == "field")
                if isField {
                    fields.append(Field(name: try self.name(attributes["name"], in: fields, events)))
                } else if name == "value", path.last == "field" {
                    fields[fields.count - 1].values.append([])
                } else if name == "value-richtext", path.last == "field" {
                    fields[fields.count - 1].rich = []
                } else if name == "p" || name == "br", let rich = fields.last?.rich, !rich.isEmpty {
                    // Each paragraph becomes a line.
                    fields[fields.count - 1].rich?.append(10)
                }
                path.append(name == "field" && !isField ? "another field" : name)
            case .text(let text):
                guard !fields.isEmpty else { continue }
                let last = fields.count - 1
                if path.last == "value", let value = fields[last].values.indices.last {
                    fields[last].values[value] += text
                } else if path.contains("value-richtext") {
                    fields[last].rich? += text
                }
            case .end:
                if path.popLast() == "field", let field = fields.popLast() {
                    if field.rich != nil { ignored.insert("styles of rich text") }
                    try add(field, to: &row)
                }
            }
        }
        row.append(to: &document)
        if !ignored.isEmpty {
            document.warnings.append(
                "Ignored in the data: \(ignored.sorted().map { String($0.prefix(60)) }.joined(separator: ", ")).")
        }
        return document
    }

    /// Returns the full name of a field at its start tag.
    private func name(_ attribute: [UInt8]?, in fields: [Field], _ events: XMLEvents) throws(FormDataError) -> String {
        let prefix = fields.last?.name ?? ""
        guard let attribute else {
            throw events.error(.damaged, "a field\(prefix.isEmpty ? "" : " in \(Quotation.of(prefix))") has no name")
        }
        if let problem = UTF8Bytes.problem(attribute, limit: limits.nameBytes) {
            throw events.error(.damaged, "a name \(problem)")
        }
        let name = FlatRow.joined(prefix, String(decoding: attribute, as: UTF8.self))
        guard name.utf8.count <= limits.nameBytes else {
            throw events.error(.tooLarge, "its names are longer than names of fields are")
        }
        return name
    }

    private func add(_ field: Field, to row: inout FlatRow) throws(FormDataError) {
        let texts = field.values.isEmpty ? field.rich.map { [$0] } ?? [] : field.values
        for text in texts {
            if let problem = UTF8Bytes.problem(text, limit: limits.valueBytes) {
                return row.problem(field.name, problem)
            }
        }
        let values = texts.map { String(decoding: $0, as: UTF8.self) }
        if values.count == 1 { try row.add(field.name, .text(values[0])) }
        if values.count > 1 { try row.add(field.name, .list(values)) }
    }
}
