// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Makes a PDF of one page from an appearance, for stamps that are not just a single image.
enum StampPage {
    /// The maximum size of such a PDF in bytes.
    private static let sizeLimit = 8 << 20

    /// Makes the PDF. The page is as large as the annotation.
    ///
    /// - Parameters:
    ///   - form: the appearance.
    ///   - placement: the transform from the form's outer space to user space.
    ///   - rect: the annotation's rectangle.
    static func pdf(
        of form: PDFObject, _ placement: AffineTransform, in rect: Rect
    ) throws(FoundPicture.Unreadable) -> [UInt8] {
        guard rect.width <= 14_400, rect.height <= 14_400, rect.width >= 1, rect.height >= 1 else {
            throw FoundPicture.Unreadable("has no usable size")
        }
        do throws(PDFObjectsError) {
            let document = try ObjectDocument(bytes: blank(rect.width, rect.height))
            let page = try document.tree.leaf(at: 0).page
            let m = placement.then(.translation(Vector(dx: -rect.minX, dy: -rect.minY)))
            let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { decimal($0) }.joined(separator: " ")
            try document.rewrite { writer throws(PDFObjectsError) in
                var copier = ObjectCopier()
                let copy = try copier.value(of: form, in: &writer.sink)
                let content = try writer.sink.add(stream: Array("q \(numbers) cm /S Do Q\n".utf8))
                try writer.sink.edit(
                    page,
                    [
                        ("/Resources", .dictionary([("/XObject", .dictionary([("/S", copy)]))])),
                        ("/Contents", .reference(content)),
                    ])
            }
            let bytes = try document.rewritten()
            guard bytes.count <= sizeLimit else { throw PDFObjectsError(.tooComplex) }
            return bytes
        } catch {
            throw FoundPicture.Unreadable("has an appearance that is too complex or damaged")
        }
    }

    /// Returns a PDF with one page without content.
    private static func blank(_ width: Double, _ height: Double) -> [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(decimal(width)) \(decimal(height))]>>",
        ]
        var text = "%PDF-1.4\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let digits = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n\(table)trailer\n<</Root 1 0 R/Size \(objects.count + 1)>>\n"
        return Array((text + "startxref\n\(start)\n%%EOF\n").utf8)
    }
}
