// SPDX-License-Identifier: GPL-3.0-or-later

/// A PDF written by hand, with a table of cross-references.
///
/// - Parameter objects: the objects 1, 2 and so on; the first one is the catalog.
public func listedPDF(_ objects: [[UInt8]]) -> [UInt8] {
    var file = Array("%PDF-1.7\n".utf8)
    var table = "0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
        let offset = String(file.count)
        table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
        file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = file.count
    let trailer = "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return file + Array("xref\n0 \(objects.count + 1)\n\(table)\(trailer)".utf8)
}

/// A PDF written by hand, with a table of cross-references.
///
/// - Parameter objects: the objects 1, 2 and so on; the first one is the catalog.
public func listedPDF(_ objects: [String]) -> [UInt8] { listedPDF(objects.map { Array($0.utf8) }) }

/// A stream as an object of a PDF written by hand.
public func listedStream(_ content: String, _ entries: String = "") -> String {
    "<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
}
