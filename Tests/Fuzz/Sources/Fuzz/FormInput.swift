// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFormData
internal import LimnForms

/// What strangers give to forms: data, scripts of fields, and mappings.
enum FormInput {
    private static let limits = FormDataLimits(
        bytes: 1 << 20, valueBytes: 10_000, nameBytes: 1000, rows: 1000, values: 20_000, depth: 16)

    /// Reads data in every format. What is written of the rows is read back the same.
    static func readData(_ bytes: [UInt8]) {
        for format in [nil] + FormDataFormat.allCases.map(Optional.some) {
            let reader = FormDataReader(format: format, limits: limits)
            guard let document = try? reader.read(bytes) else { continue }
            for row in document.rows.prefix(3) {
                guard document.problems(ofRow: row.number).isEmpty else { continue }
                roundTrip(row)
            }
        }
        if let tree = try? FormDataReader(purpose: .mapping, limits: limits).read(bytes).tree(at: 0) {
            map(tree, with: tree)
        }
    }

    /// A form with a text field for each text of a row. Written as XFDF, it is read back the same, but for what XML cannot hold.
    private static func roundTrip(_ row: FormRow) {
        let fields = row.entries.compactMap { entry -> FormField? in
            guard case .text(let text) = entry.entry, !text.isEmpty, !entry.name.isEmpty,
                // A part without a name adds nothing at the start of a full name.
                !entry.name.hasPrefix(".")
            else { return nil }
            return FormField(name: entry.name, kind: .text, flags: .multiline, values: [text])
        }
        let form = Form(kind: .acroForm, fields: fields)
        let check = row.resolved(against: form)
        guard check.changes.allSatisfy({ $0.values.count <= 1 }) else { fatalError("a text became several") }
        guard let fdf = try? FormDataReader().read(FDFWriter.bytes(of: form)),
            Set(fdf.columns) == Set(fields.map(\.name))
                || fields.contains(where: { $0.name.split(separator: ".").count > 20 })
        else { fatalError("FDF is not read back") }
        let isPlain = fields.allSatisfy { field in
            (field.name + (field.values.first ?? "")).unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 0xfffe }
        }
        guard isPlain, fields.allSatisfy({ $0.name.split(separator: ".").count < 20 }) else { return }
        guard let xfdf = try? FormDataReader().read(Array(XFDFWriter.text(of: form).utf8)),
            Set(xfdf.columns) == Set(fields.map(\.name))
        else { fatalError("XFDF is not read back") }
    }

    /// Reads scripts and values, divided by the first NUL.
    static func readScript(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let script = String(decoding: parts[0], as: UTF8.self)
        let value = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        for format in [
            FieldFormat(script: script), .date(script), .number(NumberFormat(decimals: 2)), .special(.phone),
        ] {
            _ = format?.shown(value)
        }
        _ = FieldValidation(script: script)?.rejection(of: value)
        let fields = [
            FormField(name: "a", kind: .text, values: [value], calculation: FieldCalculation(script: script)),
            FormField(name: "b", kind: .text, values: [value], calculation: .notation(script)),
        ]
        _ = FormCalculator(Form(kind: .acroForm, fields: fields, calculationOrder: ["a", "b"])).recalculate(given: [:])
        _ = (try? FileNamePattern(script))?.path(for: FormRow(entries: [.init("a", .text(value))]))
        map(.object([.init("fields", .object([.init("a", .text(script))]))]), with: .object([.init("a", .text(value))]))
    }

    private static func map(_ mapping: DataValue, with data: DataValue) {
        let form = Form(kind: .acroForm, fields: [FormField(name: "a", kind: .text)])
        _ = try? FormMapping(mapping).row(from: data, for: form)
    }
}
