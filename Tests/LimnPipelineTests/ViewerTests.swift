// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// Exports in viewers: marks where they belong, highlighters that multiply, ink that can be edited.
struct ViewerTests {
    private static let scale = 150.0 / 72

    /// Pages in all positions, with ink, in a mode.
    private func export(_ mode: FlattenRequest.Mode, before: String? = nil, _ ink: (PositionCase) -> Drawing) throws
        -> (
            folder: TemporaryFolder, file: String
        )
    {
        let folder = try TemporaryFolder()
        let pages = folder.path("positions.pdf")
        _ = try python("position_pages", [pages] + (before.map { [$0] } ?? []))
        let ink = try folder.write(InkDocument(pages: PositionCase.all.map { .init(drawing: ink($0)) }))
        return (folder, try folder.flatten(pages, ink, mode: mode).file)
    }

    /// What pdf.js shows of all pages, at 150 pixels for 72 points.
    private func show(_ file: String, in folder: TemporaryFolder) throws -> (pages: [PDFJS.Page], pictures: [String]) {
        let pictures = PositionCase.all.indices.map { folder.path("page\($0).ppm") }
        let jobs = PositionCase.all.indices.map { index in
            // pdf.js leaves /UserUnit to the program around it.
            PDFJS.Job(
                file, page: index + 1, scale: Self.scale * Double(PositionCase.all[index].unit),
                picture: pictures[index])
        }
        return (try PDFJS.show(jobs), pictures)
    }

    @Test(arguments: [FlattenRequest.Mode.overlay, .annotate])
    func `pdf_js shows ink within a pixel of where page space puts it, however the page lies`(
        mode: FlattenRequest.Mode
    ) throws {
        let (folder, file) = try export(mode, \.drawing)
        let (pages, pictures) = try show(file, in: folder)
        let found = try findMarks(pictures.map { MarkJob(png: $0) })
        for (index, page) in PositionCase.all.enumerated() {
            page.check(found[index], scale: Self.scale, by: "\(mode), pdf.js")
            #expect(pages[index].pages == 48)
            #expect(pages[index].annotations.count == (mode == .annotate ? 4 : 0))
        }
    }

    @Test func `pdf_js lists ink annotations with their lines and colors, ready to be edited`() throws {
        let (folder, file) = try export(.annotate, \.drawing)
        let (pages, _) = try show(file, in: folder)
        for (page, shown) in zip(PositionCase.all, pages) {
            #expect(shown.annotations.map(\.subtype) == ["Ink", "Ink", "Ink", "Ink"])
            #expect(shown.annotations.map(\.color) == [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 0, 255]])
            #expect(shown.annotations.allSatisfy { $0.hasAppearance && !$0.contents.isEmpty })
            // Places in points from the top left, and back through what the case knows of the page by hand.
            for (annotation, mark) in zip(shown.annotations, page.marks) {
                let line = try #require(annotation.inkLists.first)
                #expect(annotation.inkLists.count == 1)
                let middle = page.displayed(
                    x: line.reduce(0) { $0 + $1.x } / Double(line.count),
                    y: line.reduce(0) { $0 + $1.y } / Double(line.count))
                #expect(hypot(middle.x - mark.x, middle.y - mark.y) <= 0.1, "\(page): \(mark.name) \(middle)")
                let box = annotation.rect
                #expect(
                    line.allSatisfy { box[0] <= $0.x && $0.x <= box[2] && box[1] <= $0.y && $0.y <= box[3] }, "\(page)")
            }
        }
    }

    @Test(arguments: [FlattenRequest.Mode.overlay, .annotate])
    func `A highlighter multiplies with the page in every viewer, however the page lies`(
        mode: FlattenRequest.Mode
    ) throws {
        // The ink is (255, 204, 128) on (128, 204, 102); multiplied by hand: (128, 163, 51).
        let brush = Brush(kind: .highlighter, color: Color(red: 1, green: 0.8, blue: 0.5), width: 20)
        let (folder, file) = try export(mode, before: "0.5 0.8 0.4 rg -20 10 300 200 re f") { page in
            Drawing(strokes: [Stroke(brush, Point(x: 20, y: 20), Point(x: 60, y: 20))])
        }
        let places = [[40 * Self.scale, 20 * Self.scale], [40 * Self.scale, 45 * Self.scale]]
        var jobs: [(name: String, page: PositionCase, job: MarkJob)] = []
        for engine in Engine.allCases {
            for (index, page) in PositionCase.all.enumerated() {
                jobs.append(("\(engine)", page, MarkJob(engine, file, page: index + 1, userUnit: page.unit)))
            }
        }
        for (page, picture) in zip(PositionCase.all, try show(file, in: folder).pictures) {
            jobs.append(("pdf.js", page, MarkJob(png: picture)))
        }
        for index in jobs.indices { jobs[index].job.points = places }
        for (job, found) in zip(jobs, try findMarks(jobs.map(\.job))) {
            for (pixel, expected) in zip(found.pixels, [[128, 163, 51], [128, 204, 102]]) {
                let isRight = zip(pixel, expected).allSatisfy { abs($0 - $1) <= 2 }
                #expect(isRight, "\(mode), \(job.name), \(job.page): \(pixel) instead of \(expected)")
            }
        }
    }

    @Test func `A real sheet looks in pdf_js as it does in poppler where the ink is`() throws {
        let folder = try TemporaryFolder()
        let ink = FilePath(Project.samples.appendingPathComponent("map-landscape.xopp").path)
        let sheet = Project.samples.appendingPathComponent("map-landscape.pdf").path
        let file = try folder.flatten(sheet, ink, mode: .annotate).file
        let pictures = [folder.path("with.ppm"), folder.path("without.ppm")]
        let pages = try PDFJS.show([
            PDFJS.Job(file, scale: 1, picture: pictures[0]),
            PDFJS.Job(sheet, scale: 1, picture: pictures[1]),
        ])
        let (before, after) = (pages[1].annotations.count, pages[0].annotations.count)
        #expect(after - before > 5 && pages[0].annotations.suffix(after - before).allSatisfy { $0.subtype == "Ink" })
        // What the ink changes, by both.
        func change(_ with: Picture, _ without: Picture) -> [Int] {
            zip(with.rgb, without.rgb).map { abs(Int($0) - Int($1)) }
        }
        let shown = try pictures.map {
            try #require(Picture(ppm: Array(try Data(contentsOf: URL(fileURLWithPath: $0)))))
        }
        let drawn = try [file, sheet].map { try Engine.splash.draw($0, dpi: 72) }
        #expect(abs(shown[0].width - drawn[0].width) <= 1 && abs(shown[0].height - drawn[0].height) <= 1)
        var (both, pdfjs, splash) = (0, 0, 0)
        let here = change(shown[0], shown[1])
        let there = change(drawn[0], drawn[1])
        for y in 0..<min(shown[0].height, drawn[0].height) {
            for x in 0..<min(shown[0].width, drawn[0].width) {
                let (a, b) = ((y * shown[0].width + x) * 3, (y * drawn[0].width + x) * 3)
                let isHere = here[a..<(a + 3)].contains { $0 > 60 }
                let isThere = there[b..<(b + 3)].contains { $0 > 60 }
                pdfjs += isHere ? 1 : 0
                splash += isThere ? 1 : 0
                both += isHere && isThere ? 1 : 0
            }
        }
        #expect(pdfjs > 1500)
        #expect(Double(both) > 0.8 * Double(max(pdfjs, splash)), "\(both) of \(pdfjs) and \(splash)")
    }
}
