// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct BurningStructureTests {
    /// A tagged page with a paragraph, two fields of which the second is hidden, a stamp in one element with a link, a note
    /// that is not tagged, and a field on no page.
    private func tagged(parents: String, page: String = "/StructParents 0") -> TestPDF {
        func field(_ name: String, _ entries: String) -> TestAnnotation {
            .field(name, "/AP << /N FORM >> \(entries)")
        }
        var pdf = TestPDF.annotated(
            [
                field("shown", "/F 4 /StructParent 3"), field("hidden", "/F 2 /StructParent 4"),
                .stamp("60 10 90 30", "0 1 0 rg 0 0 20 10 re f", "/StructParent 7"),
                TestAnnotation(entries: "/Subtype /Link /Rect [100 10 120 20] /StructParent 9"),
                .stamp("130 10 150 30", "0 0 1 rg 0 0 20 10 re f"),
            ], content: "/P <</MCID 0>> BDC 0 0 5 5 re f EMC", page: "/MediaBox [0 0 200 100] \(page)",
            catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 15 0 R /AcroForm << /Fields [5 0 R 7 0 R 22 0 R] >>")
        pdf.add("<< /Type /StructTreeRoot /K 16 0 R /ParentTree \(parents) >>")
        pdf.add("<< /Type /StructElem /S /Document /P 15 0 R /K [17 0 R 18 0 R 19 0 R 20 0 R 21 0 R] >>")
        func reference(_ number: Int) -> String { "<< /Type /OBJR /Pg 3 0 R /Obj \(number) 0 R >>" }
        pdf.add("<< /Type /StructElem /S /P /P 16 0 R /Pg 3 0 R /K 0 >>")
        pdf.add("<< /Type /StructElem /S /Form /P 16 0 R /K \(reference(5)) >>")
        pdf.add("<< /Type /StructElem /S /Form /P 16 0 R /K \(reference(7)) >>")
        pdf.add("<< /Type /StructElem /S /Annot /P 16 0 R /K [\(reference(9)) \(reference(11)) null] >>")
        pdf.add("<< /Type /StructElem /S /Form /P 16 0 R /K [\(reference(22)) \(reference(13))] >>")
        pdf.add("<< /Type /Annot /Subtype /Widget /FT /Tx /T (nowhere) /Rect [0 0 9 9] /StructParent 12 >>")
        return pdf
    }

    static let trees = [
        "<< /Nums [0 [17 0 R] 3 18 0 R 4 19 0 R 7 20 0 R 9 20 0 R 12 21 0 R] >>",
        "<< /Kids [<< /Limits [0 4] /Nums [0 [17 0 R] 3 18 0 R 4 19 0 R] >>"
            + " << /Limits [7 12] /Nums [7 20 0 R 9 20 0 R 12 21 0 R] >>] >>",
    ]

    @Test(arguments: trees)
    func `Burnt annotations are content of the elements that referred to them, and references to what is gone go`(
        parents: String
    ) throws {
        let burnt = try Burnt(tagged(parents: parents))
        #expect(burnt.report.paintedFields == 1)
        #expect(burnt.report.paintedAnnotations == 2)
        #expect(try burnt.harm() == [])
        let found = try python("structure_lines", burnt.output).split(separator: "\n").map(String.init)
        #expect(
            found == [
                "Document", "  P 0", "  Form MCR 1", "  Form", "  Annot MCR 2 OBJR Link", "  Form", "content 0 1 2",
                "parents 0 P Form Annot", "parents 9 Annot",
            ])
    }

    @Test func `A page without marked content gets an entry of its own`() throws {
        let burnt = try Burnt(tagged(parents: Self.trees[0].replacing("0 [17 0 R]", with: ""), page: ""))
        let found = try python("structure_lines", burnt.output).split(separator: "\n").map(String.init)
        #expect(found.contains("  Form MCR 0"))
        #expect(found.contains("parents 13 Form Annot"))
        #expect(try burnt.harm() == [])
    }

    @Test func `References that the parent tree does not lead to go as well`() throws {
        let burnt = try Burnt(tagged(parents: "<< /Nums [0 [17 0 R] 9 20 0 R] >>"))
        #expect(try burnt.harm() == [])
        let found = try python("structure_lines", burnt.output).split(separator: "\n").map(String.init)
        #expect(found.filter { $0.contains("OBJR") } == ["  Annot OBJR Link"])
    }

    static let hostile = [
        (
            parents: "<< /Kids [15 0 R 16 0 R << /Kids 16 0 R >>] /Nums [3] >>",
            page: "/StructParents 9223372036854775807"
        ),
        (parents: "<< /Nums [9223372036854775807 18 0 R 3 3 0 R (x) 18 0 R] >>", page: "/StructParents -1"),
        (parents: "[0 18 0 R]", page: "/StructParents /None"),
    ]

    @Test(arguments: hostile)
    func `A parent tree that is none is no harm`(parents: String, page: String) throws {
        let burnt = try Burnt(tagged(parents: parents, page: page))
        #expect(burnt.report.paintedFields == 1)
        #expect(try Engine.mupdf.draw(burnt.output).redBox != nil)
        #expect(try run(try Requirement.tool("qpdf"), "--check", burnt.output).status == 0)
    }
}
