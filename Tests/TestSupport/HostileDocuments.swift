// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Small PDF files that ask for far more than they should get; each is made by its one trick.
public enum HostileDocument: String, CaseIterable, Sendable {
    /// A page of 10⁹ × 10⁹ points.
    case giantPage
    /// A page whose box has no finite size.
    case boxWithoutNumbers
    /// A form that draws itself.
    case recursiveForm
    /// Thirty forms, each of which draws the next one eight times.
    case exponentialForms
    /// A content stream of 400 MB that fits in less than half a megabyte.
    case decompressionBomb
    /// A page tree that is its own child.
    case cyclicPageTree
    /// A page tree that claims two thousand million pages and has one.
    case absurdCount
    /// A page tree that claims a negative number of pages.
    case negativeCount
    /// Brackets nested a hundred thousand deep.
    case deepNesting
    /// An image that claims 2³⁰ pixels along each side.
    case giantImage
    /// A tiling pattern of a billionth of a point.
    case tinyPattern

    /// The file.
    public var bytes: [UInt8] {
        switch self {
        case .giantPage: return Self.page("0 0 9 9 re f", box: "0 0 1000000000 1000000000")
        case .boxWithoutNumbers: return Self.page("0 0 9 9 re f", box: "nan inf -inf 1e999")
        case .recursiveForm:
            return Self.page("/X Do", resources: "/XObject<</X 5 0 R>>", [Self.form("/X Do /X Do", "5 0 R")])
        case .exponentialForms:
            let forms = (5..<35).map { number in
                Self.form(String(repeating: "/X Do ", count: 8), number < 34 ? "\(number + 1) 0 R" : nil)
            }
            return Self.page("/X Do", resources: "/XObject<</X 5 0 R>>", forms)
        case .decompressionBomb: return Self.bomb()
        case .cyclicPageTree: return Self.tree("<</Type/Pages/Kids[2 0 R 3 0 R]/Count 3/Parent 2 0 R>>")
        case .absurdCount: return Self.tree("<</Type/Pages/Kids[3 0 R]/Count 2000000000>>")
        case .negativeCount: return Self.tree("<</Type/Pages/Kids[3 0 R]/Count -7>>")
        case .deepNesting:
            let depth = 100_000
            let content = String(repeating: "[", count: depth) + String(repeating: "<<", count: depth)
            return Self.page(content + String(repeating: "q ", count: depth) + "0 0 9 9 re f")
        case .giantImage:
            let image = Self.stream(
                "x",
                "/Type/XObject/Subtype/Image/Width 1073741824/Height 1073741824/BitsPerComponent 8/ColorSpace/DeviceRGB"
            )
            return Self.page("100 0 0 100 0 0 cm /X Do", resources: "/XObject<</X 5 0 R>>", [image])
        case .tinyPattern:
            let pattern = Self.stream(
                "0 0 1 1 re f",
                "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.000000001/YStep 0.000000001"
                    + "/Resources<<>>")
            return Self.page(
                "/Pattern cs /P scn 0 0 200 100 re f", resources: "/Pattern<</P 5 0 R>>", [pattern])
        }
    }

    /// Pages of 200 × 100 pt with a black square each, but for the one that draws forms without an end.
    public static func poisoned(page poison: Int, of count: Int) -> [UInt8] {
        let forms = 5
        let pages = forms + 30
        let kids = (0..<count).map { "\(pages + $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(count)>>",
            stream("0 0 40 40 re f"), stream("/X Do"),
        ]
        objects += (forms..<pages).map { number in
            form(String(repeating: "/X Do ", count: 8), number < pages - 1 ? "\(number + 1) 0 R" : nil)
        }
        objects += (1...count).map { number in
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</XObject<</X \(forms) 0 R>>>>"
                + "/Contents \(number == poison ? 4 : 3) 0 R>>"
        }
        return file(objects.map { Array($0.utf8) })
    }

    private static func page(
        _ content: String, box: String = "0 0 200 100", resources: String = "", _ more: [String] = []
    ) -> [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[\(box)]/Resources<<\(resources)>>/Contents 4 0 R>>", stream(content),
        ]
        return file((objects + more).map { Array($0.utf8) })
    }

    private static func tree(_ pages: String) -> [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", pages,
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Contents 4 0 R>>", stream("0 0 9 9 re f"),
        ]
        return file(objects.map { Array($0.utf8) })
    }

    private static func form(_ content: String, _ drawn: String?) -> String {
        let resources = drawn.map { "/XObject<</X \($0)>>" } ?? ""
        return stream(
            drawn == nil ? "0 0 1 1 re f" : content,
            "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<<\(resources)>>")
    }

    private static func stream(_ content: String, _ entries: String = "") -> String {
        "<</Length \(content.utf8.count)\(entries)>>stream\n\(content)\nendstream"
    }

    /// Deflate by hand: a block with a fixed code whose matches of 258 zero bytes cost 13 bits each (RFC 1951).
    private static func bomb() -> [UInt8] {
        var bits: [UInt8] = []
        var accumulator: UInt64 = 0
        var filled: UInt64 = 0
        func put(_ value: UInt64, _ count: UInt64) {
            accumulator |= value << filled
            filled += count
            while filled >= 8 {
                bits.append(UInt8(truncatingIfNeeded: accumulator))
                accumulator >>= 8
                filled -= 8
            }
        }
        put(0b011, 3)
        put(0b0000_1010, 8)  // The literal 32, a space: code 0x50, its highest bit first.
        // Length 258 is symbol 285 (code 11000101), distance 1 is symbol 0 (00000).
        for _ in 0..<1_600_000 { put(0b0_0000_1010_0011, 13) }
        put(0, 7)
        put(0, 7)
        let stream = [0x78, 0x9c] + bits + [0, 0, 0, 0]
        var object = Array("<</Length \(stream.count)/Filter/FlateDecode>>stream\n".utf8)
        object += stream + Array("\nendstream".utf8)
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Contents 4 0 R>>",
        ]
        return file(objects.map { Array($0.utf8) } + [object])
    }

    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let digits = String(bytes.count)
            table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
            bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = bytes.count
        table += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return bytes + Array(table.utf8)
    }
}
