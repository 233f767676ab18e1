// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The first page of another PDF, such as a formula. Content paints it into the unit square with `/name Do`, with the
/// top of the page at y = 1. Equal pages are written to a document only once. Annotations and metadata are not copied.
public struct EmbeddedPage: Hashable, Sendable {
    /// The size of the page as it is displayed, in points.
    public let size: Size
    private let pdf: [UInt8]

    /// Reads a PDF.
    ///
    /// - Throws: the errors of `ObjectDocument`'s initializer; ``PDFObjectsError`` with `noPages`, or with
    ///   `unsupported` if the PDF is encrypted or its page has no area.
    public init(pdf: [UInt8]) throws(PDFObjectsError) {
        let document = try ObjectDocument(bytes: pdf)
        if document.isEncrypted { throw PDFObjectsError(.unsupported, cause: "it is encrypted") }
        size = try document.pageGeometry(at: 0).size
        guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
            throw PDFObjectsError(.unsupported, cause: "its page has no area")
        }
        self.pdf = pdf
    }

    /// Hashes only the length and the last bytes of the PDF.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pdf.count)
        hasher.combine(pdf.suffix(64))
    }

    /// Opens the PDF.
    func document() throws(PDFObjectsError) -> ObjectDocument { try ObjectDocument(bytes: pdf) }
}

extension ChangeWriter {
    /// Returns the form of a page. It is written on first use and then shared.
    mutating func object(of embedded: EmbeddedPage) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.pages[embedded] { return known }
        let document = try embedded.document()
        let leaf = try document.tree.leaf(at: 0)
        let content = PageContent(page: leaf.page)
        var data: [UInt8] = []
        for (stream, original) in zip(content.cleanStreams(), content.data) {
            switch stream {
            case .original: data += original ?? []
            case .changed(let changed): data += changed
            }
            data.append(10)
        }
        data += content.scan.closers
        var copier = ObjectCopier()
        let found = leaf.inherited { $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }
        let resources = try found.map { object throws(PDFObjectsError) in try copier.value(of: object, in: &sink) }
        let box = leaf.geometry.userToPage.inverted?.apply(leaf.geometry.bounds) ?? leaf.geometry.mediaBox
        let size = embedded.size
        let unit = AffineTransform(a: 1 / size.width, b: 0, c: 0, d: -1 / size.height, tx: 0, ty: 1)
        let matrix = leaf.geometry.userToPage.then(unit)
        let id = try sink.add(
            stream: StreamData(data),
            [
                ("/Type", .text("/XObject")), ("/Subtype", .text("/Form")),
                ("/BBox", .numbers([box.minX, box.minY, box.maxX, box.maxY])),
                ("/Matrix", .text(Self.precise(matrix))), ("/Group", .text("<</S/Transparency>>")),
                ("/Resources", resources ?? .text("<<>>")),
            ])
        shared.pages[embedded] = id
        return id
    }

    /// Formats a matrix with ten decimal places. Six are not precise enough for small numbers.
    private static func precise(_ m: AffineTransform) -> String {
        let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { value in
            let scaled = Int64(clamping: (max(-1e8, min(1e8, value)) * 1e10).rounded())
            let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000_000)
            let digits = String(rest)
            let sign = scaled < 0 ? "-" : ""
            return "\(sign)\(whole)"
                + (rest == 0 ? "" : "." + String(repeating: "0", count: 10 - digits.count) + digits)
        }
        return "[" + numbers.joined(separator: " ") + "]"
    }
}
