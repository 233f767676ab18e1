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
    var file = "%PDF-1.4\n"
    var table = "0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
        let offset = String(file.utf8.count)
        table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
        file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 5\n\(table)trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
}
