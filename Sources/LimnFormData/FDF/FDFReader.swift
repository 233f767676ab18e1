// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// Reads field names and values from FDF (ISO 32000-2, 12.7.8). Other content is ignored with a warning.
struct FDFReader {
    private let limits: FormDataLimits
    private let bytes: [UInt8]
    private var objects: [Int: FDFObject] = [:]
    private var root: FDFObject?
    /// Descriptions of ignored content.
    private var ignored: Set<String> = []
    private var encoding: String?
    /// The number of further fields that may be visited. Because objects can be shared, a small file can describe very
    /// many fields.
    private var budget: Int

    init(_ bytes: [UInt8], limits: FormDataLimits) {
        self.bytes = bytes
        self.limits = limits
        budget = limits.values
    }

    /// Reads the file.
    func document() throws(FormDataError) -> FormDataDocument {
        var reader = self
        return try reader.read()
    }

    private mutating func read() throws(FormDataError) -> FormDataDocument {
        try scan()
        guard let catalog = resolved(root) ?? objects.values.first(where: { $0["FDF"] != nil }),
            let form = resolved(catalog["FDF"])
        else { throw FormDataError(.damaged, format: .fdf, "it has no dictionary /FDF") }
        var document = FormDataDocument(format: .fdf)
        if root == nil { document.warnings.append("The file has no trailer. Limn found the data without it.") }
        if case .name(let name) = resolved(form["Encoding"]) { encoding = String(decoding: name, as: UTF8.self) }
        for (key, text) in [
            ("Annots", "annotations"), ("JavaScript", "scripts"), ("EmbeddedFDFs", "embedded files"),
            ("Differences", "changes of a document"), ("Pages", "pages"),
        ] as [(StaticString, String)] where form[key] != nil { ignored.insert(text) }
        var row = FlatRow(number: 1, limits: limits, format: .fdf)
        if case .array(let fields) = resolved(form["Fields"]) {
            for field in fields { try add(field, under: "", depth: 0, to: &row) }
        }
        row.append(to: &document)
        if !ignored.isEmpty {
            document.warnings.append("Ignored in the data: \(ignored.sorted().joined(separator: ", ")).")
        }
        return document
    }

    /// Scans for all objects (`n g obj`) and the trailer. It ignores cross-reference tables.
    private mutating func scan() throws(FormDataError) {
        var parser = FDFParser(bytes, limits: limits)
        var numbers: [Int] = []
        while !parser.isAtEnd {
            parser.skipSpace()
            let word = parser.word()
            if word.isEmpty {
                parser.skipByte()
                numbers = []
            } else if word.elementsEqual("obj".utf8) {
                let object = try parser.object()
                if numbers.count >= 2 { objects[numbers[numbers.count - 2]] = object }
                numbers = []
            } else if word.elementsEqual("trailer".utf8) {
                root = try parser.object()["Root"]
            } else if let number = Int(String(decoding: word, as: UTF8.self)) {
                numbers = numbers.suffix(1) + [number]
            } else {
                numbers = []
            }
        }
    }

    /// Resolves a reference, through at most eight levels; nil beyond that.
    private func resolved(_ object: FDFObject?) -> FDFObject? {
        var object = object
        for _ in 0..<8 {
            guard case .reference(let number) = object else { return object }
            object = objects[number]
        }
        return nil
    }

    private mutating func add(
        _ reference: FDFObject, under prefix: String, depth: Int, to row: inout FlatRow
    ) throws(FormDataError) {
        budget -= 1
        guard depth < limits.depth, budget >= 0 else {
            throw FormDataError(
                .tooLarge, format: .fdf, at: .init(column: prefix),
                "its fields are nested deeper than \(limits.depth) levels, or in a circle")
        }
        guard let field = resolved(reference), case .dictionary = field else {
            row.problem(prefix.isEmpty ? nil : prefix, "a field is missing that the file refers to")
            return
        }
        var name = prefix
        if case .string(let bytes) = resolved(field["T"]) {
            guard let part = text(bytes, &row, prefix) else { return }
            name = FlatRow.joined(prefix, part)
        }
        if field["RV"] != nil { ignored.insert("styles of rich text") }
        if field["AP"] != nil { ignored.insert("appearances") }
        if ["Ff", "SetFf", "ClrFf", "F", "SetF", "ClrF"].contains(where: { (key: StaticString) in field[key] != nil }) {
            ignored.insert("flags of fields")
        }
        if field["Opt"] != nil { ignored.insert("options of lists") }
        if field["A"] != nil || field["AA"] != nil { ignored.insert("actions") }
        if let value = resolved(field["V"]) { try row.add(tree(value, &row, name), under: name) }
        if case .array(let kids) = resolved(field["Kids"]) {
            for kid in kids { try add(kid, under: name, depth: depth + 1, to: &row) }
        }
    }

    /// Converts a field's value.
    private func tree(_ object: FDFObject, _ row: inout FlatRow, _ name: String) -> DataValue {
        switch resolved(object) {
        case .string(let bytes), .stream(.some(let bytes)):
            guard let text = PDFTextString.utf8(bytes, encoding: encoding) else { return .invalid(unreadable) }
            return Self.value(text, limits)
        case .stream(nil): return .invalid("is a compressed stream, which is not read")
        case .name(let bytes): return Self.value(PDFTextString.name(bytes), limits)
        case .number(let text): return .number(text)
        case .flag(let flag): return .flag(flag)
        case .array(let values):
            return .list(values.map { if case .array = resolved($0) { .list([]) } else { tree($0, &row, name) } })
        case .dictionary: return .invalid("is a dictionary, which no field takes")
        case .null, .reference, nil: return .null
        }
    }

    private var unreadable: String {
        "is written in the encoding \(Quotation.of(encoding ?? "UTF-8")) and cannot be read"
    }

    private static func value(_ utf8: [UInt8], _ limits: FormDataLimits) -> DataValue {
        UTF8Bytes.problem(utf8, limit: limits.valueBytes).map(DataValue.invalid)
            ?? .text(String(decoding: utf8, as: UTF8.self))
    }

    private func text(_ bytes: [UInt8], _ row: inout FlatRow, _ prefix: String) -> String? {
        guard let utf8 = PDFTextString.utf8(bytes, encoding: encoding) else {
            row.problem(prefix.isEmpty ? nil : prefix, "a name \(unreadable)")
            return nil
        }
        if let problem = UTF8Bytes.problem(utf8, limit: limits.nameBytes) {
            row.problem(prefix.isEmpty ? nil : prefix, "a name \(problem)")
            return nil
        }
        return String(decoding: utf8, as: UTF8.self)
    }
}
