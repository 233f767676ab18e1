// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn character fill` and `values`, and `undo` and `redo` for forms.
@Suite struct CharacterFormTests {
    /// A library with a character Mia on a small form.
    static func mia(_ files: KeyValuePairs<String, [UInt8]> = [:], form: [UInt8] = Forms.all) throws -> LibraryShell {
        let shell = try LibraryShell(files)
        try shell.shell.write("form.pdf", form)
        _ = try shell.limn("template import form.pdf")
        _ = try shell.limn("character create Mia --template form")
        return shell
    }

    /// The values of a character's fields, as `values --json` tells them.
    static func values(_ shell: LibraryShell, of name: String = "Mia", library: String = "lib") throws -> [String:
        String]
    {
        let fields =
            try shell.json("character values \(name)", library: library).first?["fields"] as? [[String: Any]] ?? []
        return Dictionary(
            fields.compactMap { field in
                (field["name"] as? String).flatMap { name in (field["value"] as? String).map { (name, $0) } }
            }, uniquingKeysWith: { $1 })
    }

    @Test func `Data and typed values fill a character's form, and values lists them with what is computed`() throws {
        let shell = try Self.mia([
            "data.json": Array(#"{"name ": "Maren", "wounded": true, "class": "Mage", "sum": {"a": "1200.5"}}"#.utf8)
        ])
        expect(
            try shell.limn("character fill Mia data.json --set side=evil --set sum.b=3"),
            "1> Mia, form: 6 fields changed, 1 computed\n[0]")
        expect(
            try shell.limn("character values Mia"),
            """
            1> Mia: 9 fields, 6 filled in
            1>   "name "  text  page 1  = Maren  (The name)
            1>   "wounded"  check  page 1  = Ja  [Ja]
            1>   "side"  radio  page 1  = evil  [good, evil]
            1>   "class"  combo  page 1  = m  [b, m]
            1>   "code"  text  page 1  at most 5 characters
            1>   "sum.a"  text  page 1  = 1200.5
            1>   "sum.b"  text  page 1  = 3
            1>   "total"  text  page 1  = 1203.5  read-only  calculated
            1>   "fixed"  text  page 1  = stays  read-only
            [0]
            """)
        #expect(
            try shell.limn("character values Mia --csv").contains(
                "1> @file,\"name \",wounded,side,class,code,sum.a,sum.b,total,fixed\r\n"
                    + "Mia,Maren,Ja,evil,m,,1200.5,3,1203.5,stays\r\n"))
        #expect(
            try shell.limn("character values Mia --xfdf").contains("<field name=\"side\"><value>evil</value></field>"))
        #expect(try shell.limn("character values Mia --format pdftk").contains("FieldValue: Maren"))
        _ = try shell.shell.sh("limn character values Mia --format fdf --library lib > values.fdf")
        #expect(Data(try shell.shell.read("values.fdf")).range(of: Data("<</T (class)/V (m)>>".utf8)) != nil)
        #expect(try shell.limn("character show Mia").contains("1>   form: 6 fields filled in, can undo\n"))
        // What the form shows is what fills it again.
        _ = try shell.limn("character duplicate Mia Bea")
        _ = try shell.shell.sh("limn character values Mia --xfdf --library lib > values.xfdf")
        _ = try shell.limn("character fill Bea --set side= --set class= --set wounded= --quiet")
        _ = try shell.limn("character fill Bea values.xfdf --force --quiet")
        #expect(try Self.values(shell, of: "Bea") == Self.values(shell))
    }

    @Test func `The changes of a character name the fields whose values changed`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character fill Mia --set code=a --set side=evil --quiet")
        _ = try shell.limn("character fill Mia --set code= --quiet")
        _ = try shell.limn("character undo Mia --form --quiet")
        let changes = try shell.json("character changes Mia")
        #expect(changes.map { $0["fields"] as? [String] } == [["code", "side"], ["code"]])
        #expect(changes.map { $0["undone"] as? Bool } == [false, true])
        #expect(changes.allSatisfy { ($0["pages"] as? [Any])?.isEmpty == true })
        let lines = try shell.limn("character changes Mia").split(separator: "\n")
        #expect(lines.map { $0.drop { $0 != "f" } } == ["form code, side", "form code  (undone)", ""])
        // Pictures show ink.
        #expect(try shell.limn("character changes Mia -o out.png").contains("No stroke has changed"))
    }

    @Test func `Where a value is refused, none is kept, and the field is told by name`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character fill Mia --set sum.b=1")
        let done = try shell.limn(
            "character fill Mia --set nothing=1 --set fixed=no --set side=ugly --set code=TOOLONG --set sum.b=2")
        for word in ["nothing", "fixed", "ugly", "TOOLONG", "No value was saved."] {
            #expect(done.contains(word), "\(word): \(done)")
        }
        #expect(done.hasSuffix("[1]"))
        let glyph = try shell.limn("character fill Mia --set sum.b=2 --set code=a\u{10fffd}")
        #expect(glyph.contains("U+10FFFD") && glyph.hasSuffix("[1]"), "\(glyph)")
        #expect(try Self.values(shell)["sum.b"] == "1")
        let revision = { try shell.json("character values Mia").first?["revision"] as? Int }
        #expect(try revision() == 1)
        // A check keeps nothing, whatever it finds.
        expect(
            try shell.limn("character fill Mia --set sum.b=2 --dry-run"),
            "1> Mia, form: 1 field could be filled, nothing was saved, 1 computed\n[0]")
        #expect(try revision() == 1)
        // Force fills what is read-only, and keeps what can be kept.
        let forced = try shell.limn("character fill Mia --set nothing=1 --set fixed=no --set sum.b=2 --force")
        #expect(forced.contains("2 fields changed, 1 computed, 1 refused") && forced.hasSuffix("[1]"), "\(forced)")
        #expect(try Self.values(shell)["fixed"] == "no" && Self.values(shell)["sum.b"] == "2")
        // The same again changes nothing.
        #expect(try shell.limn("character fill Mia --set sum.b=2").contains("nothing changed"))
        #expect(try revision() == 2)
    }

    @Test func `Changes of values are undone and redone apart from ink`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character fill Mia --set sum.a=1 --set code=X")
        _ = try shell.limn("character fill Mia --set sum.a=2 --set code=")
        _ = try shell.limn("character item add Mia --page 1 --text Hello --at 9,9")
        expect(try shell.limn("character undo Mia --form"), "1> Mia, form: 2 fields changed\n[0]")
        #expect(try Self.values(shell)["sum.a"] == "1" && Self.values(shell)["code"] == "X")
        expect(try shell.limn("character undo Mia --form"), "1> Mia, form: 2 fields changed\n[0]")
        expect(
            try shell.limn("character undo Mia --form"), "2> limn: There is nothing to undo in the form.\n[1]")
        _ = try shell.limn("character redo Mia --form")
        _ = try shell.limn("character redo Mia --form")
        #expect(try Self.values(shell)["sum.a"] == "2" && Self.values(shell)["code"] == nil)
        #expect(try shell.limn("character undo Mia").hasPrefix("1> Mia, page 1: −1"))
        #expect(try Self.values(shell)["sum.a"] == "2")
        // Without --form, it is the last change of any kind.
        expect(try shell.limn("character undo Mia"), "1> Mia, form: 2 fields changed\n[0]")
        #expect(try Self.values(shell)["sum.a"] == "1")
        expect(try shell.limn("character redo Mia"), "1> Mia, form: 2 fields changed\n[0]")
        #expect(try shell.limn("character redo Mia").hasPrefix("1> Mia, page 1: +1"))
        #expect(try shell.limn("character undo Mia --form --page 1").hasSuffix("[64]"))
    }

    @Test func `Values are searched, go through packages and backups, and stay with a character in the trash`() throws {
        let shell = try Self.mia(["face.png": try Project.sample("portrait.png")], form: try PortraitForm.bytes())
        _ = try shell.limn("character fill Mia --set portrait=@face.png --set who=Ärgerlicher_Drache")
        let given = try shell.json("character values Mia").first?["given"] as? [String: Any]
        let hash = (given?["portrait"] as? [String: String])?["picture"]
        #expect(hash?.count == 64)
        #expect(try shell.limn("character list --search argerlich").contains("Mia"))
        #expect(try shell.limn("character list --search bogus") == "[0]")
        _ = try shell.limn("library pack Mia mia.limnpkg")
        _ = try shell.limn("library unpack mia.limnpkg", library: "other")
        _ = try shell.limn("library backup saved")
        _ = try shell.limn("library restore saved --yes", library: "third")
        for library in ["other", "third"] {
            let there = try shell.json("character values Mia", library: library).first
            #expect((there?["given"] as? [String: Any])?["who"] as? String == "Ärgerlicher Drache")
            #expect(((there?["given"] as? [String: Any])?["portrait"] as? [String: String])?["picture"] == hash)
            #expect(try shell.limn("library check", library: library).hasSuffix("sound\n[0]"))
            _ = try shell.limn("export Mia -o \(library).pdf", library: library)
        }
        #expect(try shell.shell.read("other.pdf") == shell.shell.read("third.pdf"))
        let removal = try shell.limn("character remove Mia --yes")
        #expect(removal.hasSuffix("[0]"))
        #expect(try shell.limn("character list --search argerlich") == "[0]")
        _ = try shell.limn("trash restore Mia")
        #expect(try Self.values(shell)["who"] == "Ärgerlicher Drache")
    }

    @Test func `Data of a mapping fill a character, and more than one row is refused`() throws {
        let shell = try Self.mia([
            "hero.json": Array(#"{"hero": {"called": "Ole", "power": 3}}"#.utf8),
            "map.json": Array(
                #"{"limn": "mapping", "version": 1, "fields": {"name ": "hero.called", "sum.b": "hero.power"}}"#.utf8),
            "two.csv": Array("code,sum.b\nA,1\nB,2\n".utf8),
        ])
        let done = try shell.limn("character fill Mia hero.json --mapping map.json")
        #expect(done.contains("form: 2 fields changed") || done.contains("map.json"), "\(done)")
        let rows = try shell.limn("character fill Mia two.csv")
        #expect(
            rows.contains("The data have 2 rows, and a character takes one row.") && rows.hasSuffix("[1]"), "\(rows)")
        for usage in ["", "--mapping map.json --set a=b"] {
            #expect(
                try shell.limn("character fill Mia \(usage)".trimmingCharacters(in: .whitespaces)).hasSuffix("[64]"))
        }
    }

    @Test func `A template without a form, a locked one and no template are refused with a sentence`() throws {
        let shell = try Self.mia(form: Documents.pages(1))
        expect(
            try shell.limn("character fill Mia --set a=b"),
            "2> limn: form: The document has no form fields.\n[1]")
        let locked = try Self.mia(form: Forms.locked)
        let done = try locked.limn("character fill Mia --set a=1 --set b=2")
        #expect(done.contains("The field a is locked by a signature.") && done.hasSuffix("[1]"), "\(done)")
        _ = try shell.limn("template remove form --keep-characters --yes")
        #expect(try shell.limn("character fill Mia --set a=b").contains("The character has no template"))
        expect(try shell.limn("character values Mia"), "1> Mia: no form fields\n[0]")
    }
}

/// A form with a text and a button that shows a portrait.
enum PortraitForm {
    static func bytes() throws -> [UInt8] {
        Documents.pdf(
            [(200, 200)], catalog: "/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 0 Tf 0 g)>>", page: "/Annots[5 0 R 6 0 R]",
            objects: [
                "<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(who)/Rect[10 160 190 190]>>",
                "<</Type/Annot/Subtype/Widget/F 4/FT/Btn/Ff 65536/T(portrait)/MK<</TP 1>>/Rect[40 20 160 150]>>",
            ])
    }
}
