// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk
internal import LimnInkFormats
internal import LimnJobs
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// What Limn makes of Xournal++'s ink, beside what Xournal++ makes of it.
struct XournalppAgreementTests {
    /// The dashed rectangle. cairo's PDF writer turns such a path into the operator `re`, which starts at another corner,
    /// so that Xournal++'s dashes do not begin where the pen did. At 150 dpi: left, top, right, bottom.
    private static let dashes = [
        [405, 285, 836, 305], [405, 461, 836, 481], [405, 285, 423, 481], [818, 285, 836, 481],
    ]

    @Test func `Its strokes look as in Debian's own export, within anti-aliasing, in every engine`() throws {
        let ink = try ForeignFile.made(.ink, "xournalpp-strokes.xopp").url.path
        let folder = try TemporaryFolder()
        let theirs = folder.path("theirs.pdf")
        let arguments = ["--export-no-background", "--create-pdf=\(theirs)", ink]
        let done = try run(
            try Requirement.tool("xournalpp"), arguments.map { Array($0.utf8) },
            environment: ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path])
        #expect(done.status == 0, "\(done.stderr)")

        let sheet = try folder.write(onePagePDF(size: (595.27559, 841.88976)), "sheet.pdf")
        let overlay = try folder.flatten(sheet, FilePath(ink)).file
        let redrawn = try folder.flatten(sheet, FilePath(ink), mode: .redraw).file
        let picture = folder.path("picture.png")
        var request = RenderRequest(
            inputs: [FilePath(sheet)], size: .dpi(150), destination: .file(FilePath(picture)),
            for: .everyone)
        request.ink = FilePath(ink)
        try PageRenderer(request).run { #expect($0.status.isSuccess, "\($0.messages)") }

        var comparisons = [
            ("picture", PictureComparison(.mupdf, theirs, with: picture, slack: 16, mask: Self.dashes))
        ]
        for engine in Engine.allCases {
            for (name, file, mask) in [("redraw", redrawn, []), ("overlay", overlay, Self.dashes)] {
                let comparison = PictureComparison(engine, theirs, with: file, slack: 16, mask: mask)
                comparisons.append(("\(name), \(engine)", comparison))
            }
        }
        for ((name, _), result) in zip(comparisons, try PictureComparison.run(comparisons.map(\.1))) {
            print(
                "Xournal++, \(name): mean \(result.mean), \(result.differing) differ, \(result.beyond) beyond a pixel")
            // Edges: under 0.3 % of the pixels; anything a pixel away from where theirs is, with edges that the tolerance
            // lets move by a fifth of one: under one in 50,000.
            #expect(result.beyond < 0.00002, "\(name): \(result)")
            #expect(result.differing < 0.003, "\(name): \(result)")
            #expect(result.mean < 0.2, "\(name): \(result)")
            #expect(result.inked > 0.02, "\(name): Xournal++ drew nothing")
        }
    }
}
