// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCompositor
import LimnGeometry
import TestSupport

@testable import LimnPDFObjects

/// A document with a page for each widget, and the appearances that were drawn for them.
struct DrawnForm {
    /// The file.
    let bytes: [UInt8]
    /// What was drawn, page by page.
    let drawn: [FieldAppearance]

    /// The rectangles of all widgets, on pages with a margin of 20 pt.
    static func rect(_ size: Size) -> Rect { Rect(x0: 20, y0: 20, x1: 20 + size.width, y1: 20 + size.height) }

    /// Draws fields of text.
    ///
    /// - Parameters:
    ///   - entries: those of the widget and of its field, such as `/MK << /R 90 >>`.
    ///   - resources: further entries of the form, such as `/DR`.
    ///   - resources: further entries of the form, such as `/DR`.
    init(
        _ fields: [(size: Size, content: FieldContent, caption: String?)], entries: String = "", resources: String = ""
    ) throws {
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R /AcroForm 3 0 R >>",
            "<< /Type /Pages /Count \(fields.count) /Kids [\(fields.indices.map { "\(4 + 2 * $0) 0 R " }.joined())] >>",
            "<< /DA (/Helv 12 Tf 0 g) /Fields [\(fields.indices.map { "\(5 + 2 * $0) 0 R " }.joined())] \(resources) >>",
        ]
        for (index, field) in fields.enumerated() {
            let rect = Self.rect(field.size)
            objects.append(
                """
                << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(rect.maxX + 20) \(rect.maxY + 20)] /Resources << >>
                /Annots [\(5 + 2 * index) 0 R] >>
                """)
            objects.append(
                """
                << /Type /Annot /Subtype /Widget /FT /Tx /T (f\(index)) /F 4 /P \(4 + 2 * index) 0 R \(entries)
                /Rect [\(rect.minX) \(rect.minY) \(rect.maxX) \(rect.maxY)] >>
                """)
        }
        let document = try ObjectDocument(bytes: listedPDF(objects))
        let root = try document.file.root()
        var fonts = FieldFonts(root: root)
        let widgets = try fields.indices.map {
            try document.file.object(ObjectID(number: CInt(5 + 2 * $0), generation: 0))
        }
        let requests = zip(widgets, fields).compactMap { widget, field -> FieldRequest? in
            var look = WidgetLook(widget, form: root["/AcroForm"], fonts: &fonts)
            look?.caption = field.caption
            return look.map { FieldRequest($0, field.content) }
        }
        let drawn = try FieldAppearances(requests).results.map { try $0.get() }
        try document.rewrite { writer throws(PDFObjectsError) in
            for (widget, appearance) in zip(widgets, drawn) {
                let id = try writer.object(of: appearance.form)
                try writer.sink.edit(widget, [("/AP", .dictionary([("/N", .reference(id))]))])
            }
        }
        bytes = try document.rewritten()
        self.drawn = drawn
    }
}
