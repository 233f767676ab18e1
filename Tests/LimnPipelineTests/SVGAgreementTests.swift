// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import LimnJobs
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// What librsvg makes of Limn's SVG, beside the picture that Limn itself makes of the ink.
struct SVGAgreementTests {
    @Test(arguments: ["xournalpp-strokes.xopp", "xournalpp-stroke.xopp"])
    func `An SVG shows what the picture shows, within anti-aliasing`(name: String) throws {
        let ink = try ForeignFile.made(.ink, name).url
        let folder = try TemporaryFolder()
        let document = try InkReader.read(Array(try Data(contentsOf: ink))).document
        let size = try #require(document.pages[0].size)
        let svg = try folder.write(try InkWriter.write(document, as: .svg).bytes, "ink.svg")

        let sheet = try folder.write(onePagePDF(size: (size.width, size.height)), "sheet.pdf")
        let ours = folder.path("ours.png")
        var request = RenderRequest(
            inputs: [FilePath(sheet)], size: .dpi(150), destination: .file(FilePath(ours)), for: .everyone)
        request.ink = FilePath(ink.path)
        try PageRenderer(request).run { #expect($0.status.isSuccess, "\($0.messages)") }
        let theirs = folder.path("theirs.png")
        let done = try run(
            try Requirement.tool("rsvg-convert"), "-b", "white", "-d", "150", "-p", "150", "-o", theirs, svg)
        #expect(done.status == 0, "\(done.stderr)")

        let result = try #require(
            PictureComparison.run([PictureComparison(.mupdf, ours, with: theirs, slack: 16)]).first)
        print("SVG of \(name): mean \(result.mean), \(result.differing) differ, \(result.beyond) beyond a pixel")
        #expect(result.beyond < 0.00002, "\(result)")
        #expect(result.differing < 0.0005, "\(result)")
        #expect(result.inked > 0.0005, "Limn drew nothing")
    }
}
