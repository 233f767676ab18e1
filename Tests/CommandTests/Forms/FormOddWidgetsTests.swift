// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Forms whose widgets are not where or what they seem.
@Suite struct FormOddWidgetsTests {
    @Test func `A field that stays upright on a rotated page is where viewers show it`() throws {
        // Viewers keep its top left corner, which is at 120, 50 of the rotated page.
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(300, 200)], catalog: "/AcroForm<</Fields[5 0 R]/DA(/Helv 12 Tf 0 g)>>",
                page: "/Rotate 90/Annots[5 0 R]",
                objects: ["<</Type/Annot/Subtype/Widget/F 20/Rect[50 100 120 120]/FT/Tx/T(up)>>"])
        ])
        let shown = try shell.limn("form show a.pdf --json")
        #expect(shown.contains(#""rect":[120,50,190,70]"#), "\(shown)")
        let done = try shell.limn("form fill a.pdf -o b.pdf --set up=Hello")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        // Others show it there, too.
        let picture = try Engine.mupdf.draw(shell.folder.path("b.pdf"), page: 1, dpi: 72)
        let blank = try Engine.mupdf.draw(shell.folder.path("a.pdf"), page: 1, dpi: 72)
        #expect(picture != blank)
    }

    @Test func `A button that has kids by mistake is a button all the same`() throws {
        func button(_ entries: String, _ x: Int) -> String {
            "<</Type/Annot/Subtype/Widget/F 4/Rect[\(x) 70 \(x + 20) 90]/Parent 5 0 R\(entries)>>"
        }
        let mark = "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 14>>stream\n2 2 16 16 re f\nendstream"
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(200, 100)], catalog: "/AcroForm<</Fields[8 0 R 5 0 R]/DA(/Helv 12 Tf 0 g)>>",
                page: "/Annots[6 0 R 7 0 R 8 0 R]",
                objects: [
                    "<</FT/Btn/Ff 49152/T(side)/V/one/Kids[6 0 R 7 0 R]>>",
                    button("/AS/one/Kids[8 0 R]/AP<</N<</one 9 0 R/Off 10 0 R>>>>", 10),
                    button("/AS/Off/AP<</N<</two 9 0 R/Off 10 0 R>>>>", 40),
                    "<</Type/Annot/Subtype/Widget/F 4/Rect[10 10 110 30]/FT/Tx/T(name)>>", mark,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>>stream\n\nendstream",
                ])
        ])
        let shown = try shell.limn("form show a.pdf")
        #expect(shown.contains(#""side"  radio  page 1  = one  [one, two]"#), "\(shown)")
        #expect(try shell.limn("form fill a.pdf -o b.pdf --set side=two").hasSuffix("[0] +b.pdf"))
        let after = try run(
            try Requirement.tool("mutool"), "show", shell.folder.path("b.pdf"), "6", "7"
        ).text
        let states = after.split(separator: "\n").filter { $0.contains("/AS") }.map { $0.split(separator: " ").last }
        #expect(states == ["/Off", "/two"], "\(after)")
    }

    @Test func `A text field keeps an icon that only buttons use`() throws {
        let icon = "<</Subtype/Form/BBox[0 0 2 2]/Length 0>>stream\n\nendstream"
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]/DA(/Helv 12 Tf 0 g)>>", page: "/Annots[5 0 R]",
                objects: [
                    "<</Type/Annot/Subtype/Widget/F 4/Rect[60 50 160 70]/FT/Tx/T(name)/MK<</I 6 0 R>>>>", icon,
                ])
        ])
        let done = try shell.limn("form fill a.pdf -o b.pdf --set name=Mia")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        let after = try run(try Requirement.tool("mutool"), "show", shell.folder.path("b.pdf"), "5").text
        #expect(after.contains("/I 6 0 R"), "\(after)")
    }
}
