// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
@testable internal import LimnPDFObjects
internal import Testing

/// What the bytes of an export prove, and what is left to be drawn.
struct OverlayProofTests {
    private static let line = "1 0 0 RG 2 w 1 J 1 j 40 20 m 80 60 l S\n"

    private func overlay(_ content: String, _ geometry: PageGeometry) -> PageOverlay {
        PageOverlay(
            content: Array(content.utf8), bounds: Rect(x0: 0, y0: 0, x1: 1000, y1: 1000),
            matrix: AffineTransform.scaling(x: 0.5, y: 0.5).then(geometry.pageToUser),
            graphicsStates: ["G0": .init(fillAlpha: 0.5, strokeAlpha: 0.25, blendMode: "Multiply")])
    }

    private func update(_ original: [UInt8], _ content: String) throws -> [UInt8] {
        let document = try ObjectDocument(bytes: original)
        let overlay = overlay(content, try document.pageGeometry(at: 0))
        return try document.update(DocumentChanges(overlays: [(page: 0, overlay: overlay)])).bytes
    }

    private func proof(_ original: [UInt8], _ update: [UInt8]) throws -> [OverlayPath]? {
        try ObjectDocument(bytes: original).provenOverlay(
            ofPage: 0, inAppendedExport: try ObjectDocument(bytes: original + update))
    }

    @Test(arguments: [0, 90, 180, 270])
    func `Paths are read where they are seen, with all that they look like`(degrees: Int) throws {
        let page = "/MediaBox [0 0 600 500] /CropBox [50 20 550 480] /Rotate \(degrees) /UserUnit 2"
        let original = TestPDF.page("q 1 0 0 1 5 5 cm BT ET Q", page).bytes
        let content =
            Self.line
            + "/G0 gs q 2 0 0 2 0 0 cm .5 g 5 5 m 10 5 l 10 10 12 12 14 14 c h f Q [4 2] 0 d 0 0 1 RG 1 1 m 5 5 l S\n"
        let paths = try #require(try proof(original, try update(original, content)))
        #expect(paths.map(\.multiplies) == [false, true, true])
        #expect(paths.map(\.alpha) == [1, 0.5, 0.25])
        #expect(
            paths.map(\.color) == [
                RGBColor(red: 1, green: 0, blue: 0), RGBColor(red: 0.5, green: 0.5, blue: 0.5),
                RGBColor(red: 0, green: 0, blue: 1),
            ])
        let wanted: [[Point]] = [[.init(x: 20, y: 10), .init(x: 40, y: 30)], [.init(x: 5, y: 5), .init(x: 10, y: 5)]]
        for (path, points) in zip(paths, wanted) {
            let found = path.path.elements.prefix(2).map { element in
                switch element {
                case .move(let point), .line(let point): point
                default: Point(x: -1, y: -1)
                }
            }
            #expect(zip(found, points).allSatisfy { $0.distance(to: $1) < 1e-6 }, "\(found)")
        }
        guard case .line(let width, 1, []) = paths[0].style, case .fill = paths[1].style,
            case .line(_, 1, let dash) = paths[2].style
        else { return #expect(Bool(false), "\(paths.map(\.style))") }
        #expect((width - 1).magnitude < 1e-9 && dash.count == 2 && (dash[0] - 2).magnitude < 1e-9)
    }

    @Test(arguments: [
        "BT ET\n", "q " + line, "Q " + line, "0 0 10 10 re W n\n" + line, "40 20 m 80 60 l s\n", "40 20 m 80 60 l B\n",
        "1 j 1 2 m 3 4 l S 5 5 m\n", "/Pattern cs " + line, "/None gs " + line, "1 j 2 0 0 1 0 0 cm 1 1 m 9 9 l S\n",
        "0 j 40 20 m 80 60 l S\n", "BX EX " + line, "/OC /L BDC " + line, line + "EMC\n", "1 1 m S (text) Tj\n",
        "1 2 3 m 4 5 l f\n", "1 j 1e3 2 m 3 4 l S\n", "1 j 1 1 m 4000 1 l S\n",
        // What readers divide, order or take differently.
        "6000 w 2 /x w\n" + line, "2 ) w\n" + line, "2 << >> w\n" + line, "/G0 gs /G1 1 gs\n" + line,
        "0 0 { m\n" + line,
        "/A <</B>> BDC EMC\n" + line, "/A BDC EMC\n" + line, "/OC /MC0 BDC EMC\n" + line, "% words\n" + line,
        "1 j 40 20 m 80 60 l 1 0 0 1 0 99 cm S\n", "1 j 40 20 m 80 60 l 9 w S\n", "2 0 0 rg " + line,
        "/G#30 gs " + line,
    ])
    func `Whatever is more than paths is no proof`(content: String) throws {
        let original = TestPDF.page("0 0 10 10 re f").bytes
        #expect(try proof(original, try update(original, content)) == nil)
    }

    @Test(arguments: [
        "Q 0 0 10 10 re f", "q 0 0 10 10 re f", "BT (a) Tj", "/LimnInk0 Do", "[ 1 2", "BI /W 9 /H 9 ID x", "1 w (open",
        "m",
        "q 1 0 0 1 5000 0 cm 1q 0 0 9 9 re f Q Q", "/LimnInk#30 Do", "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI",
    ])
    func `Content that leaves something open, or closes too much, is no proof`(content: String) throws {
        let original = TestPDF.page(content).bytes
        #expect(try proof(original, try update(original, Self.line)) == nil)
        let sound = TestPDF.page("0 0 10 10 re f").bytes
        #expect(try proof(sound, try update(sound, Self.line))?.count == 1)
    }

    @Test(arguments: [
        ("/Annots [<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>]", true),
        ("/Annots [<</Subtype/Square/Rect[0 0 9 9]>>]", false),
        ("/Annots [<</Subtype/Link/Rect[0 0 9 9]/AP<</N 4 0 R>>>>]", false),
        ("/Group<</S/Transparency/K true>>", false),
        ("/Group<</S/Transparency/I true>>", true), ("/Resources<</ColorSpace<</DefaultRGB/DeviceRGB>>>>", true),
    ])
    func `What is drawn above the ink, or knocks it out, is no proof`(entries: String, isProven: Bool) throws {
        let original = TestPDF.page("0 0 10 10 re f", "/MediaBox [0 0 200 100] \(entries)").bytes
        #expect((try proof(original, try update(original, Self.line)) != nil) == isProven)
    }

    @Test(arguments: [
        ("/Subtype/Form", "/Subtype/Exxx"), ("/DefaultRGB/DeviceRGB", "/DefaultRGB/CalRGBxxx"),
        ("/LimnInk0 ", "/LimnInk1 "),
        ("/BBox", "/Clip"), ("/Matrix", "/Matrxx"), ("/BM/Multiply", "/BM/Exclude "), ("/Contents", "/Annots  "),
    ])
    func `A forged update is no proof`(old: String, new: String) throws {
        let original = TestPDF.page("0 0 10 10 re f", "/MediaBox [0 0 200 100] /Resources <</Font<<>>>>").bytes
        let update = try update(original, Self.line)
        let start = try #require(update.firstRange(of: Array(old.utf8)), "\(String(decoding: update, as: UTF8.self))")
        var forged = update
        forged.replaceSubrange(start, with: Array(new.utf8))
        try #require(forged.count == update.count)
        #expect(try proof(original, update) != nil)
        #expect(try proof(original, forged) == nil)
    }
}
