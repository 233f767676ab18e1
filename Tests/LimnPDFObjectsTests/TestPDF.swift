// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes small PDF files, object by object, as a person would by hand.
struct TestPDF {
    private var objects: [[UInt8]?] = []
    /// What stands in the trailer besides /Size.
    var trailer = "/Root 1 0 R"

    /// Starts with a catalog as object 1 and a page tree, object 2, with pages that follow as object 3 and so on.
    ///
    /// - Parameters:
    ///   - pages: the entries of each page's dictionary besides /Type and /Parent.
    ///   - kids: the text of /Kids; nil lists each page once.
    ///   - count: /Count, where it is not the number of `pages`.
    init(pages: [String] = [], kids: String? = nil, count: Int? = nil, catalog: String = "", tree: String = "") {
        let list = kids ?? pages.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
        add("<< /Type /Catalog /Pages 2 0 R \(catalog) >>")
        add("<< /Type /Pages /Kids [ \(list) ] /Count \(count ?? pages.count) \(tree) >>")
        for page in pages { add("<< /Type /Page /Parent 2 0 R \(page) >>") }
    }

    /// One page with some content.
    static func page(_ content: String, _ entries: String = "/MediaBox [0 0 200 100]", catalog: String = "") -> TestPDF
    {
        var pdf = TestPDF(pages: ["\(entries) /Contents 4 0 R"], catalog: catalog)
        pdf.add(stream: content)
        return pdf
    }

    /// Adds an object and gives its number.
    @discardableResult mutating func add(_ object: String) -> Int {
        objects.append(Array(object.utf8))
        return objects.count
    }

    /// Adds a stream and gives its number.
    @discardableResult mutating func add(stream: String, _ entries: String = "") -> Int {
        add(stream: Array(stream.utf8), entries)
    }

    /// Adds a stream and gives its number.
    @discardableResult mutating func add(stream: [UInt8], _ entries: String = "") -> Int {
        let head = "<< /Length \(stream.count) \(entries) >>\nstream\n"
        objects.append(Array(head.utf8) + stream + Array("\nendstream".utf8))
        return objects.count
    }

    /// The file.
    var bytes: [UInt8] {
        var file = Array("%PDF-1.3\n%\u{e2}\u{e3}\n".utf8)
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(file.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += Array("\(index + 1) 0 obj\n".utf8) + (object ?? []) + Array("\nendobj\n".utf8)
        }
        let start = file.count
        file += Array(
            "xref\n0 \(objects.count + 1)\n\(table)trailer\n<< /Size \(objects.count + 1) \(trailer) >>\n".utf8)
        return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }
}
