// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

/// Damaged files whose cross-references are rebuilt.
struct RebuildingTests {
    /// A PDF 1.5 whose catalog, page tree and pages are in an object stream.
    private func modern(pages: Int, isCut: Bool = false) -> [UInt8] {
        let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        var objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count \(pages)/Kids[\(kids)]>>"]
        for page in 0..<pages {
            objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(100 + page) 50]/Contents \(pages + 3) 0 R>>")
        }
        var (head, body) = ("", "")
        for (index, object) in objects.enumerated() {
            head += "\(index + 1) \(body.utf8.count) "
            body += object + "\n"
        }
        var file = "%PDF-1.5\n"
        let content = file.utf8.count
        file += "\(pages + 3) 0 obj\n" + listedStream("0 0 m 9 9 l S") + "\nendobj\n"
        let stream = file.utf8.count
        file += "\(pages + 4) 0 obj\n"
        file += listedStream(head + body, "/Type/ObjStm/N \(objects.count)/First \(head.utf8.count)") + "\nendobj\n"
        if isCut { return Array(file.utf8.dropLast(19)) }
        let start = file.utf8.count
        var rows: [UInt8] = [0, 0, 0, 0]
        for index in objects.indices { rows += [2, 0, UInt8(pages + 4), UInt8(index)] }
        for offset in [content, stream, start] { rows += [1, UInt8(offset >> 8), UInt8(offset & 255), 0] }
        let keys = "/Type/XRef/Size \(pages + 6)/W[1 2 1]/Root 1 0 R/Length \(rows.count)"
        let bytes = Array(file.utf8) + Array("\(pages + 5) 0 obj\n<<\(keys)>>\nstream\n".utf8) + rows
        return bytes + Array("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
    }

    private func replaced(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: old.utf8) }) else { return bytes }
        return Array(bytes[..<place]) + Array(new.utf8) + Array(bytes[(place + old.utf8.count)...])
    }

    private func widths(_ damaged: [UInt8]) throws -> [Double] {
        let copy = try #require(try RebuiltCopy(of: damaged, password: nil))
        let document = try ObjectDocument(rebuilt: copy)
        #expect(document.hasSoundCrossReferences)
        let widths = try (0..<document.pageCount).map { try document.pageGeometry(at: $0).size.width }
        #expect(copy.pageCount == widths.count)
        return widths
    }

    @Test func `A list of pages with anything else in it is lost`() throws {
        let sound = modern(pages: 3)
        #expect(try widths(replaced(sound, "Kids[3 0 R", "Kids[/Name")) == [100, 101, 102])
        #expect(try widths(replaced(sound, "Kids[3 0 R", "Kids[null ")) == [100, 101, 102])
        // A page that is lost leaves the others in their order.
        for lost in 8...9 {
            #expect(try widths(replaced(sound, "Kids[3 0 R", "Kids[\(lost) 0 R")) == [101, 102])
        }
    }

    @Test func `Object streams are read although nothing says where they are`() throws {
        let sound = modern(pages: 3)
        #expect(try ObjectDocument(bytes: sound).hasSoundCrossReferences)
        #expect(try widths(replaced(sound, "/W[1 2 1]", "/X[1 2 1]")) == [100, 101, 102])
        #expect(try widths(Array(repeating: 37, count: 300) + [10] + sound) == [100, 101, 102])
        #expect(try widths(sound + [UInt8](repeating: 0, count: 3000)) == [100, 101, 102])
        #expect(try widths(replaced(sound, "%PDF-1.5\n", "%PDF-1.5\n% more than there was\n")) == [100, 101, 102])
    }

    @Test func `A file that ends within an object stream keeps the pages before the end`() throws {
        #expect(try widths(modern(pages: 4, isCut: true)) == [100, 101, 102, 103])
    }

    @Test func `A rebuilt document is not appended to`() throws {
        let copy = try #require(try RebuiltCopy(of: modern(pages: 1), password: nil))
        let document = try ObjectDocument(rebuilt: copy)
        let overlay = PageOverlay(
            content: Array("0 0 9 9 re f".utf8), bounds: Rect(x0: 0, y0: 0, x1: 9, y1: 9), matrix: .identity)
        #expect(throws: PDFObjectsError.self) { try document.update(adding: [(0, overlay)]) }
        try document.addOverlay(overlay, toPage: 0)
        #expect(try ObjectDocument(bytes: try document.rewritten()).hasSoundCrossReferences)
    }

    @Test func `Objects in the data of a stream are not objects of the file`() throws {
        var pdf = TestPDF(pages: ["/MediaBox [0 0 70 10]"])
        pdf.add(stream: "3 0 obj\n<</Type/Page/MediaBox[0 0 9 9]>>\nendobj\n")
        #expect(try widths(replaced(pdf.bytes, "startxref", "startxxxx")) == [70])
    }

    @Test func `The newest object of a number counts`() throws {
        let pdf = TestPDF(pages: ["/MediaBox [0 0 70 10]"])
        let newer = "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 80 10]>>\nendobj\n"
        #expect(try widths(pdf.bytes + Array(newer.utf8)) == [80])
    }

    @Test func `Without a catalog the pages are found by their type`() throws {
        let pdf = TestPDF(pages: ["/MediaBox [0 0 70 10]", "/MediaBox [0 0 80 10]"])
        #expect(try widths(replaced(pdf.bytes, "/Type /Catalog", "/Type /Nothing")) == [70, 80])
        let bare = replaced(replaced(pdf.bytes, "/Type /Catalog", "/Type /Nothing"), "/Type /Pages", "/Type /Lost_")
        #expect(try widths(replaced(bare, "/Kids", "/Kicks")) == [70, 80])
    }

    @Test func `A file without pages stays damaged`() throws {
        #expect(try RebuiltCopy(of: Array("%PDF-1.5\n1 0 obj\n<</Type/Nothing>>\nendobj\n".utf8), password: nil) == nil)
        #expect(try RebuiltCopy(of: Array("1 0 obj".utf8), password: nil) == nil)
    }

    @Test func `What is encrypted without a word how is told`() throws {
        let file = "%PDF-1.5\n1 0 obj\n<</Filter/Standard/V 1/R 2/O(o)/U(u)/P -4>>\nendobj\n"
        let error = #expect(throws: PDFObjectsError.self) { try RebuiltCopy(of: Array(file.utf8), password: nil) }
        #expect(error?.description.contains("encrypted") == true)
    }
}
