// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import Testing
import TestSupport

@testable import LimnPDFObjects

/// How widgets look, as documents tell it.
struct WidgetLookTests {
    private static func look(_ widget: String, form: String = "", more: [String] = []) throws -> WidgetLook? {
        let document = try ObjectDocument(
            bytes: listedPDF(
                [
                    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R] \(form) >> >>",
                    "<< /Type /Pages /Kids [] /Count 0 >>", "<< /Type /Annot /Subtype /Widget \(widget) >>",
                ] + more))
        var looks = try WidgetLooks(document)
        return looks.look(of: DocumentObject(number: 3))
    }

    @Test func `A widget that tells nothing has a border that is not drawn, and Helvetica of any size`() throws {
        let look = try #require(try Self.look("/Rect [110 20 10 42]"))
        #expect(look.size == Size(width: 100, height: 22))
        #expect(look.border == WidgetLook.Border(width: 1, style: .solid) && look.border.inset == 1)
        #expect(look.borderColor.isEmpty && look.background.isEmpty && look.rotation == 0)
        #expect(look.text == DefaultAppearance(fontName: "Helv", size: 0, color: [0]))
        #expect(look.font.font == .standard(.helvetica) && look.alignment == .left && look.kept == nil)
    }

    @Test func `Frame, colors, rotation and caption are read`() throws {
        let look = try #require(
            try Self.look(
                "/Rect [0 0 9 9] /MK << /R 90 /BC [1 0 .5] /BG [.25] /CA (4) >> /BS << /W 2 /S /D /D [4 2] >> /Q 2"))
        #expect(look.rotation == 90 && look.borderColor == [1, 0, 0.5] && look.background == [0.25])
        #expect(look.border == WidgetLook.Border(width: 2, style: .dashed, dashes: [4, 2]))
        #expect(look.caption == "4" && look.alignment == .right)
        let old = try #require(try Self.look("/Rect [0 0 9 9] /Border [0 0 3 [2]] /MK << /R -90 /BC [] >>"))
        #expect(old.border == WidgetLook.Border(width: 3, style: .dashed, dashes: [2]) && old.rotation == 270)
        let edged = try #require(try Self.look("/Rect [0 0 9 9] /BS << /S /B /W 1.5 >>"))
        #expect(edged.border.inset == 3)
    }

    @Test func `Font and quadding are inherited from the field, its parents and the form`() throws {
        let form = "/DA (/Cour 9 Tf 1 0 0 rg) /Q 1"
        let own = try #require(try Self.look("/Rect [0 0 9 9] /DA (/TiRo 8 Tf) /Q 0", form: form))
        #expect(own.text.fontName == "TiRo" && own.alignment == .left)
        let parents = try #require(
            try Self.look(
                "/Rect [0 0 9 9] /Parent 4 0 R", form: form,
                more: ["<< /T (a) /Parent 5 0 R >>", "<< /DA (/HeBo 7 Tf) >>"]))
        #expect(
            parents.font.font == .standard(.helveticaBold) && parents.text.size == 7 && parents.alignment == .center)
        let last = try #require(try Self.look("/Rect [0 0 9 9]", form: form))
        #expect(last.text == DefaultAppearance(fontName: "Cour", size: 9, color: [1, 0, 0]))
    }

    @Test func `How a picture fits is read`() throws {
        let look = try #require(
            try Self.look("/Rect [0 0 9 9] /MK << /IF << /SW /B /S /A /A [0 2] /FB true >> >>"))
        #expect(
            look.iconFit
                == IconFit(scaling: .whenBigger, isProportional: false, position: (0, 1), coversFrame: true))
        #expect(try Self.look("/Rect [0 0 9 9]")?.iconFit == IconFit())
    }

    @Test func `What is malformed counts as absent`() throws {
        #expect(try Self.look("/Rect [0 0 9]") == nil)
        #expect(try Self.look("/Rect [0 0 9 1e99]") == nil)
        let look = try #require(
            try Self.look(
                "/Rect [0 0 9 9] /MK << /R 45 /BC [1 2] /BG (x) /CA 5 >> /BS << /W -4 /S /X /D [-1] >> /Q 7 /DA 12"))
        #expect(look.rotation == 0 && look.borderColor.isEmpty && look.background.isEmpty && look.caption == nil)
        #expect(look.border == WidgetLook.Border(width: 0) && look.alignment == .left)
        #expect(look.text == DefaultAppearance())
    }

    @Test(arguments: [
        ("[0 0 100 20]", "", true), ("[0 0 0 0]", "", false), ("[0 0 50 20]", "", false), ("[5 5 105 25]", "", false),
        ("[0 0 20 100]", "/MK << /R 90 >>", true), ("[0 0 100 20]", "/MK << /R 90 >>", false),
    ])
    func `An appearance is kept where its box is as large as the widget`(box: String, entries: String, isKept: Bool)
        throws
    {
        let stream = listedStream("0 g /Tx BMC EMC", "/Subtype /Form /BBox \(box) /Matrix [1 0 0 1 0 0]")
        let look = try Self.look("/Rect [0 0 100 20] /AP << /N 4 0 R >> \(entries)", more: [stream])
        #expect((look?.kept != nil) == isKept)
    }
}
