// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing

struct OneSidedShadingTests {
    /// Radial shadings, and whether poppler draws each as mutool and pdfium do not.
    static let shadings: [(coordinates: String, extend: String, isDoubtful: Bool)] = [
        ("100 150 80 20 150 0", "true false", true), ("20 150 0 100 150 80", "false true", true),
        ("10 150 0 130 150 40", "false true", true), ("100 150 80 60 150 0", "true false", true),
        ("60 150 0 100 150 80", "true false", false), ("100 150 80 20 150 0", "true true", false),
        ("100 150 80 20 150 0", "false false", false), ("100 150 80 20 150", "true false", false),
    ]

    private func shading(_ coordinates: String, _ extend: String, type: Int = 3) -> String {
        "<</ShadingType \(type)/ColorSpace/DeviceGray/Coords[\(coordinates)]/Extend[\(extend)]"
            + "/Function<</FunctionType 2/Domain[0 1]/N 1>>>>"
    }

    @Test(arguments: shadings)
    func `A shading that engines draw differently is found, also in patterns and forms`(
        coordinates: String, extend: String, isDoubtful: Bool
    ) throws {
        let shading = shading(coordinates, extend)
        for resources in [
            "/Shading<</S 5 0 R>>", "/Pattern<</P<</PatternType 2/Shading 5 0 R>>>>",
            "/XObject<</X 6 0 R>>",
        ] {
            var pdf = TestPDF.page("", "/MediaBox [0 0 200 300] /Resources <<\(resources)>>")
            pdf.add(shading)
            pdf.add(
                stream: "", "/Subtype /Form /BBox [0 0 9 9] /Resources <</Shading <</S 5 0 R>> /XObject <</X 6 0 R>>>>")
            let document = try ObjectDocument(bytes: pdf.bytes)
            #expect(try document.hasOneSidedShading(onPage: 0) == isDoubtful, "\(resources)")
        }
    }

    @Test func `Other shadings are not meant`() throws {
        var pdf = TestPDF.page("", "/MediaBox [0 0 200 300] /Resources <</Shading <</S 5 0 R>>>>")
        pdf.add(shading("0 0 9 9", "true false", type: 2))
        #expect(try !ObjectDocument(bytes: pdf.bytes).hasOneSidedShading(onPage: 0))
    }
}
