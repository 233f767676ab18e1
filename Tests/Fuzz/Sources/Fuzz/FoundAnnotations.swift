// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects

/// Annotations that bytes make up, as they are read to become items.
enum FoundAnnotations {
    /// Reads a page whose annotations are the bytes, each with what stands behind it: a text, a stamp with the bytes as its
    /// content, a shape and marked text.
    static func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix(8192).map { $0 & 127 }, as: UTF8.self)
        let safe = text.replacing("(", with: "[").replacing(")", with: "]").replacing("\\", with: "/")
        let subtypes = ["FreeText", "Highlight", "Line", "Polygon", "Square", "Text", "Link", "Ink", "Stamp"]
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots["
                + subtypes.map { "<</Subtype/\($0)/Rect[1 2 90 80]/AP<</N 4 0 R>>/NM(limn-)\(safe)>>" }.joined()
                + "<</Subtype/FreeText/RC(\(safe))/DS(\(safe))/DA(\(safe))>>]>>",
            "<</BBox[0 0 9 9]/Resources<</XObject<</I 5 0 R/F 4 0 R>>>>/Length \(safe.utf8.count)>>stream\n\(safe)\nendstream",
            "<</Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray \(safe)/Length 2>>stream\nab\nendstream",
        ]
        var file = "%PDF-1.4\n"
        for (index, object) in objects.enumerated() { file += "\(index + 1) 0 obj\n\(object)\nendobj\n" }
        file += "trailer\n<</Root 1 0 R/Size 6>>\n"
        guard let document = try? ObjectDocument(bytes: Array(file.utf8)) else { return }
        var budget = AnnotationBudget()
        _ = try? document.annotations(page: 0, linkPrefix: "limn-", budget: &budget)
    }
}
