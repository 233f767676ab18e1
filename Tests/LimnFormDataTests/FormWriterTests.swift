// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("What is written of a form is read back")
struct FormWriterTests {
    private static let same = [FieldOption(value: "same", state: "0"), FieldOption(value: "same", state: "1")]
    private static let shifted = [FieldOption(value: "1", state: "0"), FieldOption(value: "2", state: "1")]
    private static let form = Form(
        kind: .acroForm,
        fields: [
            FormField(name: "a.b", kind: .text, flags: .multiline, values: ["x, \"y\"\nz; & <é🎯>"]),
            FormField(name: "a.c ", kind: .text, values: [" spaces "]),
            FormField(name: "plain", kind: .text, values: ["(a\\b)"]), FormField(name: "none", kind: .text),
            FormField(name: "a", kind: .text, values: ["group and field"]),
            FormField(
                name: "Ä", kind: .check, values: ["Jä ü#"], options: [FieldOption(value: "Jä ü#", state: "Jä ü#")]),
            FormField(name: "off", kind: .check, values: ["Off"], options: [FieldOption(value: "Yes", state: "Yes")]),
            FormField(name: "r.same", kind: .radio, values: ["1"], options: same),
            FormField(name: "r.shifted", kind: .radio, values: ["0"], options: shifted),
            FormField(name: "r.plain", kind: .radio, values: ["1"], options: shifted),
            FormField(
                name: "list", kind: .list, flags: .multiSelect, values: ["p", "q"],
                options: [FieldOption(value: "p", label: "P!"), FieldOption(value: "q")]),
            FormField(name: "combo", kind: .combo, flags: [.combo, .edit], values: ["typed"]),
            FormField(name: "secret", kind: .text, flags: .password, values: ["1234"]),
            FormField(name: "push", kind: .push), FormField(name: "sig", kind: .signature, values: ["s"]),
        ])

    private func expectSame(_ row: FormRow, excluding names: Set<String> = []) {
        let check = row.resolved(against: Self.form)
        #expect(check.problems.isEmpty)
        let written = Self.form.fields.filter {
            !["secret", "push", "sig"].contains($0.name) && !names.contains($0.name)
        }
        for field in written {
            let change = check.changes.first { $0.name == field.name }
            #expect(change?.isUnchanged == true, "\(field.name): \(change?.values ?? [])")
        }
        #expect(!row.entries.contains { ["secret", "push", "sig"].contains($0.name) })
    }

    @Test("CSV")
    func csv() throws {
        let text = FormCSVWriter.text(of: [("one.pdf", Self.form), ("two, \"2\".pdf", Form())])
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "@file,a.b,\"a.c \",plain,none,a,Ä,off,r.same,r.shifted,r.plain,list,combo")
        #expect(
            lines[1].hasPrefix(
                "one.pdf,\"x, \"\"y\"\"\nz; & <é🎯>\",\" spaces \",(a\\b),,group and field,Jä ü#,,1,0,2,\"p\nq\",typed"))
        #expect(lines[2] == "\"two, \"\"2\"\".pdf\",,,,,,,,,,,,")
        let document = try FormDataReader().read(Array(text.utf8))
        expectSame(document.rows[0])
        #expect(document.rows[1].entries.first == .init("@file", .text("two, \"2\".pdf")))
    }

    @Test("A table is read back as it was")
    func table() throws {
        let text = FormCSVWriter.table([["row", "a;b"], ["1", "x\ty\r\n\"z\""], ["", " "]])
        #expect(text == "row,\"a;b\"\r\n1,\"x\ty\r\n\"\"z\"\"\"\r\n,\" \"\r\n")
        #expect(try FormDataReader().read(Array(text.utf8)).rows[0].entries[1] == .init("a;b", .text("x\ty\r\n\"z\"")))
    }

    @Test("XFDF")
    func xfdf() throws {
        let text = XFDFWriter.text(of: Self.form, file: "a&b.pdf")
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xfdf xmlns=\"http://ns.adobe.com/xfdf/\" xml:space=\"preserve\">\n<f href=\"a&amp;b.pdf\"/>\n<fields>\n<field name=\"a\"><value>group and field</value><field name=\"b\">"
            ))
        #expect(text.contains("<field name=\"off\"><value>Off</value></field>"))
        let document = try FormDataReader().read(Array(text.utf8))
        #expect(document.format == .xfdf)
        expectSame(document.rows[0])
    }

    @Test("FDF")
    func fdf() throws {
        let bytes = FDFWriter.bytes(of: Self.form, file: "übung.pdf")
        let document = try FormDataReader().read(bytes)
        #expect(document.format == .fdf && document.warnings.isEmpty)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<</T (plain)/V (\\(a\\\\b\\))>>"))
        #expect(text.contains("/V /J#C3#A4#20#C3#BC#23>>"))
        // FDF has states, which are ambiguous where a number is an exported value, too.
        let ambiguous: Set<String> = ["r.plain"]
        let row = FormRow(entries: document.rows[0].entries.filter { !ambiguous.contains($0.name) })
        expectSame(row, excluding: ambiguous)
    }

    @Test("Names with thousands of parts are written")
    func deep() throws {
        let name = String(repeating: "a.", count: 50_000) + "b"
        let form = Form(kind: .acroForm, fields: [FormField(name: name, kind: .text, values: ["1"])])
        #expect(XFDFWriter.text(of: form).utf8.count > 1_000_000)
        #expect(FDFWriter.bytes(of: form).count > 500_000)
    }

    @Test("Characters that XML cannot hold are replaced")
    func controls() {
        let form = Form(kind: .acroForm, fields: [FormField(name: "a\nb", kind: .text, values: ["\u{1}\r\n\u{ffff}"])])
        #expect(
            XFDFWriter.text(of: form).contains("<field name=\"a&#10;b\"><value>\u{fffd}&#13;\n\u{fffd}</value></field>")
        )
    }
}
