// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("pdftk's list of fields")
struct PdftkWriterTests {
    private static let form = Form(
        kind: .acroForm,
        fields: [
            FormField(
                name: "a ä", kind: .text, flags: .multiline, values: ["zwei\nlines\ttab & <x> é 🎯"],
                defaultValues: ["dflt"],
                maximumLength: 40, tooltip: "tip <&>\"' ü", alignment: .center),
            FormField(name: "empty", kind: .text), FormField(name: "empty2", kind: .text, values: [""]),
            FormField(name: "chk2", kind: .check, options: [FieldOption(value: "Ja", state: "Ja")]),
            FormField(
                name: "rad", kind: .radio, flags: .radio, values: ["1"],
                options: [FieldOption(value: "One", state: "0"), FieldOption(value: "Two", state: "1")]),
            FormField(
                name: "list", kind: .list, flags: .multiSelect, values: ["x", "y"],
                options: [FieldOption(value: "x"), FieldOption(value: "y", label: "Why & <")], alignment: .right),
            FormField(name: "push", kind: .push, flags: .pushButton), FormField(name: "sig", kind: .signature),
        ])

    /// What pdftk 3.3.2 prints of a document with these fields, but for /Off of the check box, which that one has not.
    private static let utf8 = """
        ---
        FieldType: Text
        FieldName: a ä
        FieldNameAlt: tip <&>"' ü
        FieldFlags: 4096
        FieldValue: zwei
        lines\ttab & <x> é 🎯
        FieldValueDefault: dflt
        FieldJustification: Center
        FieldMaxLength: 40
        ---
        FieldType: Text
        FieldName: empty
        FieldFlags: 0
        FieldJustification: Left
        ---
        FieldType: Text
        FieldName: empty2
        FieldFlags: 0
        FieldValue: 
        FieldJustification: Left
        ---
        FieldType: Button
        FieldName: chk2
        FieldFlags: 0
        FieldJustification: Left
        FieldStateOption: Ja
        FieldStateOption: Off
        ---
        FieldType: Button
        FieldName: rad
        FieldFlags: 32768
        FieldValue: Two
        FieldJustification: Left
        FieldStateOption: One
        FieldStateOption: Two
        FieldStateOption: Off
        ---
        FieldType: Choice
        FieldName: list
        FieldFlags: 2097152
        FieldValue: x
        FieldValue: y
        FieldJustification: Right
        FieldStateOption: x
        FieldStateOption: y
        FieldStateOptionDisplay: Why & <
        ---
        FieldType: Button
        FieldName: push
        FieldFlags: 65536
        FieldJustification: Left
        ---
        FieldType: Signature
        FieldName: sig
        FieldFlags: 0
        FieldJustification: Left

        """

    @Test("As UTF-8")
    func plain() { #expect(PdftkWriter.text(of: Self.form, isUTF8: true) == Self.utf8) }

    @Test("With entities")
    func entities() {
        let text = PdftkWriter.text(of: Self.form, isUTF8: false)
        #expect(text.contains("FieldName: a &#228;\nFieldNameAlt: tip &lt;&amp;&gt;&quot;&apos; &#252;\n"))
        #expect(text.contains("FieldValue: zwei\nlines\ttab &amp; &lt;x&gt; &#233; &#127919;\n"))
        #expect(text.contains("FieldStateOptionDisplay: Why &amp; &lt;\n"))
        #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
    }
}
