// SPDX-License-Identifier: GPL-3.0-or-later

/// A PDF of one page, written by hand.
///
/// - Parameters:
///   - size: width and height of its MediaBox, which starts at the origin.
///   - content: its content stream.
public func onePagePDF(size: (width: Double, height: Double), content: String = "") -> [UInt8] {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(size.width) \(size.height)] /Contents 4 0 R /Resources << >> >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
    ]
    return pdfFile(objects)
}

/// Returns a PDF with empty pages of 100 × 50 points.
public func emptyPagesPDF(count: Int) -> [UInt8] {
    let kids = (0..<count).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 50] /Resources << >> >>"
    return pdfFile(
        ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>"]
            + Array(repeating: page, count: count))
}

private func pdfFile(_ objects: [String]) -> [UInt8] {
    var file = "%PDF-1.4\n"
    var table = "0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
        let offset = String(file.utf8.count)
        table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
        file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    let size = objects.count + 1
    file += "xref\n0 \(size)\n\(table)trailer\n<< /Size \(size) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
}
