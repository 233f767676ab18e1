// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnGeometry

/// A new PDF with one picture on each page. It contains no text, no metadata and no title.
///
/// Pages are written as they are added. The same pictures give the same bytes.
public struct PictureDocument {
    /// The maximum length of a page's side in user space units (ISO 32000-1, annex C). Viewers still apply this limit.
    public static let largestSide = 14_400.0

    private var bytes = Array("%PDF-1.6\n%\u{e2}\u{e3}\u{cf}\u{d3}\n".unicodeScalars.map { UInt8($0.value) })
    /// The offsets of the objects, by number from 1. The catalog and the page tree are written last.
    private var offsets = [0, 0]
    private var pages: [Int] = []

    /// Starts a document without pages.
    public init() {}

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - size: the size of the page in points, finite and positive. If a side is longer than ``largestSide``, the
    ///     page gets a larger user unit.
    ///   - pictureSize: the size of the picture in points. The picture starts at the top-left corner of the page; parts
    ///     outside the page are clipped.
    public mutating func addPage(size: Size, picture: PagePicture, pictureSize: Size) {
        precondition(
            size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
            "The size of a page must be finite and positive.")
        let unit = max(1, (max(size.width, size.height) / Self.largestSide).rounded(.up))
        let image = add(stream: picture.data, picture.entries)
        let place = [pictureSize.width, 0, 0, pictureSize.height, 0, size.height - pictureSize.height]
        let content = add(stream: Array("\(place.map { decimal($0 / unit) }.joined(separator: " ")) cm /P Do".utf8), "")
        let box = "\(decimal(size.width / unit)) \(decimal(size.height / unit))"
        pages.append(
            add(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(box)]" + (unit > 1 ? "/UserUnit \(decimal(unit))" : "")
                    + "/Resources<</XObject<</P \(image) 0 R>>>>/Contents \(content) 0 R>>"))
    }

    /// Returns the finished file.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`.
    public consuming func finish() throws(PDFObjectsError) -> [UInt8] {
        guard !pages.isEmpty else { throw PDFObjectsError(.noPages) }
        write(1, "<</Type/Catalog/Pages 2 0 R>>")
        let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
        write(2, "<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>")
        let start = bytes.count
        let hash = QuickHasher()
        hash.add(bytes)
        var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
        }
        let id = String(decoding: hash.text, as: UTF8.self)
        table += "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/ID[\(id)\(id)]>>\nstartxref\n\(start)\n%%EOF\n"
        bytes += Array(table.utf8)
        return bytes
    }

    private mutating func add(_ object: String) -> Int {
        offsets.append(0)
        write(offsets.count, object)
        return offsets.count
    }

    private mutating func add(stream: [UInt8], _ entries: String) -> Int {
        offsets.append(bytes.count)
        bytes += Array("\(offsets.count) 0 obj\n<<\(entries)/Length \(stream.count)>>\nstream\n".utf8)
        bytes += stream
        bytes += Array("\nendstream\nendobj\n".utf8)
        return offsets.count
    }

    private mutating func write(_ number: Int, _ object: String) {
        offsets[number - 1] = bytes.count
        bytes += Array("\(number) 0 obj\n\(object)\nendobj\n".utf8)
    }
}
