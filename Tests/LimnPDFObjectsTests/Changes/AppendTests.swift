// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct AppendTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)

    private func appending(_ marks: [(page: Int, box: Rect)], to bytes: [UInt8]) throws -> IncrementalUpdate {
        let document = try ObjectDocument(bytes: bytes)
        return try document.update(
            adding: marks.map { ($0.page, .mark($0.box, on: try document.pageGeometry(at: $0.page))) })
    }

    /// The trailer dictionary or the dictionary of the cross-reference stream at the end of an update.
    private func trailer(_ update: IncrementalUpdate, isTable: Bool) throws -> String {
        let text = String(decoding: update.bytes, as: UTF8.self)
        #expect(text.contains("\nxref\n") == isTable)
        #expect(text.contains("/Type/XRef") == !isTable)
        let start = try #require(text.range(of: isTable ? "\ntrailer\n" : " 0 obj\n", options: .backwards))
        return String(text[start.upperBound...].prefix(while: { $0 != "\n" }))
    }

    @Test(arguments: FileKind.allCases)
    func `An update adds ink to one page and changes nothing else, whatever the file is like`(kind: FileKind) throws {
        let original = try kind.bytes()
        let update = try appending([(1, box)], to: original)
        let dictionary = try trailer(update, isTable: kind.isTable)
        for key in ["/XRefStm", "/DecodeParms"] { #expect(!dictionary.contains(key)) }
        for key in ["/ID[", "/Prev ", "/Root ", "/Size "] { #expect(dictionary.contains(key)) }
        #expect(update.overridden.count == 1)
        let folder = try TemporaryFolder()
        let before = try folder.write(original, "before.pdf")
        let after = try folder.write(original + update.bytes, "after.pdf")
        #expect(try ExportJudge.appended(original: before, output: after) == [])
        #expect(try ExportJudge.harm(original: before, output: after, pages: [1]) == [])
        for page in [1, 3] {
            let picture = try Engine.splash.draw(after, page: page)
            #expect(picture.difference(from: try Engine.splash.draw(before, page: page)) == nil)
        }
        // pdfium shows no compressed page of a hybrid.
        for engine in Engine.allCases where kind != .hybrid || engine != .pdfium {
            let picture = try engine.draw(after, page: 2)
            let expected = box.scaled(Double(picture.width) / 200)
            let difference = try #require(picture.difference(from: try engine.draw(before, page: 2)), "\(engine)")
            #expect(difference.isWithin(1, of: expected), "\(engine)")
            #expect(try #require(picture.redBox).isWithin(1, of: expected), "\(engine)")
        }
    }

    @Test(arguments: FileKind.allCases)
    func `Appending to an export works again and again, and every state is the beginning of the next`(
        kind: FileKind
    ) throws {
        let folder = try TemporaryFolder()
        var bytes = try kind.bytes()
        var generator = SeededGenerator(seed: 4)
        for round in 0..<3 {
            let pages = (0..<3).filter { _ in Bool.random(using: &generator) }
            let marks = pages.map { page in
                let corner = Point(
                    x: .random(in: 10...150, using: &generator), y: .random(in: 10...80, using: &generator))
                return (page: page, box: Rect(x0: corner.x, y0: corner.y, x1: corner.x + 9, y1: corner.y + 9))
            }
            let before = try folder.write(bytes, "before\(round).pdf")
            bytes += try appending(marks, to: bytes).bytes
            let after = try folder.write(bytes, "after\(round).pdf")
            #expect(try ExportJudge.appended(original: before, output: after) == [])
            #expect(try ExportJudge.harm(original: before, output: after, pages: pages) == [])
            for (page, box) in marks {
                let picture = try Engine.splash.draw(after, page: page + 1, dpi: 72)
                let (red, green, blue) = picture[Int(box.center.x), Int(box.center.y)]
                #expect(red > 200 && green < 60 && blue < 60)
            }
        }
    }

    @Test(arguments: FileKind.allCases)
    func `The same file and ink give the same update, other ink gives another identifier`(kind: FileKind) throws {
        let original = try kind.bytes()
        let update = try appending([(1, box)], to: original)
        #expect(try appending([(1, box)], to: original) == update)
        let other = try appending([(2, box)], to: original)
        let identifiers = try [update, other].map { update in
            let text = try trailer(update, isTable: kind.isTable)
            return String(text[try #require(text.range(of: "/ID[")).upperBound...].prefix { $0 != "]" })
        }
        #expect(identifiers[0] != identifiers[1])
        if kind == .ownIdentifier { for text in identifiers { #expect(text.hasPrefix("<0102><")) } }
    }

    @Test func `Large direct dictionaries that pages inherit are copied once for all pages`() throws {
        let fonts = (0..<500).map { "/F\($0) << /Type /Font >>" }.joined(separator: " ")
        var pdf = TestPDF(
            pages: Array(repeating: "/Contents 13 0 R", count: 10),
            tree: "/MediaBox [0 0 200 100] /Resources << /Font << \(fonts) >> /ProcSet [/PDF] >>")
        pdf.add(stream: "0 0 1 rg 0 0 5 5 re f")
        let update = try appending((0..<10).map { ($0, box) }, to: pdf.bytes)
        #expect(update.bytes.count < fonts.utf8.count + 10 * 800)
        let folder = try TemporaryFolder()
        let before = try folder.write(pdf.bytes, "before.pdf")
        let after = try folder.write(pdf.bytes + update.bytes, "after.pdf")
        #expect(try ExportJudge.harm(original: before, output: after, pages: Array(0..<10)) == [])
    }

    private func refusal(_ bytes: [UInt8]) throws -> String {
        let document = try ObjectDocument(bytes: bytes)
        let mark = PageOverlay.mark(box, on: try document.pageGeometry(at: 0))
        let error = try #require(#expect(throws: PDFObjectsError.self) { try document.update(adding: [(0, mark)]) })
        #expect(error.code == .unsound)
        // It can be rewritten all the same.
        try document.addOverlay(mark, toPage: 0)
        #expect(try ObjectDocument(bytes: try document.rewritten()).pageCount == 1)
        return error.cause
    }

    private func replacing(_ old: String, by new: String, in pdf: TestPDF) -> [UInt8] {
        Array(String(decoding: pdf.bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }

    @Test func `What is not sound is not appended to, and the reason is told`() throws {
        let pdf = TestPDF.page("0 0 1 rg")
        #expect(
            try refusal(replacing("startxref\n", by: "startxref\n1", in: pdf)).contains("cross-reference is damaged"))
        #expect(try refusal(replacing("4 0 obj", by: "9 0 obj", in: pdf)).contains("wrong about some objects"))
        #expect(try refusal(replacing("/Type /Page /", by: "/Type /Leaf /", in: pdf)).contains("call itself a page"))
        #expect(try refusal(replacing("/Size 5", by: "/Size 9999999", in: pdf)).contains("too high"))
        let folder = try TemporaryFolder()
        let locked = folder.path("locked.pdf")
        let options = ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"]
        let arguments = options + [try folder.write(pdf.bytes, "plain.pdf"), locked]
        #expect(try run(try Requirement.tool("qpdf"), arguments.map { Array($0.utf8) }).status == 0)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: locked)))
        let method = try #require(bytes.firstRange(of: Array("/CFM /AESV2".utf8)))
        bytes.replaceSubrange(method, with: Array("/CFM /AESV9".utf8))
        #expect(try refusal(bytes) == "it is encrypted in an unusual way")
    }
}
