// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import TestSupport
internal import Testing

/// Items that became annotations and come back from nothing else.
struct AnnotationRoundTripTests {
    private func items(of bytes: [UInt8], geometry: PageGeometry? = nil) throws -> [Item] {
        let document = try ObjectDocument(bytes: bytes)
        var budget = AnnotationBudget()
        var reader = AnnotationReader(ownPrefix: "limn-")
        let found = try document.annotations(page: 0, linkPrefix: "limn-", budget: &budget)
        let drawing = reader.drawing(of: found, on: try document.pageGeometry(at: 0), page: 1)
        #expect(reader.messages == [] && !budget.isExceeded)
        return drawing.items
    }

    /// Writes items as annotations of a page of 400 by 100 points with some attributes, and reads them back.
    private func roundTrip(_ items: [Item], page: String = "") throws -> [Item] {
        let blank = Array(
            String(decoding: onePagePDF(size: (400, 300)), as: UTF8.self)
                .replacing("/MediaBox", with: "\(page)/MediaBox").utf8)
        let document = try ObjectDocument(bytes: blank)
        let drawing = Drawing(items: items)
        let annotations = DrawingAnnotations(
            drawing, on: try document.pageGeometry(at: 0), resources: DrawingResources([drawing]))
        try document.apply(DocumentChanges(annotations: annotations.annotations.map { (0, $0) }))
        return try self.items(of: try document.rewritten())
    }

    private static let style = TextItem.Style(family: "DejaVu Sans", size: 12, color: Color(rgba: 0x1234_56ff))

    private static func text(_ change: (inout TextItem) -> Void) -> Item {
        var item = TextItem("Ranger of the north", style, at: Point(x: 20, y: 30))
        change(&item)
        return .object(.text(item))
    }

    static let texts: [Item] = [
        text { _ in }, text { $0.width = 60 },
        text {
            $0.width = 200.5
            $0.alignment = .right
        },
        text { $0.alignment = .center }, text { $0.alignment = .justified }, text { $0.lineHeight = 1.5 },
        text { $0.direction = .rightToLeft }, text { $0.runs[0].text = "שלום\nעולם" },
        text { $0.runs[0].text = " <a> & \"b\"\n\nlast — ő 🙂" },
        text {
            $0.runs[0].style.weight = 300
            $0.runs[0].style.isItalic = true
            $0.runs[0].style.isUnderlined = true
        },
        text {
            $0.runs[0].style.isStruck = true
            $0.runs.append(.init(" and south\n", .init(family: "DejaVu Serif", size: 8.25, weight: 700)))
            $0.runs.append(.init("of the river", style))
        },
        text { $0.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 40) },
        text { $0.transform = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 100, ty: 40) },
        text { $0.runs[0].style.color.alpha = 128.0 / 255 },
    ]

    @Test(arguments: texts) func `A text comes back as it was`(item: Item) throws {
        #expect(try roundTrip([item]) == [item])
    }

    @Test(arguments: ["/Rotate 90", "/Rotate 180", "/Rotate 270", "/UserUnit 2", "/CropBox[50 50 300 250]"])
    func `Items come back on pages that are turned, scaled or cropped`(page: String) throws {
        let items: [Item] = [
            .object(.picture(PictureItem(try ObjectExportTests.png(), frame: Rect(x0: 30, y0: 10, x1: 70, y1: 30)))),
            Self.texts[1],
            .object(.note(NoteItem(at: Point(x: 10, y: 50), title: "Trap", text: "The door\nis locked"))),
            .object(.link(LinkItem(Rect(x0: 5, y0: 5, x1: 50, y1: 20), to: .uri("https://example.org/")))),
            .object(.link(LinkItem(Rect(x0: 5, y0: 25, x1: 50, y1: 40), to: .page(1)))),
            .object(.markup(Self.markup(.underline))),
        ]
        let back = try roundTrip(items, page: page)
        #expect(back.dropFirst() == items.dropFirst())
        // The file of a picture is written anew; it lies where it lay.
        guard case .object(.picture(let was)) = items[0], case .object(.picture(let now)) = try #require(back.first)
        else { throw PDFObjectsError.NoPicture() }
        #expect(now.frame == was.frame && now.transform == was.transform && now.crop == was.crop)
    }

    @Test func `A picture comes back with its pixels, its crop, its opacity, its turn and its words`() throws {
        var item = PictureItem(
            try ObjectExportTests.png(), frame: Rect(x0: 0, y0: 0, x1: 80, y1: 40),
            crop: Rect(x0: 0.25, y0: 0, x1: 1, y1: 0.5), opacity: 0.5,
            transform: AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 100, ty: 40), alternative: "A map")
        let back = try roundTrip([.object(.picture(item))])
        guard case .object(.picture(let now)) = try #require(back.first) else { throw PDFObjectsError.NoPicture() }
        #expect(try DecodedPicture(now.data.bytes).bytes == (try DecodedPicture(item.data.bytes).bytes))
        item.data = now.data
        #expect(now.crop == item.crop && now.opacity == item.opacity && now.alternative == item.alternative)
        let corners = zip(PageObject.picture(now).corners, PageObject.picture(item).corners)
        #expect(corners.allSatisfy { $0.distance(to: $1) < 1e-3 })
    }

    private static func markup(_ style: MarkupItem.Style, words: String = "The Lantern", text: String = "")
        -> MarkupItem
    {
        MarkupItem(
            style,
            over: [Quad(Rect(x0: 20, y0: 10, x1: 90, y1: 22)), Quad(Rect(x0: 20, y0: 24, x1: 50.5, y1: 36))],
            color: Color(rgba: 0xffe1_4a80), words: words, text: text)
    }

    @Test(arguments: MarkupItem.Style.allCases) func `Marks on words come back with their words or comments`(
        style: MarkupItem.Style
    ) throws {
        let plain = Self.markup(style, words: "")
        let commented = Self.markup(style, words: "", text: "Who lit it?")
        // A vertical line of text, and one that is slanted.
        var turned = Self.markup(style)
        turned.quads = [
            Quad(Rect(x0: 0, y0: 0, x1: 40, y1: 10)).mapped {
                AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 100, ty: 40).apply($0)
            }
        ]
        let all = [Self.markup(style), plain, commented, turned].map { Item.object(.markup($0)) }
        #expect(try roundTrip(all) == all)
        // Where there is a comment, the words are left to the page.
        let both = try roundTrip([.object(.markup(Self.markup(style, text: "Who lit it?")))])
        #expect(both == [.object(.markup(commented))])
    }

    @Test func `Strokes come back between other items, in their order`() throws {
        let pen = Brush(color: Color(rgba: 0xff00_00ff), width: 2)
        let stroke = Stroke(brush: pen, points: StrokePoints([Point(x: 10, y: 10), Point(x: 90, y: 10)], width: 2))
        let back = try roundTrip([Self.texts[0], .stroke(stroke), Self.texts[1]])
        #expect(back == [Self.texts[0], .stroke(stroke), Self.texts[1]])
    }

    @Test func `A picture that many stamps show is read once`() throws {
        let data = try ObjectExportTests.png()
        let items = (0..<40).map { index -> Item in
            let x = Double(index) * 8
            return .object(.picture(PictureItem(data, frame: Rect(x0: x, y0: 0, x1: x + 6, y1: 6))))
        }
        let back = try roundTrip(items)
        let files = back.compactMap { item -> PictureData? in
            if case .object(.picture(let picture)) = item { picture.data } else { nil }
        }
        #expect(files.count == 40 && Set(files).count == 1)
    }
}

extension PDFObjectsError {
    /// An item is no picture.
    struct NoPicture: Error {}
}
