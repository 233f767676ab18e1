// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn form show`, `limn form fill` and `limn form clear`.
@Suite struct FormFillTests {
    /// The values of a form as pikepdf reads them, by full name.
    private func values(_ shell: Shell, _ name: String) throws -> [String: String] {
        let text = try python("form_values", shell.folder.path(name))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
    }

    private func text(_ shell: Shell, _ name: String) throws -> String {
        try run(try Requirement.tool("pdftotext"), "-layout", shell.folder.path(name), "-").text
    }

    @Test func `Fields are listed with their kinds, values and what they take`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        expect(
            try shell.limn("form show a.pdf"),
            """
            1> a.pdf: 9 fields, 1 page
            1>   "name "  text  page 1  (The name)
            1>   "wounded"  check  page 1  [Ja]
            1>   "side"  radio  page 1  [good, evil]
            1>   "class"  combo  page 1  [b, m]
            1>   "code"  text  page 1  at most 5 characters
            1>   "sum.a"  text  page 1
            1>   "sum.b"  text  page 1
            1>   "total"  text  page 1  read-only  calculated
            1>   "fixed"  text  page 1  = stays  read-only
            [0]
            """)
    }

    @Test func `Data of every kind fill every kind of field, and the original stays the beginning`() throws {
        let shell = try Shell([
            "a.pdf": Forms.all,
            "data.json": Array(
                #"{"name ": "Maren", "wounded": true, "side": "evil", "class": "Mage", "code": "X7", "sum": {"a": "1200.5", "b": 3}}"#
                    .utf8),
        ])
        let object = try #require(try shell.json("form fill a.pdf data.json -o b.pdf --json").first)
        #expect(object["status"] as? String == "ok", "\(object)")
        #expect(object["save"] as? String == "append")
        #expect(object["filled"] as? Int == 7)
        let outcomes = try #require(object["fields"] as? [[String: Any]])
        #expect(outcomes.first { $0["name"] as? String == "sum.a" }?["outcome"] as? String == "formatted")
        #expect(outcomes.first { $0["name"] as? String == "total" }?["outcome"] as? String == "recalculated")
        #expect(try shell.read("b.pdf").starts(with: shell.read("a.pdf")))
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("b.pdf")).status == 0)
        #expect(
            try values(shell, "b.pdf") == [
                "name ": "Maren", "wounded": "/Ja", "side": "/1", "class": "m", "code": "X7", "sum.a": "1200.5",
                "sum.b": "3", "total": "1203.5", "fixed": "stays",
            ])
        let shown = try text(shell, "b.pdf")
        for word in ["Maren", "Mage", "1,200.50", "1203.5"] { #expect(shown.contains(word), "\(word): \(shown)") }
    }

    @Test func `A value of the command takes the place of the data's`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "data.csv": Array("name ,sum.b\nMaren,3\n".utf8)])
        _ = try shell.sh("limn form fill a.pdf data.csv --set 'name =Ole' --set wounded=x -o b.pdf --quiet")
        let found = try values(shell, "b.pdf")
        #expect(found["name "] == "Ole")
        #expect(found["sum.b"] == "3")
        #expect(found["wounded"] == "/Ja")
    }

    @Test func `What a form does not take is refused by name, and the rest is filled`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        let done = try shell.sh(
            "limn form fill a.pdf --set nothing=1 --set fixed=no --set side=ugly --set code=TOOLONG --set 'name =Ole' -o b.pdf"
        )
        #expect(done.contains("1 field filled, 1 computed, 4 refused"), "\(done)")
        for word in ["nothing", "fixed", "ugly", "TOOLONG"] { #expect(done.contains(word), "\(word): \(done)") }
        #expect(done.hasSuffix("[1] +b.pdf"), "\(done)")
        let found = try values(shell, "b.pdf")
        #expect(found["name "] == "Ole")
        #expect(found["fixed"] == "stays")
    }

    @Test func `Text in any script is set in fonts that have it, and can be read back`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        _ = try shell.sh("limn form fill a.pdf --set 'name =Ёжик 你好' -o b.pdf --quiet")
        #expect(try values(shell, "b.pdf")["name "] == "Ёжик 你好")
        let shown = try text(shell, "b.pdf")
        #expect(shown.contains("Ёжик") && shown.contains("你好"), "\(shown)")
    }

    /// PDF/UA requires it of tagged documents.
    @Test(arguments: [true, false])
    func `All fonts of a filled document are embedded if it is tagged`(isTagged: Bool) throws {
        let tags = isTagged ? "/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot>>" : ""
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(300, 200)], catalog: "/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 12 Tf 0 g)>>" + tags,
                page: "/Annots[5 0 R 6 0 R]",
                objects: [
                    "<</Type/Annot/Subtype/Widget/F 4/Rect[50 100 120 120]/FT/Tx/T(name)>>",
                    "<</Type/Annot/Subtype/Widget/F 4/Rect[50 50 70 70]/FT/Btn/T(hurt)/MK<</CA(4)>>>>",
                ])
        ])
        _ = try shell.sh("limn form fill a.pdf --set name=Maren --set hurt=yes -o b.pdf --quiet")
        #expect(try text(shell, "b.pdf").contains("Maren"))
        let fonts = try run(try Requirement.tool("pdffonts"), shell.folder.path("b.pdf")).text
        let embedded = fonts.matches(of: /\s(yes|no)\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+\n/).map { $0.1 == "yes" }
        #expect(!embedded.isEmpty && embedded.allSatisfy { $0 == isTagged }, "\(fonts)")
    }

    @Test func `A character that no font has fails its field by name`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        let done = try shell.sh("limn form fill a.pdf --set 'name =a\u{10fffd}' --set sum.b=2 -o b.pdf")
        #expect(done.contains("U+10FFFD"), "\(done)")
        #expect(try values(shell, "b.pdf")["sum.b"] == "2")
        #expect(try values(shell, "b.pdf")["name "] == nil)
    }

    @Test func `Flattened fields are part of the page, and locked ones are read-only`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        _ = try shell.sh("limn form fill a.pdf --set 'name =Maren' -o flat.pdf --flatten --quiet")
        expect(try shell.limn("form show flat.pdf"), "1> flat.pdf: no form fields, 1 page\n[0]")
        #expect(try text(shell, "flat.pdf").contains("Maren"))
        _ = try shell.sh("limn form fill a.pdf --set 'name =Maren' -o lock.pdf --lock --quiet")
        let fields = try #require(
            try shell.json("form show lock.pdf --json").first?["fields"] as? [[String: Any]])
        #expect(fields.first?["flags"] as? [String] == ["readOnly"])
    }

    @Test func `Clearing takes out all values but those that nobody may change`() throws {
        let shell = try Shell(["a.pdf": Forms.all])
        _ = try shell.sh("limn form fill a.pdf --set 'name =Maren' --set wounded=1 --set class=m -o b.pdf --quiet")
        let done = try shell.sh("limn form clear b.pdf -o c.pdf")
        #expect(done.contains("4 fields cleared"), "\(done)")
        let found = try values(shell, "c.pdf")
        #expect(found["name "] == "" && found["wounded"] == "/Off" && found["fixed"] == "stays", "\(found)")
        #expect(!(try text(shell, "c.pdf").contains("Maren")))
    }

    @Test func `A field that only a page lists is filled and added to the form`() throws {
        let shell = try Shell(["a.pdf": Forms.orphan])
        _ = try shell.sh("limn form fill a.pdf --set lost=found -o b.pdf --quiet")
        #expect(try values(shell, "b.pdf") == ["lost": "found"])
        let listed = try run(
            try Requirement.tool("qpdf"), "--json=1", "--json-key=acroform", shell.folder.path("b.pdf"))
        #expect(listed.text.contains("\"hasacroform\": true"))
    }

    @Test func `A certified form is filled by appending, but for fields that a signature locks`() throws {
        let shell = try Shell(["a.pdf": Forms.locked])
        let done = try shell.sh("limn form fill a.pdf --set a=1 --set b=2 -o b.pdf")
        #expect(done.contains("The field a is locked by a signature."), "\(done)")
        #expect(try values(shell, "b.pdf")["b"] == "2")
        #expect(try shell.read("b.pdf").starts(with: shell.read("a.pdf")))
        let anew = try shell.sh("limn form fill a.pdf --set b=2 -o c.pdf --save rewrite")
        #expect(anew.contains("The document is signed, and rewriting it would break the signature; --force"), "\(anew)")
        #expect(anew.hasSuffix("[1]"), "\(anew)")
    }

    @Test func `A document without fields is refused with a sentence`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        expect(
            try shell.limn("form fill a.pdf --set a=b -o c.pdf"),
            "2> limn: a.pdf: The document has no form fields.\n[1]")
    }
}
