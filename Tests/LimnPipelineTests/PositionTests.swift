// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

struct PositionTests {
    private func files() throws -> (folder: TemporaryFolder, pages: String, ink: FilePath) {
        let folder = try TemporaryFolder()
        let pages = folder.path("positions.pdf")
        _ = try python("position_pages", pages)
        return (
            folder, pages, try folder.write(InkDocument(pages: PositionCase.all.map { .init(drawing: $0.drawing) }))
        )
    }

    @Test(arguments: FlattenRequest.Mode.allCases)
    func `Marks are within a pixel of where page space puts them, in every engine, however the page lies`(
        mode: FlattenRequest.Mode
    ) throws {
        let (folder, pages, ink) = try files()
        #expect(PositionCase.all.count == 48)
        let (file, result) = try folder.flatten(pages, ink, mode: mode)
        #expect(result.inkedPages == Array(1...48))
        for engine in Engine.allCases {
            let jobs = PositionCase.all.indices.map { index in
                // A page that is drawn anew has no /UserUnit any more.
                MarkJob(
                    engine, file, page: index + 1,
                    userUnit: mode == .redraw || mode == .raster ? 1 : PositionCase.all[index].unit)
            }
            for (page, found) in zip(PositionCase.all, try findMarks(jobs)) {
                // Splash stretches pictures to whole pixels, and pdfium does so with pages.
                page.check(
                    found, scale: 150.0 / 72, slack: mode == .raster && engine != .mupdf ? 1.5 : 1,
                    by: "\(mode), \(engine)")
            }
        }
    }

    @Test func `Page pictures show the marks within a pixel too`() throws {
        let (folder, pages, ink) = try files()
        var request = RenderRequest(
            inputs: [FilePath(pages)], size: .dpi(150), destination: .folder(FilePath(folder.path("pictures"))),
            for: .everyone)
        request.ink = ink
        var results: [RenderResult] = []
        try PageRenderer(request).run { results.append($0) }
        try #require(results.count == 48)
        let found = try findMarks(results.map { MarkJob(png: try #require($0.output).string) })
        for (page, (result, found)) in zip(PositionCase.all, zip(results, found)) {
            #expect(result.width == found.width && result.height == found.height)
            page.check(found, scale: 150.0 / 72, by: "png")
        }
    }
}
