// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import LimnGeometry
import TestSupport
import Testing

@Suite("Random texts stop neither scripts nor mappings nor rows")
struct FormNoiseTests {
    private static let words = [
        "AFNumber_Format(", "AFSimple_Calculate(", "\"SUM\"", "new Array(", "\"a\"", ")", "(", ",", "[", "]", "2", "-1",
        "1e999", "'", "\\u00", "/*", "//", "/** BVCALC",
        "EVCALC **/", " ", "+", "*", "/", "a.b", "true", "{", "}", "?", ":", "?:", "signed(", "mod(", "sum(", "text(",
        "replace(", "take(", "lookup(", "round(", "sort(", "name", "items",
        "[id=1]", "[-1]", "[name*=a|b]", ".*", ".", "$", "!", "==", "mm/dd/yyyy", "2024-02-30", "12:61 pm", "@row",
        ":03", "@2", "Yes", "Off", "0", "٣", "🎯", "e\u{301}", "\0", "\r\n",
        "9999999999999999999999", "-9223372036854775808", "<p>", "&#0;", "&amp;", "</script",
    ]

    private static func noise(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
            .joined()
    }

    @Test("Scripts, formats, notations and patterns of names")
    func scripts() {
        var generator = SeededGenerator(seed: 3)
        var known = 0
        for _ in 0..<5000 {
            let (script, value) = (Self.noise(&generator), Self.noise(&generator))
            let format = FieldFormat(script: script)
            if format != .custom { known += 1 }
            _ = format?.shown(value)
            for format in [
                FieldFormat.date(script), .number(NumberFormat(decimals: 3)), .percent(NumberFormat(decimals: 0)),
                .special(.phone),
            ] {
                _ = format.shown(value)
            }
            _ = FieldValidation(script: script)?.rejection(of: value)
            let fields = [
                FormField(name: "a.b", kind: .text, values: [value]),
                FormField(name: "r", kind: .text, calculation: .notation(script)),
                FormField(name: "s", kind: .text, calculation: FieldCalculation(script: script)),
            ]
            _ = FormCalculator(Form(kind: .acroForm, fields: fields, calculationOrder: ["r", "s"])).recalculate(given: [
                "a.b": [value]
            ])
            if let pattern = try? FileNamePattern(script) {
                let path = pattern.path(
                    for: FormRow(number: 1, entries: [.init("name", .text(value)), .init("a.b", .text(script))]))
                if let step = path?.split(separator: "/").last, !pattern.isFixed, step.utf8.count > 300 {
                    Issue.record("\(step)")
                }
            }
            _ = try? RowSelection(script)?.rows(of: [FormRow(number: 3)])
        }
        #expect(known > 100)
    }

    @Test("Rows against every kind of field")
    func rows() {
        var generator = SeededGenerator(seed: 4)
        var (changes, problems) = (0, 0)
        for _ in 0..<3000 {
            let options = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                FieldOption(
                    value: Self.noise(&generator), label: Self.noise(&generator),
                    state: Bool.random(using: &generator) ? Self.noise(&generator) : nil)
            }
            let field = FormField(
                name: Self.noise(&generator), kind: FormField.Kind.allCases.randomElement(using: &generator) ?? .text,
                flags: FieldFlags(rawValue: UInt32.random(in: 0...UInt32.max, using: &generator)),
                values: [Self.noise(&generator)],
                options: options, maximumLength: Int.random(in: -2...20, using: &generator),
                format: FieldFormat(script: Self.noise(&generator)))
            let text = Self.noise(&generator)
            let entries: [FieldEntry] = [
                .text(text), .number(text), .flag(text.isEmpty), .list([text, text, options.first?.value ?? ""]),
                .picture(path: text),
            ]
            for entry in entries {
                let name = Bool.random(using: &generator) ? field.name : Self.noise(&generator)
                let check = FormRow(entries: [.init(name, entry)]).resolved(
                    against: Form(kind: .acroForm, fields: [field]))
                changes += check.changes.count
                problems += check.problems.count
                for problem in check.problems + check.warnings where !problem.sentence.hasSuffix(".") {
                    Issue.record("\(problem.sentence)")
                }
            }
            let form = Form(kind: .acroForm, fields: [field])
            _ =
                FormCSVWriter.text(of: [(text, form)]) + XFDFWriter.text(of: form, file: text)
                + PdftkWriter.text(of: form, isUTF8: false)
            _ = FDFWriter.bytes(of: form, file: text)
        }
        #expect(changes > 100 && problems > 1000)
    }

    @Test("Mappings")
    func mappings() throws {
        var generator = SeededGenerator(seed: 5)
        let data = try FormDataReader(purpose: .mapping).read(
            Array(
                #"{"name": "x", "items": [{"id": 1, "name": "a"}, {"id": "2"}, [3]], "a": {"b": -1.5}, "n": null}"#.utf8
            ), fileName: "x.json"
        ).tree(at: 0)
        let form = Form(kind: .acroForm, fields: [FormField(name: "f", kind: .text)])
        var (read, failed) = (0, 0)
        for _ in 0..<6000 {
            do throws(FormMappingError) {
                let mapping = try FormMapping(
                    .object([.init("fields", .object([.init("f", .text(Self.noise(&generator)))]))]))
                let mapped = try mapping.row(from: data, for: form)
                read += 1
                for problem in mapped.problems where !problem.sentence.hasSuffix(".") {
                    Issue.record("\(problem.sentence)")
                }
            } catch {
                failed += 1
                if !error.description.hasPrefix("The mapping of “f”, column ") { Issue.record("\(error)") }
            }
        }
        #expect(read > 100 && failed > 1000)
    }
}
