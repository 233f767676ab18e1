// SPDX-License-Identifier: GPL-3.0-or-later

/// A PDF written by hand: objects from 1 on, the first of which is the catalog, with a correct cross-reference table.
struct SmallPDF {
    var objects: [String] = []
    var trailer = ""

    var bytes: [UInt8] {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    static func stream(_ content: String, _ entries: String = "") -> String {
        "<</Length \(content.utf8.count)\(entries)>>\nstream\n\(content)\nendstream"
    }

    /// Pages that share one content stream: object 1 is the catalog, 2 the page tree, 3 the content, 4 a font, and the
    /// pages follow from 5 on.
    static func pages(_ entries: [String], content: String, catalog: String = "", more: [String] = []) -> SmallPDF {
        let kids = entries.indices.map { "\($0 + 5) 0 R" }.joined(separator: " ")
        return SmallPDF(
            objects: [
                "<</Type/Catalog/Pages 2 0 R\(catalog)>>",
                "<</Type/Pages/Count \(entries.count)/Kids[\(kids)]>>",
                stream(content),
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ]
                + entries.map {
                    "<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>\($0)>>"
                } + more)
    }

    /// A page of 200 × 300 pt with a red square in the lower left corner, a green one in the upper right, a slanted
    /// blue line and some text: it looks different in every rotation.
    static func sheet(_ entries: String = "/MediaBox[0 0 200 300]") -> SmallPDF {
        pages([entries], content: sheetContent)
    }

    static let sheetContent = """
        1 0 0 rg 0 0 40 40 re f 0 1 0 rg 160 260 40 40 re f 0 0 1 RG 3 w 20 60 m 150 250 l S
        0 g BT /F 14 Tf 60 30 Td (Ink on pages) Tj ET
        """
}
