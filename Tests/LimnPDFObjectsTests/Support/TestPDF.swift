// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes small PDF files, object by object, as a person would by hand.
struct TestPDF {
    private var objects: [[UInt8]?] = []
    /// Objects whose numbers are free, from 1.
    private var free: Set<Int> = []
    /// Generations above 0 by object number.
    var generations: [Int: Int] = [:]
    /// /Size, where it is not what it should be.
    var size: Int?
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

    /// Leaves a number free and gives it.
    @discardableResult mutating func addFree() -> Int {
        free.insert(add(""))
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
        func entry(_ offset: Int, _ generation: Int, _ kind: String) -> String {
            let (offset, generation) = (String(offset), String(generation))
            return String(repeating: "0", count: 10 - offset.count) + offset + " "
                + String(repeating: "0", count: 5 - generation.count) + generation + " \(kind) \n"
        }
        let chain = free.sorted() + [0]
        var table = entry(chain[0], 65535, "f")
        for (index, object) in objects.enumerated() {
            let number = index + 1
            if let place = chain.firstIndex(of: number) {
                table += entry(chain[place + 1], 1, "f")
                continue
            }
            let generation = generations[number] ?? 0
            table += entry(file.count, generation, "n")
            file += Array("\(number) \(generation) obj\n".utf8) + (object ?? []) + Array("\nendobj\n".utf8)
        }
        let start = file.count
        let count = objects.count + 1
        file += Array("xref\n0 \(count)\n\(table)trailer\n<< /Size \(size ?? count) \(trailer) >>\n".utf8)
        return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }
}
