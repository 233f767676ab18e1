// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

/// What annotations say, as any program writes them.
struct FoundAnnotationsTests {
    private func read(_ entries: String..., objects: [String] = []) throws -> [FoundAnnotation] {
        try read(entries, objects, catalog: "")
    }

    private func read(_ entries: [String], _ objects: [String], catalog: String) throws -> [FoundAnnotation] {
        let list = entries.map { "<< /Type /Annot \($0) >>" }.joined(separator: " ")
        var pdf = TestPDF.page("", "/MediaBox [0 0 200 100] /Annots [\(list)]", catalog: catalog)
        for object in objects { pdf.add(object) }
        var budget = AnnotationBudget()
        return try ObjectDocument(bytes: pdf.bytes).annotations(page: 0, linkPrefix: "limn-", budget: &budget)
    }

    private func text(_ entries: String, catalog: String = "") throws -> FoundText {
        let found = try read(["/Subtype /FreeText /Rect [10 20 110 70] \(entries)"], [], catalog: catalog)
        guard case .text(let text) = try #require(found.first).kind else {
            throw PDFObjectsError.Unexpected()
        }
        return text
    }

    private func shape(_ entries: String) throws -> FoundShape {
        guard case .shape(let shape) = try #require(try read(entries).first).kind else {
            throw PDFObjectsError.Unexpected()
        }
        return shape
    }

    @Test func `Corners of marked text are known in the order of programs and in that of the standard`() throws {
        let orders = ["10 30 50 30 10 20 50 20", "10 20 50 20 50 30 10 30", "10 20 50 20 10 30 50 30"]
        for order in orders {
            let found = try read("/Subtype /Highlight /QuadPoints [\(order)]")
            guard case .markup(let markup) = try #require(found.first).kind else { throw PDFObjectsError.Unexpected() }
            #expect(markup.style == .highlight && markup.quads.count == 1)
            #expect(markup.quads.first?.line(at: 0) == [Point(x: 10, y: 20), Point(x: 50, y: 20)], "\(order)")
            #expect(markup.quads.first?.line(at: 1) == [Point(x: 10, y: 30), Point(x: 50, y: 30)], "\(order)")
            #expect(markup.quads.first?.height == 10)
        }
    }

    @Test func `Marked text without corners fills its rectangle, and runs in any direction`() throws {
        let found = try read(
            "/Subtype /StrikeOut /Rect [10 20 50 30]",
            // From the bottom to the top: the upper edge is on the left.
            "/Subtype /Underline /QuadPoints [10 20 10 60 20 20 20 60]", "/Subtype /Squiggly /QuadPoints [1 2 3]")
        #expect(found.count == 2)
        guard case .markup(let strike) = found[0].kind, case .markup(let line) = found[1].kind else {
            throw PDFObjectsError.Unexpected()
        }
        #expect(strike.quads.first?.line(at: 0) == [Point(x: 10, y: 20), Point(x: 50, y: 20)])
        #expect(line.quads.first?.line(at: 0) == [Point(x: 20, y: 20), Point(x: 20, y: 60)])
    }

    @Test func `Shapes have their outlines, colors, dashes and ends`() throws {
        let square = try shape("/Subtype /Square /Rect [10 10 50 40] /RD [2 2 2 2] /BS << /W 4 >> /IC [1 1 0]")
        #expect(square.outline == .rectangle(Rect(x0: 14, y0: 14, x1: 46, y1: 36)))
        #expect(square.interior == RGBColor(red: 1, green: 1, blue: 0) && square.borderWidth == 4)
        let circle = try shape("/Subtype /Circle /Rect [10 10 50 40] /Border [0 0 2 [3 1]] /BE << /S /C /I 1 >>")
        #expect(circle.outline == .ellipse(Rect(x0: 11, y0: 11, x1: 49, y1: 39)))
        #expect(circle.dash == [3, 1] && circle.isCloudy && circle.interior == nil)
        let line = try shape("/Subtype /Line /L [1 2 30 2] /LE [/OpenArrow /Slash]")
        #expect(line.outline == .lines([Point(x: 1, y: 2), Point(x: 30, y: 2)], isClosed: false))
        #expect(line.endings == (.openArrow, .slash) && line.leaders.isEmpty)
        let polygon = try shape("/Subtype /Polygon /Vertices [1 2 3 4 5 6] /LE [/Circle /Circle]")
        #expect(
            polygon.outline == .lines([Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 6)], isClosed: true))
        #expect(polygon.endings == (.none, .none))
        #expect(try read("/Subtype /Line /L [1 2]", "/Subtype /PolyLine", "/Subtype /Square").isEmpty)
    }

    @Test func `A measured line lies off the points that it measures`() throws {
        let line = try shape("/Subtype /Line /L [10 10 50 10] /LL 20 /LLE 5 /LLO 2")
        #expect(line.outline == .lines([Point(x: 10, y: -12), Point(x: 50, y: -12)], isClosed: false))
        #expect(
            line.leaders == [[Point(x: 10, y: 8), Point(x: 10, y: -17)], [Point(x: 50, y: 8), Point(x: 50, y: -17)]])
    }

    @Test func `A text has the font, the size, the color and the alignment of its default appearance`() throws {
        let found = try text("/Contents (One\\rTwo) /DA (0 0 1 rg /HeBo 14 Tf) /Q 2 /RD [1 2 3 4] /BS << /W 2 >>")
        #expect(found.runs.map(\.text) == ["One\nTwo"])
        #expect(
            found.runs.first?.style
                == .init(family: "Helvetica", size: 14, weight: 700, color: RGBColor(red: 0, green: 0, blue: 1)))
        #expect(found.alignment == .right && found.box == Rect(x0: 13, y0: 24, x1: 105, y1: 64))
        #expect(found.frame == Rect(x0: 12, y0: 23, x1: 106, y1: 65) && found.frameWidth == 2 && !found.isOneLine)
    }

    @Test func `The name of a font leads to its family through the form's resources`() throws {
        let fonts = "/AcroForm << /DR << /Font << /F1 << /BaseFont /ABCDEF+DejaVuSerif-BoldItalic >> >> >> >>"
        let found = try text("/Contents (a) /DA (/F1 9 Tf 0.5 g)", catalog: fonts)
        #expect(
            found.runs.first?.style
                == .init(
                    family: "DejaVuSerif", size: 9, weight: 700, isItalic: true,
                    color: RGBColor(red: 0.5, green: 0.5, blue: 0.5)))
        for (name, family) in [
            ("ArialMT", "Arial"), ("TimesNewRomanPS-BoldMT", "Times New Roman"), ("Cour", "Courier"),
        ] {
            #expect(try text("/Contents (a) /DA (/\(name) 9 Tf)").runs.first?.style.family == family)
        }
    }

    @Test func `Style sheets go before the default appearance, as Acrobat and as CSS write them`() throws {
        let acrobat = try text(
            "/Contents (a) /DA (/Helv 9 Tf) /DS (font: Arial,sans-serif 12.5pt; text-align:center; color:#E52237)")
        #expect(acrobat.runs.first?.style.family == "Arial" && acrobat.runs.first?.style.size == 12.5)
        #expect(acrobat.alignment == .center)
        #expect(acrobat.runs.first?.style.color.red == 229.0 / 255)
        let css = try text(
            "/Contents (a) /DS (font: italic bold 10pt 'DejaVu Sans'; line-height: 150%; color: rgb\\(0,128,0\\))")
        let style = try #require(css.runs.first?.style)
        #expect(style.family == "DejaVu Sans" && style.size == 10 && style.weight == 700 && style.isItalic)
        #expect(style.color == RGBColor(red: 0, green: 128.0 / 255, blue: 0) && css.lineHeight == 1.5)
    }

    @Test func `Rich text gives runs`() throws {
        let rich =
            "<?xml version=\"1.0\"?><body xmlns=\"http://www.w3.org/1999/xhtml\" style=\"font-size:12.0pt\">\n"
            + "<p dir=\"ltr\"><span style=\"font-family:Times;color:#FF0000\">Red &amp; <b>bold</b></span></p>\n"
            + "<p/><p><span style=\"text-decoration:underline line-through\">end &#x2013;</span><br/>x</p></body>"
        let found = try text("/Contents (old) /DA (/Helv 9 Tf) /RC (\(rich))")
        let plain = RichTextRun.Style(family: "Helvetica", size: 12)
        var red = RichTextRun.Style(family: "Times", size: 12, color: RGBColor(red: 1, green: 0, blue: 0))
        var bold = red
        bold.weight = 700
        var lined = plain
        (lined.isUnderlined, lined.isStruck) = (true, true)
        red.weight = 400
        #expect(
            found.runs == [
                RichTextRun("Red & ", red), RichTextRun("bold\n\n", bold), RichTextRun("end –\n", lined),
                RichTextRun("x", plain),
            ])
        #expect(found.isRightToLeft == nil || found.isRightToLeft == false)
    }

    @Test(arguments: ["<", "<p", "<p style=", "<p style=\"a", "</p></p>", "&", "&#;", "&#xffffffff;", "<b><i><", "<>"])
    func `Rich text that is broken gives what there is`(rich: String) throws {
        let found = try text("/Contents (plain) /RC (x\(rich))")
        #expect(found.runs.map(\.text).joined().hasPrefix("x"))
    }

    @Test func `Rich text nested without end is read within limits`() throws {
        let found = try text("/RC (\(String(repeating: "<b>", count: 100_000))x)")
        #expect(found.runs.map(\.text) == ["x"])
    }

    @Test func `A frame is drawn where something tells of one, and around what a line leads from`() throws {
        #expect(try text("/Contents (a)").frameWidth == 0)
        #expect(try text("/Contents (a) /Border [0 0 3]").frameWidth == 3)
        let callout = try text("/Contents (a) /IT /FreeTextCallout /CL [1 2 3 4 5 6] /LE /OpenArrow /C [1 1 0]")
        #expect(callout.frameWidth == 1 && callout.calloutEnding == .openArrow)
        #expect(callout.callout == [Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 6)])
        #expect(callout.background == RGBColor(red: 1, green: 1, blue: 0))
        #expect(try text("/Contents (a) /CL [1 2 3 4]").callout.isEmpty)
    }

    @Test func `Notes have title, text and color, and answers and marks of reviewers are told apart`() throws {
        let found = try read(
            "/Subtype /Text /Rect [1 2 19 20] /T (Maren) /Contents (a\\rb) /C [1 0 0] /F 28",
            "/Subtype /Text /IRT 5 0 R", "/Subtype /Text /IRT 5 0 R /StateModel (Review)", "/Subtype /Popup",
            "/Subtype /Widget", "/Subtype /Caret", objects: ["<< >>"])
        #expect(found.map(\.kind) == [.note, .note, .unreadable("is of a kind that has no counterpart here")])
        #expect(found[0].title == "Maren" && found[0].contents == "a\nb" && found[0].staysUpright)
        #expect(found.map(\.isReply) == [false, true, false])
    }

    @Test func `Links are found by the beginning of their names only`() throws {
        let found = try read(
            "/Subtype /Link /Rect [1 2 3 4] /A << /S /URI /URI (http://a) >>",
            "/Subtype /Link /Rect [1 2 3 4] /NM (limn-1) /A << /S /URI /URI (http://b) >>",
            "/Subtype /Link /Rect [1 2 3 4] /NM (limn-2) /Dest [3 0 R /Fit]")
        #expect(found.map(\.kind) == [.link(.uri("http://b")), .link(.page(0))])
    }

    @Test func `What is too much is left out, and it is said so`() throws {
        let points = String(repeating: "1 2 3 4 ", count: 1_100_000)
        let list = (0..<6).map { _ in "<< /Subtype /PolyLine /Vertices 5 0 R >>" }.joined(separator: " ")
        var pdf = TestPDF.page("", "/MediaBox [0 0 200 100] /Annots [\(list)]")
        pdf.add("[\(points)]")
        var budget = AnnotationBudget()
        let found = try ObjectDocument(bytes: pdf.bytes).annotations(page: 0, linkPrefix: "limn-", budget: &budget)
        #expect(budget.isExceeded && (3...5).contains(found.count))
    }
}

extension PDFObjectsError {
    /// An annotation was read as something else.
    struct Unexpected: Error {}
}
