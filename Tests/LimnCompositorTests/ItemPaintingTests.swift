// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnCompositor
import LimnGeometry
import LimnInk
import LimnPDFRendering
import LimnPictures
import LimnRaster
import Testing

@Suite struct ItemPaintingTests {
    /// Paints a drawing on white paper of 100 × 100 points, at a pixel a point.
    private func painted(_ items: [Item], layers: [Drawing.Layer] = []) throws -> (PixelBuffer, [String]) {
        let buffer = try PixelBuffer(width: 100, height: 100, hasAlpha: false)
        buffer.fillWhite()
        let surface = try ImageSurface(drawingInto: buffer)
        let notes = try InkPainter().paint(Drawing(items: items, layers: layers), in: CairoContext(surface))
        try surface.flush()
        return (buffer, notes.sentences)
    }

    /// The box around all pixels that are not white; nil if there are none.
    private func box(_ buffer: PixelBuffer) -> Rect? {
        var box: Rect?
        for y in 0..<buffer.height {
            for x in 0..<buffer.width where buffer[x, y].green < 250 || buffer[x, y].red < 250 {
                let pixel = Rect(x0: Double(x), y0: Double(y), x1: Double(x) + 1, y1: Double(y) + 1)
                box = box?.union(pixel) ?? pixel
            }
        }
        return box
    }

    /// A picture of four quarters: red and green above, blue and black below.
    private func quarters(_ format: PictureFormat) throws -> PictureData {
        let buffer = try PixelBuffer(width: 32, height: 32, hasAlpha: false)
        for y in 0..<32 {
            for x in 0..<32 {
                buffer[x, y] = (
                    y >= 16 && x < 16 ? 255 : 0, y < 16 && x >= 16 ? 255 : 0, y < 16 && x < 16 ? 255 : 0, 255
                )
            }
        }
        return try #require(PictureData(PictureEncoder(format).encode(buffer)))
    }

    private func picture(_ data: PictureData) -> PictureItem {
        PictureItem(
            data, frame: Rect(x0: 0, y0: 0, x1: 40, y1: 40), transform: .translation(Vector(dx: 20, dy: 30)))
    }

    private func colors(_ buffer: PixelBuffer, _ places: [(Int, Int)]) -> [String] {
        places.map { x, y in
            let p = buffer[x, y]
            return [(p.red, "r"), (p.green, "g"), (p.blue, "b")].filter { $0.0 > 200 }.map(\.1).joined()
        }
    }

    private static let centers = [(30, 40), (50, 40), (30, 60), (50, 60)]

    @Test func `Text stands where it was put, in its size`() throws {
        let style = TextItem.Style(family: "DejaVu Sans", size: 20)
        let (buffer, notes) = try painted([.object(.text(TextItem("HH", style, at: Point(x: 10, y: 40))))])
        let box = try #require(self.box(buffer))
        // Capitals of DejaVu Sans are 0.729 em high; the ascent of its lines is 0.928 em; an H is 0.752 em wide.
        #expect((box.minX - 10).magnitude < 3.5 && (box.maxY - 58.6).magnitude < 1.5)
        #expect((box.height - 14.6).magnitude < 2 && (box.width - 27).magnitude < 3)
        #expect(notes.isEmpty)
    }

    @Test func `A turned text is turned about its place`() throws {
        var item = TextItem("HHH", .init(family: "DejaVu Sans", size: 16), at: .zero)
        item.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 60, ty: 20)
        let (buffer, _) = try painted([.object(.text(item))])
        let box = try #require(self.box(buffer))
        #expect(box.height > 2 * box.width && box.minY >= 20 && box.maxX <= 60)
    }

    @Test(arguments: [PictureFormat.png, .jpeg]) func `A picture fills its frame, the right way up`(
        format: PictureFormat
    ) throws {
        let (buffer, notes) = try painted([.object(.picture(picture(quarters(format))))])
        #expect(colors(buffer, Self.centers) == ["r", "g", "b", ""])
        #expect(try #require(box(buffer)) == Rect(x0: 20, y0: 30, x1: 60, y1: 70))
        #expect(notes.isEmpty)
    }

    @Test func `Crop, opacity and mirroring are honoured`() throws {
        var item = picture(try quarters(.png))
        item.crop = Rect(x0: 0.5, y0: 0, x1: 1, y1: 0.5)
        #expect(colors(try painted([.object(.picture(item))]).0, Self.centers) == ["g", "g", "g", "g"])
        item.crop = PictureItem.whole
        item.opacity = 0.5
        let faint = try painted([.object(.picture(item))]).0
        #expect((Int(faint[50, 60].red) - 128).magnitude < 4)
        item.opacity = 1
        item.transform = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 60, ty: 30)
        #expect(colors(try painted([.object(.picture(item))]).0, Self.centers) == ["g", "r", "", "b"])
    }

    /// The quarters of the shown picture, for each orientation of Exif.
    @Test(arguments: [
        (1, ["r", "g", "b", ""]), (2, ["g", "r", "", "b"]), (3, ["", "b", "g", "r"]), (4, ["b", "", "r", "g"]),
        (5, ["r", "b", "g", ""]), (6, ["b", "r", "", "g"]), (7, ["", "g", "b", "r"]), (8, ["g", "", "r", "b"]),
    ]) func `The orientation of a photo is honoured`(orientation: Int, expected: [String]) throws {
        let plain = try quarters(.jpeg)
        let exif: [UInt8] =
            [0xff, 0xe1, 0, 34] + Array("Exif\u{0}\u{0}MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1,
            ]
            + [0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let turned = PictureData(Array(plain.bytes.prefix(2)) + exif + plain.bytes.dropFirst(2), format: .jpeg)
        #expect(PictureHead(turned)?.orientation == orientation)
        #expect(colors(try painted([.object(.picture(picture(turned)))]).0, Self.centers) == expected)
    }

    @Test func `Items cover one another in their order`() throws {
        let stroke = Item.stroke(
            Stroke(
                brush: Brush(color: Color(rgba: 0x0000_ffff)),
                points: StrokePoints([Point(x: 10, y: 40), Point(x: 70, y: 40)], width: 6)))
        let over = Item.object(.picture(picture(try quarters(.png))))
        #expect(colors(try painted([stroke, over]).0, [(30, 40), (15, 40)]) == ["r", "b"])
        #expect(colors(try painted([over, stroke]).0, [(30, 40), (15, 40)]) == ["b", "b"])
    }

    @Test func `A note is a pin, a link shows nothing, and a hidden layer neither`() throws {
        let note = Item.object(.note(NoteItem(at: Point(x: 40, y: 50), title: "a")))
        let link = Item.object(.link(LinkItem(Rect(x0: 0, y0: 0, x1: 30, y1: 30), to: .page(1))))
        let found = try #require(box(painted([note, link]).0))
        #expect(Rect(x0: 40, y0: 50, x1: 58, y1: 68).union(found) == Rect(x0: 40, y0: 50, x1: 58, y1: 68))
        #expect(try box(painted([note, link], layers: [.init(isVisible: false)]).0) == nil)
    }

    @Test func `What cannot be shown is said, and the rest is painted`() throws {
        let damaged = PictureItem(
            PictureData([0xff, 0xd8, 0xff, 1], format: .jpeg), frame: Rect(x0: 0, y0: 0, x1: 9, y1: 9))
        let text = TextItem("H", .init(family: "No Such Family", size: 20), at: Point(x: 50, y: 50))
        let long = TextItem(String(repeating: "x", count: 2_000_000), at: .zero)
        let (buffer, notes) = try painted(
            [damaged].map { .object(.picture($0)) } + [long, text].map { .object(.text($0)) })
        #expect(notes.count == 3)
        #expect(notes.first?.hasPrefix("A picture is left out. ") == true)
        #expect(notes.dropFirst().first?.hasPrefix("A text is left out. ") == true)
        #expect(notes.last?.hasPrefix("The font No Such Family is missing; ") == true)
        #expect(try #require(box(buffer)).minX > 49)
    }
}
