// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// Small PDF files, written here so that every byte of them is known.
enum Documents {
    /// Pages of the given sizes in points, each with a black square at its lower left corner.
    ///
    /// - Parameters:
    ///   - catalog: more entries of the catalog.
    ///   - page: more entries of each page.
    ///   - objects: more objects; their numbers follow those of the pages, which start at 4.
    static func pdf(
        _ sizes: [(Int, Int)], catalog: String = "", page: String = "", objects: [String] = []
    ) -> [UInt8] {
        let content = "0 0 40 40 re f"
        let kids = sizes.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
        var all = [
            "<</Type/Catalog/Pages 2 0 R\(catalog)>>",
            "<</Type/Pages/Kids[\(kids)]/Count \(sizes.count)>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
        ]
        all += sizes.map {
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \($0.0) \($0.1)]/Resources<<>>/Contents 3 0 R\(page)>>"
        }
        return file(all + objects)
    }

    /// `count` pages of 200 × 100 pt.
    static func pages(_ count: Int) -> [UInt8] { pdf(Array(repeating: (200, 100), count: count)) }

    /// A document with a form field that holds a signature; its objects 5 and 6.
    static let signed = pdf(
        [(200, 100)], catalog: "/AcroForm<</SigFlags 3/Fields[5 0 R]>>",
        objects: [
            "<</FT/Sig/T(Signature)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/V 6 0 R>>",
            "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>>>",
        ])

    /// The sheet of the samples, and the same behind the password `limn`.
    static func sheet() throws -> [UInt8] { try Project.sample("character-sheet.pdf") }
    static func locked() throws -> [UInt8] { try Project.sample("character-sheet-encrypted.pdf") }

    /// A file of these objects, the first of which is the catalog.
    static func file(_ objects: [String]) -> [UInt8] {
        var text = "%PDF-1.4\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            table += String(format: "%010d 00000 n \n", text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += table + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
