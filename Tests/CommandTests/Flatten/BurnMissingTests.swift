// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn flatten --mode burn` of what viewers draw without being told how.
struct BurnMissingTests {
    /// A page with annotations as objects 5 and so on.
    private func shell(_ annotations: [String], form: String = "", content: String = "") throws -> Shell {
        let list = annotations.indices.map { "\($0 + 5) 0 R" }.joined(separator: " ")
        let catalog = form.isEmpty ? "" : "/AcroForm<</Fields[\(list)]\(form)>>"
        let pdf = Documents.pdf([(200, 100)], catalog: catalog, page: "/Annots[\(list)]", objects: annotations)
        return try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp()])
    }

    private func picture(_ shell: Shell, _ name: String) throws -> DecodedPicture {
        _ = try shell.limn("render \(name) --dpi 72 -o \(name).png --quiet")
        return try DecodedPicture(try shell.read("\(name).png"))
    }

    /// Burns, and requires that the page stays as it is but for the ink at the upper left.
    private func burn(_ shell: Shell, _ comment: Comment) throws -> DecodedPicture {
        let told = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode burn")
        #expect(told.contains("[0]"), "\(told)")
        let (before, after) = (try picture(shell, "a.pdf"), try picture(shell, "out.pdf"))
        var changed = 0
        for y in 0..<100 {
            for x in 80..<200 where zip(before[x, y], after[x, y]).contains(where: { abs($0 - $1) > 8 }) {
                changed += 1
            }
        }
        #expect(changed == 0, comment)
        return after
    }

    private let field = "<</Type/Annot/Subtype/Widget/F 4/Rect[100 20 190 50]"

    @Test func `A highlight without an appearance is burned`() throws {
        let shell = try shell([
            "<</Type/Annot/Subtype/Highlight/F 4/C[1 1 0]/Rect[100 20 190 50]/QuadPoints[100 50 190 50 100 20 190 20]>>"
        ])
        #expect(try burn(shell, "the highlight stays")[150, 65][2] < 100)
    }

    @Test func `Fields without an appearance are burned with their values`() throws {
        let text = field + "/FT/Tx/T(name)/V(Wide words)/DA(/Helv 20 Tf 1 0 0 rg)/MK<</BG[0 1 0]>>>>"
        let shell = try shell([text], form: "/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>")
        let after = try burn(shell, "the value stays")
        #expect((50..<80).contains { y in (100..<190).contains { x in after[x, y][0] > 200 && after[x, y][1] < 80 } })
    }

    @Test func `The frame of an unticked box stays`() throws {
        let box = field + "/FT/Btn/T(box)/AS/Off/MK<</BC[1 0 0]/BG[0 0 1]>>/BS<</W 4>>/AP<</N<</Yes 6 0 R>>>>>>"
        let on = "<</Subtype/Form/BBox[0 0 90 30]/Length 0>>stream\n\nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]>>", page: "/Annots[5 0 R]", objects: [box, on])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp()])
        _ = try burn(shell, "the frame stays")
    }

    @Test func `Fields whose pictures are out of date are burned as they are shown`() throws {
        let stale = field + "/FT/Tx/T(name)/V(Wide words)/DA(/Helv 20 Tf 1 0 0 rg)/AP<</N 6 0 R>>>>"
        let old = "<</Subtype/Form/BBox[0 0 90 30]/Length 20>>stream\n0 0 1 rg 0 0 9 9 re f\nendstream"
        let font = "/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
        let pdf = Documents.pdf(
            [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]/NeedAppearances true\(font)>>", page: "/Annots[5 0 R]",
            objects: [stale, old])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp()])
        let after = try burn(shell, "the value stays")
        #expect((50..<80).contains { y in (100..<190).contains { x in after[x, y][0] > 200 && after[x, y][1] < 80 } })
    }

    @Test func `A highlight whose appearance is a group does not hide what is below`() throws {
        let look =
            "<</Subtype/Form/BBox[0 0 90 90]/Group<</S/Transparency>>/Resources<</ExtGState<</G<</BM/Multiply>>>>>>"
            + "/Length 36>>stream\n/G gs 1 1 0 rg 0 0 90 90 re f      \nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], page: "/Annots[5 0 R]",
            objects: ["<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 90 90]/AP<</N 6 0 R>>>>", look])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp(["150 10 190 40"])])
        let told = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode burn")
        #expect(told.contains("[0]"), "\(told)")
        // The black square of the page is below the highlight.
        #expect(try picture(shell, "out.pdf")[20, 80] == [0, 0, 0])
    }

    @Test func `A highlight that multiplies in an inner group does not hide what is below`() throws {
        let look =
            "<</Subtype/Form/BBox[0 0 90 90]/Resources<</XObject<</X 7 0 R>>>>/Length 5>>stream\n/X Do\nendstream"
        let inner =
            "<</Subtype/Form/BBox[0 0 90 90]/Group<</S/Transparency>>/Resources<</ExtGState<</G<</BM/Multiply>>>>>>"
            + "/Length 29>>stream\n/G gs 1 1 0 rg 0 0 90 90 re f\nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], page: "/Annots[5 0 R]",
            objects: ["<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 90 90]/AP<</N 6 0 R>>>>", look, inner])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp(["150 10 190 40"])])
        #expect(try picture(shell, "a.pdf")[20, 80] == [0, 0, 0])
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode burn --quiet"), "[0] +out.pdf")
        for engine in Engine.allCases {
            let after = try engine.draw(shell.folder.path("out.pdf"), dpi: 72)
            #expect(after[20, 80] == (0, 0, 0) && after[80, 30] == (255, 255, 0), "\(engine)")
        }
    }

    @Test func `A group under a soft mask, and one that is painted half clear, stay groups`() throws {
        let states = "/ExtGState<</M<</SMask<</S/Luminosity/G 7 0 R>>>>/H<</ca 0.5>>>>"
        let blend = "/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</ExtGState<</B<</BM/Multiply/ca 1>>>>>>"
        let mask =
            "<</Subtype/Form/BBox[0 0 200 100]\(blend)/Length 29>>stream\n/B gs 1 g 100 0 50 100 re f   \nendstream"
        let inner =
            "<</Subtype/Form/BBox[0 0 200 100]\(blend)/Length 29>>stream\n/B gs 1 0 0 rg 0 50 50 50 re f\nendstream"
        let look =
            "<</Subtype/Form/BBox[0 0 200 100]/Resources<<\(states)/XObject<</X 8 0 R>>>>/Length 58>>stream\n"
            + "q /M gs 0 0 1 rg 100 0 100 100 re f Q q /H gs /X Do Q     \nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], page: "/Annots[5 0 R]",
            objects: ["<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 200 100]/AP<</N 6 0 R>>>>", look, mask, inner])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp(["1 90 2 91"])])
        let shown = try picture(shell, "a.pdf")
        #expect(shown[125, 50] == [0, 0, 255] && shown[175, 50] == [255, 255, 255])
        #expect(shown[30, 20][1] > 100, "the red is half clear")
    }

    @Test func `A ticked box without an appearance for its state is told, not burned as an empty one`() throws {
        let box = field + "/FT/Btn/T(box)/V/Yes/AS/Yes/AP<</N<</Off 6 0 R>>>>>>"
        let off = "<</Subtype/Form/BBox[0 0 90 30]/Length 0>>stream\n\nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]>>", page: "/Annots[5 0 R]", objects: [box, off])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp()])
        let burnt =
            try shell.json("flatten a.pdf a.xopp -o out.pdf --mode burn --json").first?["burnt"] as? [String: Any]
        #expect((burnt?["leftOut"] as? [Any])?.count == 1, "\(burnt ?? [:])")
    }

    @Test func `A button whose state contradicts the value of its field is burned as it shows`() throws {
        let group = "<</FT/Btn/Ff 49152/T(choice)/V/2/Kids[6 0 R 7 0 R]>>"
        func button(_ state: String, _ rect: String) -> String {
            "<</Type/Annot/Subtype/Widget/F 4/Parent 5 0 R/Rect[\(rect)]/AS/\(state)/MK<</CA(l)>>"
                + "/DA(/ZaDb 0 Tf 0 g)/AP<</N<</\(state) 8 0 R>>>>>>"
        }
        let on = "<</Subtype/Form/BBox[0 0 30 30]/Length 24>>stream\n0 0 1 rg 0 0 30 30 re f \nendstream"
        let pdf = Documents.pdf(
            [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]/NeedAppearances true>>", page: "/Annots[6 0 R 7 0 R]",
            objects: [group, button("1", "100 20 130 50"), button("2", "150 20 180 50"), on])
        let shell = try Shell(["a.pdf": pdf, "a.xopp": Notes.xopp()])
        let after = try burn(shell, "the state that shows stays")
        #expect(after[115, 65] == [255, 255, 255])
    }

    @Test func `Annotations of a damaged document are burned`() throws {
        let shell = try shell([
            "<</Type/Annot/Subtype/Highlight/F 4/C[1 1 0]/Rect[100 20 190 50]/QuadPoints[100 50 190 50 100 20 190 20]>>"
        ])
        var text = String(decoding: try shell.read("a.pdf"), as: UTF8.self)
        text.replace("startxref", with: "startyref")
        try shell.write("cut.pdf", Array(text.utf8))
        let told = try shell.limn("flatten cut.pdf a.xopp -o out.pdf --mode burn")
        #expect(told.contains("+out.pdf"), "\(told)")
        #expect(try picture(shell, "out.pdf")[150, 65][2] < 100)
    }
}
