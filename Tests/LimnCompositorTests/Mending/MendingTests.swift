// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import Testing
internal import TestSupport

/// Pages that poppler draws wrongly, as they are drawn from a mended copy.
struct MendingTests {
    /// Draws the mended page, and requires that something was to be mended.
    private func picture(_ bytes: [UInt8], _ comment: Comment? = nil) throws -> PixelBuffer {
        #expect(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).needsMending, comment)
        let mended = try ObjectDocument(bytes: bytes).mended(pages: 0..<1)
        #expect(!(try ObjectDocument(bytes: mended).lookForMends(onPage: 0).needsMending), "mending is done once")
        return try PDFDocument(bytes: mended).page(1).render(.dpi(72))
    }

    private func color(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        picture.withUnsafeMutableBytes { bytes in
            let place = y * picture.stride + x * 4
            return [bytes[place + 2], bytes[place + 1], bytes[place]]
        }
    }

    private func page(_ content: String, _ resources: String = "", more: [String] = []) -> [UInt8] {
        listedPDF(
            [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<\(resources)>>>>",
                listedStream(content),
            ] + more)
    }

    @Test func `A page without faults is not mended`() throws {
        let bytes = page("q [3 2] 0 d 0 0 1 0 k 10 10 50 50 re f Q BT ET /None Do")
        #expect(!(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).needsMending))
    }

    @Test(arguments: ["[3 -2] 0 d", "[0 0] 0 d", "[-1] 0 d"])
    func `A dash that cairo refuses does not stop the page`(dash: String) throws {
        let drawn = try picture(page("8 w \(dash) 0 50 m 100 50 l S"))
        #expect(color(drawn, 50, 50) == [0, 0, 0])
    }

    @Test func `An operator without its operands does not stop the page`() throws {
        let drawn1 = try picture(page("1 cm 1 0 0 rg 0 0 100 100 re f"))
        #expect(color(drawn1, 50, 50) == [255, 0, 0])
    }

    @Test func `Colors out of range are limited`() throws {
        let drawn2 = try picture(page("0 100 100 0 k 0 0 100 100 re f"))
        #expect(color(drawn2, 50, 50)[1] < 80)
        let drawn3 = try picture(page("/DeviceCMYK cs 100 0 0 0 sc 0 0 100 100 re f"))
        #expect(color(drawn3, 50, 50)[0] < 80)
    }

    @Test func `Contents that are no streams are left out`() throws {
        var text = String(decoding: page("1 0 0 rg 0 0 100 100 re f"), as: UTF8.self)
        text.replace("/Contents 4 0 R", with: "/Contents[4 0 R null 7]")
        let drawn4 = try picture(Array(text.utf8))
        #expect(color(drawn4, 50, 50) == [255, 0, 0])
    }

    @Test func `A shading of two coordinates shows its colors`() throws {
        let function = listedStream(
            "{ 0.5 gt { pop 1 0 0 } { pop 0 0 1 } ifelse }", "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]")
        let shading = "<</ShadingType 1/ColorSpace/DeviceRGB/Matrix[100 0 0 100 0 0]/Function 5 0 R>>"
        let painted = try picture(page("/S sh", "/Shading<</S 6 0 R>>", more: [function, shading]))
        #expect(color(painted, 50, 10) == [255, 0, 0])
        #expect(color(painted, 50, 90) == [0, 0, 255])
        let pattern = "<</PatternType 2/Shading 6 0 R>>"
        let filled = try picture(
            page("/Pattern cs /P scn 0 0 50 100 re f", "/Pattern<</P 7 0 R>>", more: [function, shading, pattern]))
        #expect(color(filled, 25, 10) == [255, 0, 0])
        #expect(color(filled, 25, 90) == [0, 0, 255])
        #expect(color(filled, 75, 50) == [255, 255, 255])
    }

    @Test func `A sampled function gives the color of each corner`() throws {
        let samples = "\u{0}\u{7f}\u{7f}\u{0}"
        let function = listedStream(samples, "/FunctionType 0/Domain[0 1 0 1]/Range[0 1]/Size[2 2]/BitsPerSample 8")
        let shading = "<</ShadingType 1/ColorSpace/DeviceGray/Matrix[100 0 0 100 0 0]/Function 5 0 R>>"
        let painted = try picture(page("/S sh", "/Shading<</S 6 0 R>>", more: [function, shading]))
        #expect(color(painted, 1, 98)[0] < 10)
        #expect(color(painted, 98, 1)[0] < 10)
        #expect((110...130).contains(color(painted, 1, 1)[0]))
    }

    @Test func `A radial shading whose circles are apart is a cone`() throws {
        let shading =
            "<</ShadingType 3/ColorSpace/DeviceRGB/Coords[20 50 5 80 50 20]/Extend[true true]"
            + "/Function<</FunctionType 2/N 1/Domain[0 1]/C0[1 0 0]/C1[0 0 1]>>>>"
        let painted = try picture(page("/S sh", "/Shading<</S 5 0 R>>", more: [shading]))
        #expect(color(painted, 22, 50)[0] > 150)
        #expect(color(painted, 97, 50)[2] > 200)
        // Beside the cone there is nothing.
        #expect(color(painted, 10, 5) == [255, 255, 255])
    }

    @Test func `Colored glyphs keep their colors`() throws {
        let font =
            "<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FontBBox[0 0 100 100]/FirstChar 65/LastChar 66"
            + "/Widths[100 100]/CharProcs<</a 6 0 R/b 7 0 R>>/Encoding<</Differences[65/a/b]>>/Resources<<>>>>"
        let red = listedStream("100 0 d0 1 0 0 rg 0 0 100 100 re f")
        let green = listedStream("100 0 d0 0 1 0 rg 0 0 100 100 re f")
        let content = "0 0 1 rg BT /F 40 Tf 10 10 Td [(A) -250 <42>] TJ ET"
        let painted = try picture(page(content, "/Font<</F 5 0 R>>", more: [font, red, green]))
        #expect(color(painted, 30, 70) == [255, 0, 0])
        #expect(color(painted, 55, 70) == [255, 255, 255])
        #expect(color(painted, 80, 70) == [0, 255, 0])
    }

    @Test func `Glyphs without colors of their own have that of the text`() throws {
        let font =
            "<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FontBBox[0 0 100 100]/FirstChar 65/LastChar 65"
            + "/Widths[100]/CharProcs<</a 6 0 R>>/Encoding<</Differences[65/a]>>/Resources<<>>>>"
        let glyph = listedStream("100 0 0 0 100 100 d1 1 1 1 rg 0 0 100 100 re f")
        let painted = try picture(
            page("0 0 1 rg BT /F 80 Tf 10 10 Td (A) Tj ET", "/Font<</F 5 0 R>>", more: [font, glyph]))
        #expect(color(painted, 50, 50) == [0, 0, 255])
    }

    @Test func `A picture loses the color that it was blended with`() throws {
        let mask = listedStream(
            "\u{40}", "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Matte[0 0 0]")
        let image = listedStream(
            "\u{40}\u{0}\u{0}", "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask 6 0 R")
        let painted = try picture(page("100 0 0 100 0 0 cm /I Do", "/XObject<</I 5 0 R>>", more: [image, mask]))
        // A quarter of red over white.
        let found = color(painted, 50, 50)
        #expect(found[0] > 250 && (185...197).contains(found[1]))
    }

    @Test func `A layer for print only is not shown`() throws {
        var text = String(
            decoding: page(
                "/OC /L BDC 1 0 0 rg 0 0 100 100 re f EMC", "/Properties<</L 5 0 R>>",
                more: [
                    "<</Type/OCG/Name(print)/Usage<</View<</ViewState/OFF>>/Print<</PrintState/ON>>>>>>"
                ]), as: UTF8.self)
        text.replace(
            "<</Type/Catalog",
            with: "<</OCProperties<</OCGs[5 0 R]/D<</AS[<</Event/View/Category[/View]/OCGs[5 0 R]>>]>>>>/Type/Catalog")
        let bytes = try #require(try RebuiltCopy(of: Array(text.utf8), password: nil)).bytes
        let drawn5 = try picture(bytes)
        #expect(color(drawn5, 50, 50) == [255, 255, 255])
    }

    @Test func `Corners of a highlight may come in any order`() throws {
        var text = String(decoding: page(""), as: UTF8.self)
        text.replace(
            "/MediaBox",
            with:
                "/Annots[<</Subtype/Highlight/Rect[20 40 80 60]/C[1 1 0]/QuadPoints[20 40 80 40 80 60 20 60]>>]/MediaBox"
        )
        let bytes = try #require(try RebuiltCopy(of: Array(text.utf8), password: nil)).bytes
        let drawn = try picture(bytes)
        for x in [25, 50, 75] { #expect(color(drawn, x, 42)[2] < 60, "at \(x)") }
    }

    @Test(arguments: ["/ColorSpace/DeviceGray", "/ImageMask true"])
    func `A picture with a side that cairo cannot draw is reduced`(kind: String) throws {
        let half = String(repeating: "\u{0}", count: 2500) + String(repeating: "\u{7f}", count: 2500)
        let image = listedStream(half, "/Subtype/Image/Width 40000/Height 1/BitsPerComponent 1\(kind)")
        let painted = try picture(page("0 g 100 0 0 100 0 0 cm /I Do", "/XObject<</I 5 0 R>>", more: [image]))
        #expect(color(painted, 25, 50) == [0, 0, 0])
        #expect(color(painted, 75, 50)[0] > 150)
    }

    /// A form that paints a gray square with Multiply.
    private func blending(
        _ keys: String = "/Group<</S/Transparency>>", _ content: String = "/M gs .5 g 20 20 60 60 re f"
    ) -> String {
        listedStream(
            content, "/Type/XObject/Subtype/Form/BBox[0 0 100 100]\(keys)/Resources<</ExtGState<</M<</BM/Multiply>>>>>>"
        )
    }

    @Test func `A group without an effect of its own blends with what is below it`() throws {
        let bytes = page("0 0 1 rg 0 0 100 100 re f /F Do", "/XObject<</F 5 0 R>>", more: [blending()])
        let drawn = try picture(bytes)
        #expect(color(drawn, 50, 50) == [0, 0, 128])
        #expect(color(drawn, 5, 5) == [0, 0, 255])
    }

    @Test func `A group in a form that is no group blends with the page`() throws {
        let outer = listedStream(
            "/F Do", "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</F 5 0 R>>>>")
        let bytes = page("0 0 1 rg 0 0 100 100 re f q /O Do Q", "/XObject<</O 6 0 R>>", more: [blending(), outer])
        #expect(color(try picture(bytes), 50, 50) == [0, 0, 128])
    }

    @Test func `An isolated group stays one`() throws {
        let isolated = blending("/Group<</S/Transparency/I true>>")
        let bytes = page("0 0 1 rg 0 0 100 100 re f /F Do", "/XObject<</F 5 0 R>>", more: [isolated])
        #expect(!(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).needsMending))
    }

    @Test(arguments: ["/T gs", "q /T gs q"])
    func `A transparent group that blends is told of, and stays one`(state: String) throws {
        let bytes = page(
            "0 0 1 rg 0 0 100 100 re f \(state) /F Do", "/ExtGState<</T<</ca .5>>>>/XObject<</F 5 0 R>>",
            more: [blending()])
        let seen = try ObjectDocument(bytes: bytes).lookForMends(onPage: 0)
        #expect(seen.doubts == [.blendingGroup])
        #expect(!seen.needsMending)
    }

    @Test func `The opacity of fills does not end that of strokes`() throws {
        let states = "/ExtGState<</S<</CA .5>>/F<</ca 1>>>>/XObject<</F 5 0 R>>"
        let bytes = page("0 0 1 rg 0 0 100 100 re f /S gs /F gs /F Do", states, more: [blending()])
        #expect(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).doubts == [.blendingGroup])
    }

    @Test func `A group that paints itself is mended once`() throws {
        let itself = listedStream(
            "/M gs .5 g 20 20 60 60 re f /F Do",
            "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency>>"
                + "/Resources<</ExtGState<</M<</BM/Multiply>>>>/XObject<</F 5 0 R>>>>")
        let bytes = page("0 0 1 rg 0 0 100 100 re f /F Do", "/XObject<</F 5 0 R>>", more: [itself])
        #expect(try ObjectDocument(bytes: bytes).mended(pages: 0..<1).count < 10_000)
    }

    @Test(arguments: ["Q", "Q Q Q", "q Q Q", "q q Q Q Q"])
    func `What follows an unmatched Q is drawn`(unmatched: String) throws {
        let drawn = try picture(page("\(unmatched) 1 0 0 rg 0 0 100 100 re f"))
        #expect(color(drawn, 50, 50) == [255, 0, 0])
    }

    @Test func `An unmatched Q at the end needs no mending`() throws {
        let bytes = page("q 1 0 0 rg 0 0 100 100 re f Q Q Q")
        #expect(!(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).needsMending))
    }

    @Test(arguments: ["q 1 0 0 0 0 0 cm", "q 0 0 0 0 5 5 cm", "q 1 2 2 4 0 0 cm"])
    func `What a matrix without an inverse maps has no area`(start: String) throws {
        let drawn = try picture(page("\(start) 1 0 0 rg 0 0 100 100 re f Q 0 1 0 rg 60 60 40 40 re f"))
        #expect(color(drawn, 20, 80) == [255, 255, 255])
        #expect(color(drawn, 80, 20) == [0, 255, 0])
    }

    @Test func `A form whose matrix has no inverse paints nothing`() throws {
        let form = listedStream("0 0 100 100 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Matrix[0 0 0 0 0 0]")
        let drawn = try picture(page("1 0 0 rg /F Do", "/XObject<</F 5 0 R>>", more: [form]))
        #expect(color(drawn, 50, 50) == [255, 255, 255])
    }

    @Test func `An axial shading without a length paints nothing`() throws {
        let function = "/Function<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>"
        let shading = "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[50 50 50 50]/Extend[true true]\(function)>>"
        let drawn = try picture(page("/S sh", "/Shading<</S \(shading)>>"))
        #expect(color(drawn, 50, 50) == [255, 255, 255])
    }

    @Test func `A line in a radial shading does not fill the page`() throws {
        let function = "/Function<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[1 0 0]>>"
        let shading = "<</ShadingType 3/ColorSpace/DeviceRGB/Coords[20 50 5 80 50 20]/Extend[true true]\(function)>>"
        let pattern = "<</PatternType 2/Shading \(shading)>>"
        let bytes = page("/Pattern CS /P SCN 10 w 0 50 m 100 50 l S", "/Pattern<</P \(pattern)>>")
        #expect(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).doubts == [.shading])
        let drawn = try picture(bytes)
        #expect(color(drawn, 80, 50) == [255, 0, 0])
        #expect(color(drawn, 80, 65) == [255, 255, 255])
    }

    @Test func `A mesh whose colors a function bends is told of`() throws {
        let mesh = listedStream(
            "",
            "/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8"
                + "/Decode[0 100 0 100 0 1]/Function<</FunctionType 2/Domain[0 1]/N 3/C0[1 0 0]/C1[0 0 1]>>")
        let bytes = page("/S sh", "/Shading<</S 5 0 R>>", more: [mesh])
        #expect(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).doubts == [.shading])
    }

    @Test func `Outlines of letters in a pattern are told of`() throws {
        let shading =
            "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>"
        let bytes = page(
            "BT /Pattern CS /P SCN 1 Tr /F 20 Tf 10 10 Td (a) Tj ET",
            "/Pattern<</P<</PatternType 2/Shading \(shading)>>>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
        )
        #expect(try ObjectDocument(bytes: bytes).lookForMends(onPage: 0).doubts == [.patternedOutline])
    }

    @Test(arguments: ["0", "90"])
    func `A CropBox that is wider than the MediaBox is cut off there`(rotation: String) throws {
        let bytes = listedPDF([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/CropBox[20 30 160 70]/Rotate \(rotation)/Contents 4 0 R>>",
            listedStream("1 0 0 rg 20 30 80 40 re f"),
        ])
        let drawn = try picture(bytes)
        #expect([drawn.width, drawn.height] == (rotation == "0" ? [80, 40] : [40, 80]))
        #expect(color(drawn, 2, 2) == [255, 0, 0])
        #expect(color(drawn, drawn.width - 3, drawn.height - 3) == [255, 0, 0])
    }

    @Test func `A page whose MediaBox has no area is drawn as a Letter page`() throws {
        let bytes = listedPDF([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 200]/Contents 4 0 R>>",
            listedStream("1 0 0 rg 0 0 612 792 re f"),
        ])
        let drawn = try picture(bytes)
        #expect([drawn.width, drawn.height] == [612, 792])
        #expect(color(drawn, 600, 10) == [255, 0, 0])
    }
}
