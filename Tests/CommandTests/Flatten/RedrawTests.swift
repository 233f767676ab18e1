// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct RedrawTests {
    private static func form(_ color: String) -> String {
        let content = "\(color) rg 0 0 20 20 re f"
        return
            "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    @Test func `A gradient that other programs show differently is told of`() throws {
        let shading =
            "<</ShadingType 3/ColorSpace/DeviceGray/Coords[100 50 40 60 50 0]/Extend[true false]"
            + "/Function<</FunctionType 2/Domain[0 1]/N 1>>>>"
        let content = "/S sh"
        let shell = try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Shading<</S 5 0 R>>>>/Contents 4 0 R>>",
                "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream", shading,
            ]),
            "a.xopp": Notes.xopp(),
        ])
        for mode in ["redraw", "raster"] {
            let transcript = try shell.limn("flatten a.pdf a.xopp -o \(mode).pdf --mode \(mode)")
            let line = "a.pdf, page 1: warning: A colour gradient may look different now"
            #expect(transcript.contains(line), "\(transcript)")
            #expect(transcript.hasSuffix("[3] +\(mode).pdf"))
        }
        #expect(try shell.limn("flatten a.pdf a.xopp -o overlay.pdf --quiet") == "[0] +overlay.pdf")
    }

    @Test func `A page is redrawn with the annotations that the screen shows, not with those that paper does`() throws {
        func annotation(_ rect: String, flags: Int, form: Int) -> String {
            "<</Type/Annot/Subtype/Stamp/Rect[\(rect)]/F \(flags)/AP<</N \(form) 0 R>>>>"
        }
        let shell = try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Annots[4 0 R 5 0 R]>>",
                // No flags: not for print. 36: for print, not for view.
                annotation("100 10 120 30", flags: 0, form: 6), annotation("150 10 170 30", flags: 36, form: 7),
                Self.form("0 1 0"), Self.form("0 0 1"),
            ]),
            "a.xopp": Notes.xopp(),
        ])
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --quiet"), "[0] +out.pdf")
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 72)
            #expect(picture[110, 80] == (0, 255, 0), "\(engine)")
            #expect(picture[160, 80] == (255, 255, 255), "\(engine)")
        }
    }
}
