// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

/// Stamps, whose appearances are read.
struct FoundStampsTests {
    /// A stamp in a rectangle of 80 by 40 whose form has a box of 10 by 10, with an image as `/I`.
    private func kind(
        _ content: String, image: String = "/Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8",
        data: [UInt8] = [255, 0, 0, 0, 0, 255], form: String = "", objects: [String] = []
    ) throws -> FoundAnnotation.Kind {
        var pdf = TestPDF.page(
            "", "/MediaBox [0 0 200 100] /Annots [<< /Subtype /Stamp /Rect [10 20 90 60] /AP << /N 5 0 R >> >>]")
        pdf.add(
            stream: content,
            "/BBox [0 0 10 10] \(form) /Resources << /XObject << /I 6 0 R /F 5 0 R >> /ExtGState << /G << /ca 0.5 >> >> >>"
        )
        pdf.add(stream: data, "/Subtype /Image \(image)")
        for object in objects { pdf.add(object) }
        var budget = AnnotationBudget()
        let found = try ObjectDocument(bytes: pdf.bytes).annotations(page: 0, linkPrefix: "limn-", budget: &budget)
        return try #require(found.first).kind
    }

    private func picture(_ kind: FoundAnnotation.Kind) throws -> FoundPicture {
        guard case .picture(let picture) = kind else { throw PDFObjectsError.Unexpected() }
        return picture
    }

    @Test func `A picture lies where the appearance puts it, with its opacity`() throws {
        let found = try picture(try kind("q /G gs 5 0 0 10 5 0 cm /I Do Q"))
        // The right half of the rectangle.
        #expect(found.matrix == AffineTransform(a: 40, b: 0, c: 0, d: 40, tx: 50, ty: 20))
        #expect(found.opacity == 0.5 && found.shown == Rect(x0: 0, y0: 0, x1: 1, y1: 1))
        #expect(found.source == .pixels(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 0, 255, 255]))
    }

    @Test func `A clip along its edges crops a picture`() throws {
        let found = try picture(try kind("0 0 5 10 re W n 10 0 0 10 0 0 cm /I Do"))
        #expect(found.shown == Rect(x0: 0, y0: 0, x1: 0.5, y1: 1))
        #expect(found.matrix == AffineTransform(a: 80, b: 0, c: 0, d: 40, tx: 10, ty: 20))
    }

    @Test(arguments: [
        "10 0 0 10 0 0 cm /I Do 0 0 5 5 re f", "10 0 0 10 0 0 cm /I Do /I Do", "BT (a) Tj ET", "",
        "0 0 m 5 5 l 5 0 l W n 10 0 0 10 0 0 cm /I Do", "7 7 -7 7 5 0 cm 0 0 1 1 re W n 1 -1 1 1 0 0 cm /I Do",
    ])
    func `What is more than a picture becomes a page`(content: String) throws {
        let found = try picture(try kind(content))
        guard case .pdf(let bytes) = found.source else { throw PDFObjectsError.Unexpected() }
        let geometry = try ObjectDocument(bytes: bytes).pageGeometry(at: 0)
        #expect(geometry.size == Size(width: 80, height: 40))
        #expect(found.matrix == AffineTransform(a: 80, b: 0, c: 0, d: 40, tx: 10, ty: 20))
    }

    @Test func `JPEG data comes as it is`() throws {
        let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xd9]
        let image = "/Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode"
        #expect(try picture(try kind("/I Do", image: image, data: jpeg)).source == .jpeg(jpeg))
    }

    @Test(arguments: [
        ("/ColorSpace /DeviceGray /BitsPerComponent 1", [0b0100_0000], [0, 0, 0, 255, 255, 255, 255, 255]),
        ("/ColorSpace /DeviceGray /BitsPerComponent 4 /Decode [1 0]", [0x0f], [255, 255, 255, 255, 0, 0, 0, 255]),
        ("/ColorSpace /DeviceGray /BitsPerComponent 16", [255, 9, 0, 9], [255, 255, 255, 255, 0, 0, 0, 255]),
        (
            "/ColorSpace [/Indexed /DeviceRGB 1 <0102030a0b0c>] /BitsPerComponent 8", [1, 0],
            [10, 11, 12, 255, 1, 2, 3, 255]
        ),
        (
            "/ColorSpace /DeviceCMYK /BitsPerComponent 8", [255, 0, 0, 0, 0, 0, 0, 255],
            [0, 255, 255, 255, 0, 0, 0, 255]
        ),
        ("/ColorSpace /DeviceGray /BitsPerComponent 8 /Mask [5 9]", [7, 10], [7, 7, 7, 0, 10, 10, 10, 255]),
        ("/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 7 0 R", [7, 10], [7, 7, 7, 0, 10, 10, 10, 128]),
    ])
    func `Pixels are read in all usual colors`(image: String, data: [UInt8], rgba: [UInt8]) throws {
        let mask =
            "<< /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 2 >>\nstream\n"
            + "\u{0}\u{1}\nendstream"
        var text = Array(mask.utf8)
        if let place = text.firstIndex(of: 1) { text[place] = 0x7f }
        let found = try picture(
            try kind(
                "/I Do", image: "/Width 2 /Height 1 \(image)", data: data,
                objects: [String(decoding: text, as: UTF8.self)]))
        guard case .pixels(_, _, let pixels) = found.source else { throw PDFObjectsError.Unexpected() }
        let near = zip(pixels, rgba).allSatisfy { max($0, $1) - min($0, $1) <= 1 }
        #expect(near && pixels.count == rgba.count, "\(pixels)")
    }

    @Test(arguments: [
        ("/Width 60000 /Height 60000", "60000 × 60000 pixels, which is too large"),
        ("/Width 0 /Height 1", "not a usable size"), ("/Width 2147483647 /Height 2147483647", "not a usable size"),
    ])
    func `A picture without a usable size is told`(size: String, sentence: String) throws {
        let found = try kind("/I Do", image: "\(size) /ColorSpace /DeviceRGB /BitsPerComponent 8")
        guard case .unreadable(let reason) = found else { throw PDFObjectsError.Unexpected() }
        #expect(reason.contains(sentence), "\(reason)")
    }

    @Test func `A form that paints itself ends with a sentence`() throws {
        guard case .unreadable(let reason) = try kind("/F Do /F Do") else { throw PDFObjectsError.Unexpected() }
        #expect(reason == "has an appearance that is too complex")
    }
}
