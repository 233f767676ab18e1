// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Notes that repeat, reorder or leave out pages of their PDF.
@Suite struct OwnOrderTests {
    /// Pages of 200 × 100 pt on pages of `sheet.pdf`, or on paper where the page is nil. The stroke of each page is 10 pt
    /// lower than the one before.
    private static func notes(_ pages: [Int?]) -> [UInt8] {
        var text = "<?xml version=\"1.0\"?>\n<xournal creator=\"test\" fileversion=\"4\">\n"
        for (index, page) in pages.enumerated() {
            let background =
                page.map { "type=\"pdf\" domain=\"absolute\" filename=\"sheet.pdf\" pageno=\"\($0)\"" }
                ?? "type=\"solid\" color=\"#ffff80ff\" style=\"plain\""
            let y = 20 + 10 * index
            text += "<page width=\"200\" height=\"100\"><background \(background)/><layer>"
            text += "<stroke tool=\"pen\" color=\"#ff0000ff\" width=\"4\">60 \(y) 180 \(y)</stroke></layer></page>\n"
        }
        return Array((text + "</xournal>\n").utf8)
    }

    /// A PDF of pages with widths of 200 pt and more, a point more for each, with labels, an outline, links and fields.
    private static let sheet = """
        import sys, pikepdf
        from pikepdf import Dictionary, Name, Array, String
        pdf = pikepdf.new()
        for index in range(3):
            pdf.add_blank_page(page_size=(200 + index, 100))
        pages = [page.obj for page in pdf.pages]
        def field(name, value, rect):
            return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String(name), V=String(value),
                Rect=Array(rect), DA=String("/Helv 10 Tf 0 g"), F=4))
        fields = []
        for index, page in enumerate(pages):
            box = field("name%d" % (index + 1), "value%d" % (index + 1), [10, 10, 50, 30])
            box.P = page
            link = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([60, 10, 90, 30]),
                Dest=Array([pages[index], Name.Fit]), P=page))
            page.Annots = Array([box, link])
            fields.append(box)
        pdf.Root.AcroForm = pdf.make_indirect(Dictionary(Fields=Array(fields), DA=String("/Helv 10 Tf 0 g"),
            DR=Dictionary(Font=Dictionary(Helv=pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))))))
        pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name("/r")), 1, Dictionary(S=Name("/D"), St=1)]))
        with pdf.open_outline() as outline:
            for index in range(3):
                outline.root.append(pikepdf.OutlineItem("chapter %d" % (index + 1), index))
        pdf.save(sys.argv[1])
        """

    /// Tells the pages of a PDF: widths, labels, what links and outline lead to, and the fields with their pages.
    private static let look = """
        import sys, pikepdf
        pdf = pikepdf.open(sys.argv[1])
        pages = [page.obj for page in pdf.pages]
        place = {page.objgen: index for index, page in enumerate(pages)}
        print("widths", *[int(page.MediaBox[2]) for page in pages])
        print("labels", *[page.label or "-" for page in pdf.pages])
        links = []
        for page in pages:
            for annotation in page.get("/Annots", []):
                if annotation.Subtype == "/Link":
                    links.append("%d>%s" % (place[page.objgen], place.get(annotation.Dest[0].objgen, "none")))
        print("links", *links)
        def widgets(field):
            return [place.get(kid.P.objgen) for kid in field.Kids] if "/Kids" in field else [place.get(field.P.objgen)]
        for field in pdf.Root.AcroForm.Fields:
            print("field", field.T, field.V, *widgets(field))
        def walk(item):
            while item is not None:
                dest = item.get("/Dest") or item.A.D
                target = dest[0]
                print("outline", item.Title, place.get(target.objgen, "none") if isinstance(target, pikepdf.Dictionary) else "none")
                item = item.get("/Next")
        walk(pdf.Root.Outlines.get("/First"))
        """

    private static func shell(_ pages: [Int?]) throws -> Shell {
        let shell = try Shell(["notes.xopp": notes(pages)])
        let done = try run(try Requirement.python(), "-c", sheet, shell.folder.path("sheet.pdf"))
        #expect(done.status == 0, "\(done.stderr)")
        return shell
    }

    private static func lines(_ file: String, in shell: Shell) throws -> [String] {
        let done = try run(try Requirement.python(), "-c", look, shell.folder.path(file))
        #expect(done.status == 0, "\(done.stderr)")
        return done.text.split(separator: "\n").map(String.init)
    }

    @Test func `Pages come in the order of the ink, with links, labels, outline and fields`() throws {
        let shell = try Self.shell([2, nil, 1, 1])
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["pageCount"] as? Int == 4, "\(made)")
        #expect(made["inkedPages"] as? [Int] == [1, 2, 3, 4])
        #expect(made["save"] as? String == "rewrite")
        #expect(made["originalIsPrefix"] as? Bool == false)
        let notes = (made["notes"] as? [String] ?? []).joined(separator: "\n")
        #expect(
            notes.contains("The pages are in the order of the ink: 1 of 3 pages of the PDF is left out, 1 is repeated.")
        )
        #expect(notes.contains("The export was rewritten and does not begin with the original."))
        #expect(
            try Self.lines("out.pdf", in: shell) == [
                "widths 201 200 200 200", "labels 1 - i i", "links 0>0 2>2 3>3", "field name1 value1 2 3",
                "field name2 value2 0", "outline chapter 1 2", "outline chapter 2 0",
            ])
        let check = try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("out.pdf"))
        #expect(check.status == 0, "\(check.text)")
    }

    @Test func `A note of one page of its PDF has one page`() throws {
        let shell = try Self.shell([2])
        #expect(try shell.json("flatten notes.xopp -o out.pdf --json").first?["pageCount"] as? Int == 1)
        #expect(try Self.lines("out.pdf", in: shell).prefix(2) == ["widths 201", "labels 1"])
        #expect(try shell.limn("render notes.xopp --dpi 72 -o pages").contains("+pages"))
        #expect(try shell.limn("thumbnail notes.xopp -o small.png --size 64").hasSuffix("+small.png"))
    }

    @Test func `Each copy of a page has its own ink`() throws {
        let shell = try Self.shell([1, 1, 2])
        #expect(try shell.limn("render notes.xopp --dpi 72 -o pages").contains("+pages/notes-3.png"))
        let script = """
            import sys
            from PIL import Image
            for name in sys.argv[1:]:
                picture = Image.open(name).convert("RGB")
                print([y for y in range(20, 60, 10) if picture.getpixel((120, y))[0] > 200 and picture.getpixel((120, y))[1] < 90])
            """
        let files = (1...3).map { shell.folder.path("pages/notes-\($0).png") }
        let done = try run(try Requirement.python(), "-c", script, files[0], files[1], files[2])
        #expect(done.text == "[20]\n[30]\n[40]\n", "\(done.stderr)")
    }

    @Test func `Labels of the PDF's own pages stay when paper is put between them`() throws {
        let shell = try Self.shell([1, nil, 2, 3])
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["originalIsPrefix"] as? Bool == true, "\(made)")
        #expect(try Self.lines("out.pdf", in: shell)[1] == "labels i - 1 2")
    }

    @Test func `A signed PDF is not written anew without being asked`() throws {
        let shell = try Shell(["sheet.pdf": Documents.signed, "notes.xopp": Self.notes([1, 1])])
        let done = try shell.limn("flatten notes.xopp -o out.pdf")
        #expect(done.contains("The document is signed, and reordering its pages would break the signature"), "\(done)")
        #expect(
            try shell.limn("flatten notes.xopp -o out.pdf --force").contains("rewritten in the order of the ink"))
    }

    @Test(arguments: [[1, 7, 2], [1, 2, 3, 7]])
    func `Ink on a page that the PDF lacks comes out on paper, with a warning`(pages: [Int]) throws {
        let shell = try Self.shell(pages)
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["pageCount"] as? Int == pages.count, "\(made)")
        #expect(made["inkedPages"] as? [Int] == Array(1...pages.count))
        let place = (pages.firstIndex(of: 7) ?? 0) + 1
        let messages = (made["messages"] as? [String] ?? []).joined(separator: "\n")
        #expect(
            messages.contains(
                "Page \(place) of the ink is on page 7 of a PDF that has 3 pages; plain paper replaces it."))
    }

    @Test func `Ink for another PDF is refused`() throws {
        let shell = try Self.shell([7, 8])
        let done = try shell.limn("flatten notes.xopp -o out.pdf")
        #expect(done.contains("The ink is for page 7, and the document has 3 pages."), "\(done)")
    }
}
