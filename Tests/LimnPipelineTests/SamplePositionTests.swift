// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// Ink on the committed samples: busy pages, turned, cropped, in large units.
struct SamplePositionTests {
    static let sheets = ["", "-cropped", "-rotated-90", "-rotated-180", "-rotated-270", "-userunit"]
    /// Places that every sheet has, in points.
    private static let places = [
        "magenta": Point(x: 60, y: 60), "cyan": Point(x: 380, y: 90), "green": Point(x: 200, y: 400),
    ]
    private static let colors = ["magenta": Color.magenta, "cyan": .cyan, "green": .green]

    private static var ink: InkDocument {
        let drawing = Drawing(
            strokes: places.sorted { $0.key < $1.key }.map { name, place in
                Stroke(Brush(color: colors[name] ?? .black, width: 12), place)
            })
        return InkDocument(pages: [.init(drawing: drawing), .init(drawing: drawing)])
    }

    private func check(_ page: MarkedPage, scale: Double, _ what: String) {
        for (name, place) in Self.places {
            guard let mark = page.marks[name] else {
                Issue.record("\(what): \(name) is not there")
                continue
            }
            let distance = mark.distance(toX: place.x * scale, y: place.y * scale)
            #expect(distance <= 1, "\(what): \(name) is \(distance) pixels off")
            let share = mark.area / (.pi * 36 * scale * scale)
            if scale > 1 { #expect((0.85...1.15).contains(share), "\(what): \(name) covers \(share) of its area") }
        }
    }

    @Test(arguments: sheets)
    func `Exports, pictures and thumbnails of the character sheet have their ink where it belongs`(
        variant: String
    ) throws {
        let folder = try TemporaryFolder()
        let ink = try folder.write(Self.ink)
        let sheet = Project.samples.appendingPathComponent("character-sheet\(variant).pdf").path
        let unit = variant == "-userunit" ? 2 : 1
        var jobs: [(job: MarkJob, what: String)] = []
        for mode in FlattenRequest.Mode.allCases {
            let file = try folder.flatten(sheet, ink, mode: mode).file
            for engine in Engine.allCases {
                for page in 1...2 {
                    let job = MarkJob(engine, file, page: page, userUnit: mode == .redraw || mode == .raster ? 1 : unit)
                    jobs.append((job, "\(mode), \(engine), page \(page)"))
                }
            }
        }
        let pictures = FilePath(folder.path("pictures"))
        for thumbnails in [false, true] {
            var request =
                thumbnails
                ? RenderRequest.thumbnails(of: [FilePath(sheet)], in: pictures, for: .everyone)
                : RenderRequest(
                    inputs: [FilePath(sheet)], size: .dpi(150), destination: .folder(pictures), for: .everyone)
            request.ink = ink
            try PageRenderer(request).run { result in
                guard let output = result.output else { return }
                jobs.append((MarkJob(png: output.string), thumbnails ? "thumbnail" : "picture \(result.page ?? 0)"))
            }
        }
        #expect(jobs.count == FlattenRequest.Mode.allCases.count * 6 + 3)
        for index in jobs.indices { jobs[index].job.least = jobs[index].what == "thumbnail" ? 120 : 200 }
        let found = try findMarks(jobs.map(\.job))
        // Points along the longer side, as MuPDF sees them.
        let longer = Double(max(found[0].width, found[0].height)) * 72 / 150
        for (page, what) in zip(found, jobs.map(\.what)) {
            if what == "thumbnail" { #expect(max(page.width, page.height) == 256) }
            check(page, scale: what == "thumbnail" ? 256 / longer : 150.0 / 72, "\(variant) \(what)")
        }
    }
}
