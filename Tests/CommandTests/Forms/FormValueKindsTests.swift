// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Values that stand in several places, or behind passwords.
@Suite struct FormValueKindsTests {
    private static func form(_ fields: [String], catalog: String = "", further: [String] = []) -> [UInt8] {
        let numbers = fields.indices.map { "\($0 + 5) 0 R" }.joined(separator: " ")
        return Documents.pdf(
            [(300, 200)], catalog: "/AcroForm<</Fields[\(numbers)]/DA(/Helv 0 Tf 0 g)>>\(catalog)",
            page: "/Annots[\(numbers)]",
            objects: fields.enumerated().map { place, entries in
                "<</Type/Annot/Subtype/Widget/F 4/Rect[10 \(170 - 30 * place) 110 \(190 - 30 * place)]\(entries)>>"
            } + further)
    }

    /// The dictionary of the first field after filling, as mutool writes it.
    private func field(_ shell: Shell, _ name: String) throws -> String {
        try run(try Requirement.tool("mutool"), "show", shell.folder.path(name), "5").text
            .replacing(#/\s+/#, with: " ")
    }

    @Test func `Rich text gives way to a value, and its style stays`() throws {
        let rich = "/FT/Tx/Ff 33554432/T(note)/V(old)/RV(<body><p>old</p></body>)/DS(font: Helvetica 12pt)"
        let shell = try Shell(["a.pdf": Self.form([rich])])
        let done = try shell.limn("form fill a.pdf -o b.pdf --set note=new")
        #expect(done.contains("replaced the rich text") && done.hasSuffix("+b.pdf"), "\(done)")
        let field = try field(shell, "b.pdf")
        #expect(field.contains("/V (new)") && field.contains("/DS") && !field.contains("/RV"), "\(field)")
    }

    @Test func `The places of chosen rows follow the value`() throws {
        let list = "/FT/Ch/Ff 2097152/T(list)/Opt[(a)(b)(c)]/V[(a)]/I[0]"
        let shell = try Shell([
            "a.pdf": Self.form([list]), "data.json": Array(#"{"list":["c","b"]}"#.utf8),
            "none.json": Array(#"{"list":""}"#.utf8),
        ])
        _ = try shell.limn("form fill a.pdf data.json -o b.pdf --quiet")
        let chosen = try field(shell, "b.pdf")
        #expect(chosen.contains("/I [ 1 2 ]"), "\(chosen)")
        _ = try shell.limn("form fill a.pdf none.json -o c.pdf --quiet")
        #expect(try !field(shell, "c.pdf").contains("/I ["))
    }

    @Test func `A signature keeps rich text and rows, and that is told`() throws {
        let signature = "/FT/Sig/T(Signature)/V 8 0 R"
        let shell = try Shell([
            "a.pdf": Self.form(
                ["/FT/Tx/T(note)/V(old)/RV(<p>old</p>)", "/FT/Ch/T(list)/Opt[(a)(b)]/V(a)/I[0]", signature],
                further: ["<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>"])
        ])
        let done = try shell.limn("form fill a.pdf -o b.pdf --set note=new --set list=b")
        #expect(done.contains("keeps the rich text") && done.contains("keeps the choices"), "\(done)")
        #expect(done.hasSuffix("+b.pdf"), "\(done)")
        #expect(try field(shell, "b.pdf").contains("/RV"))
        #expect(try shell.limn("form show b.pdf").contains("= new"))
    }

    @Test func `States whose names have blanks, umlauts or signs of syntax are written back byte for byte`() throws {
        let names = ["Ja#20bitte", "14-t#e4gig", "a#2fb#28c"]
        let mark = "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 14>>stream\n2 2 16 16 re f\nendstream"
        let shell = try Shell([
            "a.pdf": Self.form(
                names.enumerated().map { "/FT/Btn/T(b\($0))/AP<</N<</\($1) 8 0 R/Off 8 0 R>>>>/AS/Off" },
                further: [mark])
        ])
        let done = try shell.sh("limn form fill a.pdf -o b.pdf --set 'b0=Ja bitte' --set b1=14-tägig --set 'b2=a/b(c'")
        #expect(done.hasSuffix("+b.pdf"), "\(done)")
        let text = try run(try Requirement.tool("qpdf"), "--qdf", shell.folder.path("b.pdf"), "-").text
        for name in names {
            let states = text.split(separator: "\n").filter {
                $0.contains("/AS /\(name)") || $0.contains("/V /\(name)")
            }
            #expect(states.count == 2, "\(name): \(states)")
        }
    }

    @Test(arguments: ["40", "128", "256"])
    func `Who opens a form with the owner's password may fill it`(bits: String) throws {
        let shell = try Shell(["plain.pdf": Forms.all, "user": Array("u".utf8), "owner": Array("o".utf8)])
        let forbids = bits == "40" ? ["--modify=n", "--annotate=n"] : ["--modify=none"]
        let arguments =
            ["--allow-weak-crypto", "--encrypt", "u", "o", bits] + forbids
            + ["--", shell.folder.path("plain.pdf"), shell.folder.path("a.pdf")]
        #expect(try run(try Requirement.tool("qpdf"), arguments.map { Array($0.utf8) }).status == 0)
        let refused = try shell.sh("limn form fill a.pdf -o b.pdf --password-file user --set code=1")
        #expect(refused.contains("cannot be filled") && !refused.contains("+b.pdf"), "\(refused)")
        let done = try shell.limn("form fill a.pdf -o b.pdf --password-file owner --set code=1")
        #expect(done.hasSuffix("+b.pdf"), "\(done)")
        let check = try run(try Requirement.tool("qpdf"), "--check", "--password=u", shell.folder.path("b.pdf"))
        #expect(check.status == 0 && check.text.contains("User password = u") || bits == "256", "\(check.text)")
    }
}
