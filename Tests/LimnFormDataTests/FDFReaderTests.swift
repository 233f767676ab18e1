// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("FDF is read")
struct FDFReaderTests {
    private func read(_ body: String) throws -> FormDataDocument { try FormDataReader().read(Array(body.utf8)) }

    private func fields(_ text: String, before: String = "") throws -> FormDataDocument {
        try read(
            "%FDF-1.2\n\(before)1 0 obj\n<</FDF<</Fields[\(text)]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n")
    }

    @Test("Names nest, and names with periods stand for themselves")
    func names() throws {
        let document = try fields(
            "<</T(a)/Kids[<</T(b)/V(1)>><</Kids[<</T(c)/V(2)>>]>>]>> <</T(x.y)/V(3)>> <</T<FEFF00C4>/V<FEFF4F60>>>")
        #expect(document.format == .fdf)
        #expect(
            document.rows == [
                FormRow(entries: [
                    .init("a.b", .text("1")), .init("a.c", .text("2")), .init("x.y", .text("3")),
                    .init("Ä", .text("你")),
                ])
            ])
        #expect(document.columns == ["a.b", "a.c", "x.y", "Ä"])
        #expect(document.problems.isEmpty && document.warnings.isEmpty)
    }

    @Test("Values are strings, names, arrays, streams and references")
    func values() throws {
        let document = try fields(
            #"<</T(a)/V(1\)\(\\ (2) \101\n\#r\#nx)>><</T(b)/V/Yes#20Sir>><</T(c)/V[(x)/y]>><</T(d)/V 7 0 R>><</T(e)>><</T(f)/V null>><</T(g)/V()>><</T(h)/V 3 0 R>>"#,
            before: "7 0 obj (ref) endobj 3 0 obj <</Length 99>> stream\r\nlong text\nendstream endobj ")
        let entries: [FormRow.Entry] = [
            .init("a", .text("1)(\\ (2) A\n\nx")), .init("b", .text("Yes Sir")), .init("c", .list(["x", "y"])),
            .init("d", .text("ref")), .init("g", .text("")), .init("h", .text("long text\n")),
        ]
        #expect(document.rows.first?.entries == entries)
        #expect(document.problems.isEmpty)
    }

    @Test("Characters of PDFDocEncoding, and strings in another encoding")
    func encodings() throws {
        let document = try FormDataReader().read(
            Array("%FDF-1.2\n1 0 obj<</FDF<</Fields[<</T(a)/V(".utf8) + [0x80, 0xa0, 0xe4, 0x92]
                + Array(")>>]>>>>endobj trailer<</Root 1 0 R>>".utf8))
        #expect(document.rows.first?.entries.first?.entry == .text("•€ä™"))
        let other = try FormDataReader().read(
            Array("%FDF-1.2\n1 0 obj<</FDF<</Encoding/Shift-JIS/Fields[<</T(b)/V(plain)>><</T(a)/V(".utf8) + [
                0x83, 0x65,
            ]
                + Array(")>>]>>>>endobj trailer<</Root 1 0 R>>".utf8))
        #expect(other.rows.first?.entries == [.init("b", .text("plain"))])
        #expect(
            other.problems.map(\.description)
                == ["Row 1: “a” is written in the encoding “Shift-JIS” and cannot be read."])
    }

    @Test("What is passed over is said")
    func ignored() throws {
        let document = try fields("<</T(a)/V(1)/RV(<b>1</b>)/Ff 1/AP<<>>/Opt[(x)]>>")
        #expect(
            document.warnings == [
                "Ignored in the data: appearances, flags of fields, options of lists, styles of rich text."
            ])
        let noTrailer = try read("%FDF-1.2\n1 0 obj <</FDF<</Fields[<</T(a)/V(1)>>]>>>> endobj")
        #expect(noTrailer.rows.first?.entries == [.init("a", .text("1"))])
        #expect(noTrailer.warnings.count == 1)
    }

    @Test("Circles, depths and damage give a sentence")
    func hostile() throws {
        #expect(throws: FormDataError.self) { try fields("2 0 R", before: "2 0 obj<</T(a)/Kids[2 0 R 2 0 R]>>endobj ") }
        let deep = String(repeating: "<</T(a)/Kids[", count: 10_000)
        let error = try #require(throws: FormDataError.self) { try fields(deep) }
        #expect(error.code == .tooLarge)
        #expect(error.description.contains("nested deeper than 64 levels"))
        for body in [
            "%FDF-1.2", "%FDF-1.2\n1 0 obj <</FDF", "%FDF-1.2\n1 0 obj (", "%FDF-1.2\ntrailer<</Root 1 0 R>>",
            "%FDF-1.2\n1 0 obj <</FDF<</Fields[<</T(a)/V<4x>>>]>>>> endobj",
        ] { #expect(throws: FormDataError.self) { try read(body) } }
        let lone = try fields("<</T(a)/V<FEFFD83C>>><</T(b)/V(ok)>><</T(c)/V(\\000)>>")
        #expect(lone.rows.first?.entries == [.init("b", .text("ok"))])
        #expect(
            lone.problems.map(\.description) == [
                "Row 1: “a” holds half of a character (a lone surrogate).",
                "Row 1: “c” holds a NUL character, which no form can store.",
            ])
        #expect(try fields("<</T(a)/V(1)>><</T(a)/V(2)>>").problems.map(\.column) == ["a"])
    }

    @Test("References that lead in a circle end")
    func references() throws {
        #expect(throws: FormDataError.self) { try read("%FDF-1.2\n1 0 obj 1 0 R endobj trailer<</Root 1 0 R>>") }
    }
}
