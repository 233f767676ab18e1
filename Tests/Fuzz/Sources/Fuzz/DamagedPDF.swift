// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects

/// A PDF that bytes have damaged, or bytes that claim to be one: where it can be appended to, the result holds what was
/// added.
struct DamagedPDF {
    private let bytes: [UInt8]

    /// Takes bytes as they are where they begin like a PDF. Otherwise the first byte chooses a sound PDF, and the others
    /// what is damaged in it.
    init(_ bytes: [UInt8]) {
        if bytes.starts(with: Array("%PDF-".utf8)) {
            self.bytes = bytes
        } else {
            let bases = Self.bases
            let base = bases[Int(bytes.first ?? 0) % bases.count]
            self.bytes = edited(base, bytes.dropFirst().prefix(4096))
        }
    }

    func run() {
        guard let document = try? ObjectDocument(bytes: bytes), let count = try? document.pageCount, count > 0,
            count < 100, let changes = try? Self.changes(document, count: count)
        else { return }
        if let update = try? document.update(changes) { Self.check(bytes + update.bytes, count: count) }
        guard (try? document.apply(changes)) != nil, let rewritten = try? document.rewritten() else { return }
        Self.check(rewritten, count: count)
    }

    private static func check(_ bytes: [UInt8], count: Int) {
        guard let document = try? ObjectDocument(bytes: bytes), (try? document.pageCount) == count else {
            fatalError("an export has other pages")
        }
        guard let ink = try? document.inkAnnotations(page: count - 1), ink.contains(where: { $0.contents == mark })
        else {
            fatalError("an export has no annotation")
        }
    }

    private static let mark = "fuzzed"

    private static func changes(_ document: ObjectDocument, count: Int) throws -> DocumentChanges {
        let geometry = try document.pageGeometry(at: count - 1)
        let overlay = PageOverlay(
            content: Array("0 0 m 9 9 l S".utf8), bounds: Rect(x0: 0, y0: 0, x1: 9, y1: 9), matrix: geometry.pageToUser)
        let line = [Point(x: 1, y: 2), Point(x: 3, y: 4)]
        let annotation = InkAnnotation(
            lines: [line], color: RGBColor(red: 1, green: 0, blue: 0), borderWidth: 1, contents: mark,
            appearance: overlay)
        return DocumentChanges(
            overlays: [(0, overlay)], annotations: [(count - 1, .ink(annotation))], sourceInk: .sourceInk([1, 2, 3]))
    }

    /// Sound files: with a table, with an object stream, and what came of appending to them.
    private static let bases: [[UInt8]] = {
        let plain = [SmallPDF.table, SmallPDF.stream]
        return plain
            + plain.map { bytes in
                guard let document = try? ObjectDocument(bytes: bytes),
                    let update = try? document.update(changes(document, count: 2))
                else { fatalError("a sound file is not appended to") }
                return bytes + update.bytes
            }
    }()
}

/// Two pages in a file, as small as it gets.
enum SmallPDF {
    private static let objects: [String] = [
        "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[]>>>>>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Resources<</Font<<>>>>/MediaBox[0 0 99 99]>>",
        "<</Type/Page/Parent 2 0 R/Contents[6 0 R 6 0 R]/Annots[5 0 R]>>",
        "<</Type/Page/Parent 2 0 R/Contents 6 0 R/CropBox[1 1 9 9]/Rotate 90>>",
        "<</Type/Annot/Subtype/Ink/Rect[0 0 9 9]/InkList[[1 2 3 4]]>>",
    ]
    private static let operators = "q BT (a) Tj ET [1] 0 d Q"
    private static let content = "<</Length \(operators.utf8.count)>>\nstream\n\(operators)\nendstream"

    /// With a table of cross-references.
    static let table: [UInt8] = {
        var file = "%PDF-1.4\n"
        var table = "xref\n0 7\n0000000000 65535 f \n"
        for (index, object) in (objects + [content]).enumerated() {
            let offset = String(file.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        return Array("\(file)\(table)trailer\n<</Size 7/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }()

    /// With an object stream and a stream of cross-references, neither of them compressed.
    static let stream: [UInt8] = {
        var (head, body) = ("", "")
        for (index, object) in objects.enumerated() {
            head += "\(index + 1) \(body.utf8.count) "
            body += object + "\n"
        }
        var file = Array("%PDF-1.5\n".utf8)
        var places: [Int] = []
        let group = "<</Type/ObjStm/N 5/First \(head.utf8.count)/Length \((head + body).utf8.count)>>"
        for (number, object) in [(6, content), (7, "\(group)\nstream\n\(head)\(body)\nendstream")] {
            places.append(file.count)
            file += Array("\(number) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let start = file.count
        let rows: [[Int]] = (0..<5).map { [2, 0, 7, $0] } + (places + [start]).map { [1, $0 >> 8, $0 & 255, 0] }
        file += Array("8 0 obj\n<</Type/XRef/W[1 2 1]/Index[1 8]/Size 9/Root 1 0 R/Length 32>>\nstream\n".utf8)
        file += rows.flatMap { $0.map { UInt8($0) } }
        return file + Array("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
    }()
}
