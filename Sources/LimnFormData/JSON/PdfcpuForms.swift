// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// The JSON that pdfcpu exports from forms: one row per form, with lists of fields by kind.
struct PdfcpuForms {
    private static let kinds = ["textfield", "datefield", "checkbox", "radiobuttongroup", "combobox", "listbox"]
    private let forms: [DataValue]

    /// Recognizes pdfcpu's JSON, which has a list `forms` and an object `header`; nil for anything else.
    init?(_ root: DataValue) {
        guard let forms = root["forms"]?.list, root["header"]?.members != nil else { return nil }
        self.forms = forms
    }

    func document(_ limits: FormDataLimits) throws(FormDataError) -> FormDataDocument {
        guard forms.count <= limits.rows else {
            throw FormDataError(.tooLarge, format: .pdfcpu, "it has more than \(limits.rows) forms")
        }
        var document = FormDataDocument(format: .pdfcpu)
        var locked = 0
        var known: Set<String> = []
        for (index, form) in forms.enumerated() {
            var row = FlatRow(number: index + 1, limits: limits, format: .pdfcpu)
            for kind in Self.kinds {
                for field in form[kind]?.list ?? [] {
                    if field["locked"] == .flag(true) { locked += 1 }
                    guard let name = Self.name(of: field) else {
                        row.problem(nil, "a field in \(Quotation.of(kind)) has neither a name nor an id")
                        continue
                    }
                    try row.add(field["values"] ?? field["value"] ?? .null, under: name)
                }
            }
            row.append(to: &document, known: &known)
        }
        if locked > 0 { document.warnings.append("The data lock \(locked) of their fields; the locks are ignored.") }
        return document
    }

    /// Returns the field's name, else its id, the only identifier that pdfcpu writes for a nameless field.
    private static func name(of field: DataValue) -> String? {
        for key in ["name", "id"] { if let name = field[key]?.text, !name.isEmpty { return name } }
        return nil
    }
}
