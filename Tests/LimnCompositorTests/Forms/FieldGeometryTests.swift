// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import LimnGeometry
import LimnPDFObjects
import Testing
import TestSupport

/// Where things are in appearances of widgets, by what Acrobat does.
struct FieldGeometryTests {
    private static func look(
        _ width: Double, _ height: Double, size: Double = 12, _ change: (inout WidgetLook) -> Void = { _ in }
    ) -> WidgetLook {
        var look = WidgetLook(
            size: Size(width: width, height: height), text: DefaultAppearance(fontName: "Helv", size: size, color: [0]))
        change(&look)
        return look
    }

    private static func drawn(_ look: WidgetLook, _ content: FieldContent) throws -> FieldAppearance {
        try FieldAppearances([FieldRequest(look, content)]).results[0].get()
    }

    private static func operators(_ look: WidgetLook, _ content: FieldContent) throws -> String {
        String(decoding: try drawn(look, content).form.content, as: UTF8.self)
    }

    /// The text of a single line between its marks.
    private static func line(_ clip: String, _ place: String, size: String = "12", _ text: String = "text") -> String {
        "/Tx BMC\nq\n\(clip) re\nW\nn\nBT\n/Helv \(size) Tf\n0 g\n\(place) Td\n(\(text)) Tj\nET\nQ\nEMC\n"
    }

    @Test func `A line of Helvetica 12 is centerd between ascent and descent, two borders from the left`() throws {
        let drawn = try Self.drawn(Self.look(150, 22), .line("text"))
        #expect(String(decoding: drawn.form.content, as: UTF8.self) == Self.line("1 1 148 20", "2 6.548"))
        #expect(drawn.form.boundingBox == Rect(x0: 0, y0: 0, x1: 150, y1: 22) && drawn.form.matrix == .identity)
        #expect(drawn.form.documentFonts == ["Helv": .standard(.helvetica)] && drawn.form.fonts.isEmpty)
        #expect(drawn.fontSize == 12 && drawn.fits && drawn.usesOwnFont)
    }

    @Test func `Quadding centers a line or sets it at the right`() throws {
        #expect(
            try Self.operators(Self.look(150, 22) { $0.alignment = .center }, .line("text"))
                == Self.line("1 1 148 20", "65.34 6.548"))
        #expect(
            try Self.operators(Self.look(150, 22) { $0.alignment = .right }, .line("text"))
                == Self.line("1 1 148 20", "128.68 6.548"))
    }

    @Test func `The edges of a frame count twice, and the baseline does not care`() throws {
        let look = Self.look(150, 22) { $0.border = WidgetLook.Border(width: 2, style: .inset) }
        #expect(try Self.operators(look, .line("text")).hasSuffix(Self.line("4 4 142 14", "8 6.548")))
        let plain = Self.look(150, 22) { $0.border = WidgetLook.Border(width: 0) }
        #expect(try Self.operators(plain, .line("text")) == Self.line("0 0 150 22", "0 6.548"))
    }

    @Test func `The value of a drop-down list is clipped two borders from the sides`() throws {
        #expect(try Self.operators(Self.look(72, 20), .combo("C")) == Self.line("2 1 68 18", "2 5.548", "C"))
    }

    @Test func `Line breaks of a single line are blanks`() throws {
        #expect(try Self.operators(Self.look(150, 22), .line("a\r\nb\rc\td")).contains("(a b c d) Tj"))
    }

    @Test func `Lines of a text lie a line height below the inset and one another`() throws {
        let text = try Self.operators(Self.look(150, 60), .lines("one\ntwo\n\nfour"))
        #expect(text.contains("2 44.128 Td\n(one) Tj\n0 -13.872 Td\n(two) Tj\n0 -27.744 Td\n(four) Tj"))
        let centered = try Self.operators(Self.look(150, 60) { $0.alignment = .center }, .lines("one\nto"))
        #expect(centered.contains("64.992 44.128 Td\n(one) Tj\n5.01 -13.872 Td\n(to) Tj"))
    }

    @Test func `Lines break at blanks, and words that are too long where they must`() throws {
        // Two words are 55.3 pt wide, three 84.7 pt, and there is room for 80.
        let text = try Self.operators(Self.look(84, 90), .lines("word word word"))
        #expect(text.contains("(word word ) Tj\n0 -13.872 Td\n(word) Tj"))
        let long = try Self.operators(Self.look(44, 90), .lines("wwwwwww"))
        #expect(long.contains("(wwww) Tj\n0 -13.872 Td\n(www) Tj"))
    }

    @Test func `A size of its own choice fills the height of a line, or its width`() throws {
        let high = try Self.drawn(Self.look(300, 29, size: 0), .line("text"))
        #expect(abs((high.fontSize ?? 0) - 20) < 1e-9)
        let wide = try Self.drawn(Self.look(44, 29, size: 0), .line("texttext"))
        #expect(wide.fontSize == 12.422 && wide.fits)
        let tiny = try Self.drawn(Self.look(10, 29, size: 0), .line("texttext"))
        #expect(tiny.fontSize == 4 && !tiny.fits)
    }

    @Test func `Text in lines begins at 12 points and shrinks until it fits, never below 4`() throws {
        #expect(try Self.drawn(Self.look(300, 300, size: 0), .lines("short")).fontSize == 12)
        let words = String(repeating: "word ", count: 60)
        let some = try Self.drawn(Self.look(200, 60, size: 0), .lines(words))
        let size = try #require(some.fontSize)
        #expect((4..<12).contains(size) && some.fits)
        let all = try Self.drawn(Self.look(40, 20, size: 0), .lines(words))
        #expect(all.fontSize == 4 && !all.fits)
    }

    @Test func `Each character of a comb is in the middle of its cell`() throws {
        let text = try Self.operators(Self.look(100, 22), .comb("Ai", cells: 5))
        // Cells are 20 pt wide, and the ink of A and i 1372 and 180 units of 1/2048 em.
        #expect(text.contains("5.9805 6.548 Td\n(A) Tj\n23.4922 0 Td\n(i) Tj"))
        let right = try Self.operators(Self.look(100, 22) { $0.alignment = .right }, .comb("A", cells: 5))
        #expect(right.contains("85.9805 6.548 Td"))
        let middle = try Self.operators(Self.look(100, 22) { $0.alignment = .center }, .comb("AA", cells: 5))
        #expect(middle.contains("25.9805 6.548 Td"))
        #expect(try !Self.drawn(Self.look(100, 22), .comb("123456", cells: 5)).fits)
        let lined = try Self.operators(Self.look(100, 22) { $0.borderColor = [0] }, .comb("A", cells: 2))
        #expect(lined.hasPrefix("q\n0 G\n0.5 0.5 99 21 re\ns\n50 0.5 m\n50 21.5 l\ns\nQ\n/Tx BMC\n"))
    }

    @Test func `Hebrew fills a comb from the right`() throws {
        let text = try Self.operators(Self.look(100, 22), .comb("אב", cells: 5))
        let places = text.split(separator: "\n").filter { $0.hasSuffix("Tm") }
            .map { Double($0.split(separator: " ")[4]) ?? 0 }
        #expect(places.count == 2)
        #expect(places.allSatisfy { $0 > 60 })
    }

    @Test func `Rows of a list begin at the border, and chosen ones are blue`() throws {
        let text = try Self.operators(
            Self.look(100, 72, size: 0), .list(["one", "two", "three"], chosen: [1], top: nil))
        #expect(text.contains("0.600006 0.756866 0.854904 rg\n1 43.256 98 13.872 re\nf\nBT\n/Helv 12 Tf\n0 g\n"))
        #expect(text.contains("2 59.612 Td\n(one) Tj\n0 -13.872 Td\n(two) Tj\n0 -13.872 Td\n(three) Tj"))
        let far = try Self.operators(
            Self.look(100, 30), .list(["a", "b", "c", "d"], chosen: [3], top: 0))
        #expect(far.contains("(d) Tj") && !far.contains("(c) Tj"))
        #expect(try Self.operators(Self.look(100, 30), .list(["a", "b", "c"], chosen: [], top: 1)).contains("(c) Tj"))
    }

    @Test func `A turned widget has a turned box`() throws {
        let boxes = try [90, 180, 270].map { turn in
            let form = try Self.drawn(Self.look(150, 22) { $0.rotation = turn }, .line("text")).form
            return (form.boundingBox.size, form.matrix)
        }
        #expect(boxes.map(\.0.width) == [22, 150, 22] && boxes.map(\.0.height) == [150, 22, 150])
        #expect(boxes[0].1 == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 150, ty: 0))
        #expect(boxes[1].1 == AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 150, ty: 22))
        #expect(boxes[2].1 == AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 22))
    }

    @Test func `Background and frame lie below the text, outside of its marks`() throws {
        let look = Self.look(100, 20) {
            ($0.background, $0.borderColor) = ([1, 1, 0], [0, 0, 0, 1])
            $0.border = WidgetLook.Border(width: 2, style: .dashed, dashes: [3, 1])
        }
        let text = try Self.operators(look, .line(""))
        #expect(
            text == "q\n1 1 0 rg\n0 0 100 20 re\nf\n0 0 0 1 K\n2 w\n[3 1] 0 d\n1 1 98 18 re\ns\nQ\n/Tx BMC\nEMC\n")
        let line = Self.look(100, 20) {
            $0.borderColor = [0.5]
            $0.border = WidgetLook.Border(style: .underline)
        }
        #expect(try Self.operators(line, .line("")).hasPrefix("q\n0.5 G\n0 0.5 m\n100 0.5 l\nS\nQ\n"))
    }

    @Test func `The edges of a frame are those that Acrobat paints`() throws {
        let beveled = Self.look(100, 20) {
            ($0.background, $0.borderColor) = ([0.75, 0.5, 0.125], [0])
            $0.border = WidgetLook.Border(width: 2, style: .beveled)
        }
        #expect(
            try Self.operators(beveled, .line("")).hasPrefix(
                """
                q
                0.75 0.5 0.125 rg
                0 0 100 20 re
                f
                1 g
                2 2 m
                2 18 l
                98 18 l
                96 16 l
                4 16 l
                4 4 l
                f
                0.499 0.249 0 rg
                98 18 m
                98 2 l
                2 2 l
                4 4 l
                96 4 l
                96 16 l
                f
                0 G
                2 w
                1 1 98 18 re
                s
                Q

                """))
        let round = Self.look(18, 18) { $0.border = WidgetLook.Border(style: .inset) }
        #expect(
            try Self.operators(round, .radio(isOn: false)).hasPrefix(
                """
                q
                0.502 G
                q
                0.7071 0.7071 -0.7071 0.7071 9 9 cm
                7.5 0 m
                7.5 4.1423 4.1423 7.5 0 7.5 c
                -4.1423 7.5 -7.5 4.1423 -7.5 0 c
                S
                Q
                0.7529 G
                q
                0.7071 0.7071 -0.7071 0.7071 9 9 cm
                -7.5 0 m
                -7.5 -4.1423 -4.1423 -7.5 0 -7.5 c
                4.1423 -7.5 7.5 -4.1423 7.5 0 c
                S
                Q

                """))
    }

    @Test func `A check mark is in the middle of its box`() throws {
        let check = try Self.drawn(Self.look(20, 20, size: 0), .check(isOn: true))
        let size = 16 / 0.964
        #expect(abs((check.fontSize ?? 0) - size) < 1e-9)
        let x = (20 - 0.846 * size) / 2
        let y = 10 - 0.3385 * size
        let place = String(format: "%.4f %.4f Td\n(4) Tj", x, y)
        #expect(String(decoding: check.form.content, as: UTF8.self).contains(place))
        #expect(check.form.documentFonts == ["ZaDb": .standard(.zapfDingbats)])
        let star = try Self.operators(Self.look(20, 20, size: 9) { $0.caption = "H" }, .radio(isOn: true))
        #expect(star.contains("/ZaDb 9 Tf\n6.328 6.9535 Td\n(H) Tj"))
        let off = try Self.drawn(Self.look(20, 20), .check(isOn: false))
        #expect(off.form.content.isEmpty && off.form.documentFonts.isEmpty)
    }

    @Test func `A cross is two lines, and a round radio button a disc in a circle`() throws {
        let cross = try Self.operators(Self.look(20, 20) { $0.caption = "8" }, .check(isOn: true))
        #expect(cross == "q\n0 G\n2 2 m\n18 18 l\n2 18 m\n18 2 l\nS\nQ\n")
        let radio = try Self.operators(Self.look(20, 20) { $0.borderColor = [0] }, .radio(isOn: true))
        #expect(radio.hasPrefix("q\n0 G\n19.5 10 m\n"))
        #expect(radio.contains("0 g\n14.5 10 m\n14.5 12.4854 12.4854 14.5 10 14.5 c\n"))
    }

    @Test func `The caption of a button is centerd`() throws {
        let text = try Self.operators(Self.look(100, 22) { $0.caption = "text" }, .caption)
        #expect(text == "q\n1 1 98 20 re\nW\nn\nBT\n/Helv 12 Tf\n0 g\n40.34 6.548 Td\n(text) Tj\nET\nQ\n")
    }

    @Test func `Fonts of the machine write what the field's font cannot, all of it`() throws {
        let drawn = try Self.drawn(Self.look(150, 22), .line("Łódź"))
        #expect(!drawn.usesOwnFont && drawn.form.fonts.count == 1 && drawn.form.documentFonts.isEmpty)
        #expect(drawn.form.fonts.keys.first == "LimnF0")
        // A place for the line as for any other, upright.
        #expect(String(decoding: drawn.form.content, as: UTF8.self).contains("1 0 0 1 2 "))
    }

    @Test func `What no font has fails the field and is named`() throws {
        let results = FieldAppearances([
            FieldRequest(Self.look(150, 22), .line("a\u{10ffff}")), FieldRequest(Self.look(150, 22), .line("a\u{1}b")),
            FieldRequest(Self.look(0, 22), .line("a")), FieldRequest(Self.look(150, 22), .line("fine")),
        ]).results
        #expect(throws: FieldFailure.noGlyph(["\u{10ffff}"])) { try results[0].get() }
        #expect(throws: FieldFailure.noGlyph(["\u{1}"])) { try results[1].get() }
        #expect(throws: FieldFailure.noArea) { try results[2].get() }
        #expect(try results[3].get().fits)
        #expect(FieldFailure.noGlyph(["\u{1}"]).description == "No installed font can write U+0001.")
        #expect(FieldFailure.noGlyph(["Ж"]).description == "No installed font can write U+0416 “Ж”.")
    }

    @Test func `Where fonts must be embedded, those that the document has not are replaced`() throws {
        let look = Self.look(150, 22)
        let requests = [FieldRequest(look, .line("text")), FieldRequest(look, .check(isOn: true))]
        for result in FieldAppearances(requests, embedsFonts: true).results {
            let drawn = try result.get()
            #expect(drawn.form.documentFonts.isEmpty && drawn.form.fonts.count == 1 && !drawn.usesOwnFont)
        }
    }

    @Test func `What is kept of an old appearance surrounds the new text`() throws {
        let old = "1 0 0 rg 0 0 150 22 re f\n/Tx BMC q BT (old) Tj ET Q EMC\n0 G 5 5 140 12 re s\n"
        let file = listedPDF([
            "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R] /DA (/Helv 12 Tf 0 g) >> >>",
            "<< /Type /Pages /Kids [] /Count 0 >>",
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [10 10 160 32] /AP << /N 4 0 R >> >>",
            listedStream(old, "/Subtype /Form /BBox [0 0 150 22]"),
        ])
        var looks = try WidgetLooks(try ObjectDocument(bytes: file))
        let found = looks.look(of: DocumentObject(number: 3))
        let look = try #require(found)
        let form = try Self.drawn(look, .line("text")).form
        let text = Self.line("1 1 148 20", "2 6.548")
        #expect(
            String(decoding: form.content, as: UTF8.self)
                == "1 0 0 rg 0 0 150 22 re f\n\(text)\n0 G 5 5 140 12 re s\n")
        #expect(form.kept == DocumentObject(number: 4))
    }
}
