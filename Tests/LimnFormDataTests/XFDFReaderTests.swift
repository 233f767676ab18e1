// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("XFDF is read")
struct XFDFReaderTests {
    private func read(_ text: String) throws -> FormDataDocument { try FormDataReader().read(Array(text.utf8)) }

    private func fields(_ text: String) throws -> FormDataDocument {
        try read(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xfdf xmlns=\"http://ns.adobe.com/xfdf/\" xml:space=\"preserve\">"
                + "<f href=\"sheet.pdf\"/><ids original=\"00\" modified=\"01\"/><fields>\(text)</fields></xfdf>\n")
    }

    @Test("Names nest or have periods, and line breaks in values stay")
    func names() throws {
        let document = try fields(
            """
            <field name="a"><value>1</value><field name="b"><value>two
            lines&#13;&amp; &#x1F3AF; &lt;b&gt;<![CDATA[<raw>&]]></value></field></field>
            <field name="x.y"><value/></field><field name='q"'/><field name="l"><value>p</value><value>r</value></field>
            """)
        #expect(document.format == .xfdf)
        #expect(
            Set(document.rows[0].entries.map { "\($0)" })
                == Set(
                    [
                        FormRow.Entry("a", .text("1")), .init("a.b", .text("two\nlines\r& 🎯 <b><raw>&")),
                        .init("x.y", .text("")), .init("l", .list(["p", "r"])),
                    ].map { "\($0)" }))
        #expect(document.problems.isEmpty && document.warnings.isEmpty)
    }

    @Test("Rich text gives its words where there is no plain value")
    func richText() throws {
        let rich = """
            <value-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>one <b>two</b></p><p>three</p></body></value-richtext>
            """
        let document = try fields(
            "<field name=\"a\">\(rich)</field><field name=\"b\"><value>plain</value>\(rich)</field>")
        #expect(document.rows[0].entries == [.init("a", .text("one two\nthree")), .init("b", .text("plain"))])
        #expect(document.warnings == ["Ignored in the data: styles of rich text."])
    }

    @Test("Other namespaces, prefixes and none, and comments and annotations")
    func namespaces() throws {
        let document = try read(
            """
            <!-- c --><x:xfdf xmlns:x="urn:other"><x:annots><x:text name="no"><value>no</value></x:text></x:annots>
            <x:fields><!-- c --><x:field name="a"><x:value>1<!-- c -->2</x:value></x:field></x:fields></x:xfdf>
            """)
        #expect(document.rows[0].entries == [.init("a", .text("12"))])
        #expect(document.warnings == ["Ignored in the data: annots."])
        #expect(try read("<xfdf><fields/></xfdf>").rows == [FormRow(number: 1)])
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><xfdf><fields><field name='a'><value>".utf8) + [0xe4]
            + Array("</value></field></fields></xfdf>".utf8)
        let document2 = try FormDataReader().read(latin)
        #expect(document2.rows[0].entries == [.init("a", .text("ä"))])
        #expect(document2.warnings.isEmpty)
    }

    @Test("Entities, document types and depths are refused with a sentence")
    func hostile() throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE xfdf [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
            <xfdf><fields><field name="a"><value>&b;&x;</value></field></fields></xfdf>
            """
        let error = try #require(throws: FormDataError.self) { try read(bomb) }
        #expect(error.code == .unsupported)
        #expect(error.description.contains("a declaration of a document type or of entities"))
        let entity = try #require(throws: FormDataError.self) {
            try fields("<field name=\"a\"><value>&x;</value></field>")
        }
        #expect(entity.description.contains("the entity “&x;”"))
        let deep = String(repeating: "<field name=\"a\">", count: 10_000)
        let tooDeep = try #require(throws: FormDataError.self) { try fields(deep) }
        #expect(tooDeep.code == .tooLarge)
        #expect(tooDeep.description.contains("nested deeper than 64 levels"))
        for text in [
            "<xfdf>", "<xfdf></xfd>", "<xfdf", "<xfdf a=b/>", "<xfdf a='1' a='2'/>", "<xfdf/><xfdf/>", "<xfdf/>x",
            "<x/>",
            "<xfdf>&</xfdf>", "<xfdf><![CDATA[</xfdf>", "<xfdf><!--</xfdf>", "<?xml",
            "<xfdf><fields><field/></fields></xfdf>",
            "<>", "< a/>", "</a>", "<xfdf a/>",
        ] { #expect(throws: FormDataError.self, "\(text)") { try read(text) } }
    }

    @Test("Values that no form can store spoil their field only")
    func badValues() throws {
        let document = try fields(
            "<field name=\"a\"><value>&#0;</value></field><field name=\"b\"><value>&#xD800;</value></field>"
                + "<field name=\"c\"><value>ok</value></field><field name=\"c\"><value>other</value></field>")
        #expect(document.rows[0].entries == [.init("c", .text("ok"))])
        #expect(
            document.problems.map(\.description) == [
                "Row 1: “a” holds a NUL character, which no form can store.",
                "Row 1: “b” holds half of a character (a lone surrogate).",
                "Row 1: “c” is given twice, with different values.",
            ])
    }

    @Test("Fields in odd places are not taken for fields")
    func oddPlaces() throws {
        let document = try read(
            """
            <xfdf><field name="a"><value>1</value></field><fields><value>2</value><field name="b"><value>3<field name="c">\
            <value>4</value></field></value></field></fields></xfdf>
            """)
        #expect(document.rows[0].entries.map(\.name) == ["b"])
    }
}
