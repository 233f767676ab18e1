// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// What an export adds for each point of ink.
struct InkSizeTests {
    @Test(arguments: ["character-sheet", "map-landscape"], [false, true])
    func `Samples take at most four bytes a point, and eight with the ink as it was drawn`(
        name: String, carriesSourceInk: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let (_, result) = try folder.flatten(
            Project.samples.appendingPathComponent("\(name).pdf").path,
            FilePath(Project.samples.appendingPathComponent("\(name).xopp").path)
        ) { $0.carriesSourceInk = carriesSourceInk }
        let added = try #require(result.bytes) - (try #require(result.inputBytes))
        #expect(Double(added) <= (carriesSourceInk ? 8 : 4) * Double(result.pointsIn))
        #expect(result.largestEdgeError <= 0.1)
    }

    @Test func `A straight line of a thousand points is exported with few of them`() throws {
        let points = (0..<1000).map { Point(x: 50 + Double($0) / 2, y: 100) }
        let (result, marks) = try export([Stroke(brush: Brush(), points: StrokePoints(points, width: 2))])
        #expect(result <= 50)
        #expect(marks == 1)
    }

    @Test func `Strokes of absurd size or width are exported without a trap`() throws {
        let far = [Point(x: 100, y: 100), Point(x: 1e9, y: -1e9), Point(x: -1e9, y: 1e9), Point(x: 200, y: 90)]
        let near = [Point(x: 100, y: 100), Point(x: 150, y: 130), Point(x: 200, y: 90)]
        let strokes = [
            Stroke(brush: Brush(), points: StrokePoints(far, width: 1)),
            Stroke(brush: Brush(), points: StrokePoints(positions: near, widths: [1, 1e9, 2])),
            Stroke(brush: Brush(), points: StrokePoints(positions: near, widths: [1, 400, 2])),
            Stroke(brush: Brush(), points: StrokePoints(near, width: 1)),
        ]
        _ = try export(strokes)
        // What is larger cannot even be read.
        for far in [2e9, 1e300, 1e308] {
            let points = StrokePoints([Point(x: 100, y: 100), Point(x: far, y: 90)], width: 1)
            #expect(throws: (any Error).self) { try export([Stroke(brush: Brush(), points: points)]) }
        }
    }

    /// Exports strokes without comparing pages; the points that came out, and the strokes that the content begins.
    private func export(_ strokes: [Stroke]) throws -> (points: Int, marks: Int) {
        let folder = try TemporaryFolder()
        let sheet = try folder.write(onePagePDF(size: (600, 850)), "sheet.pdf")
        let ink = try folder.write(InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))]))
        let (file, result) = try folder.flatten(sheet, ink) { $0.verifies = false }
        return (result.pointsOut, try ExportedMark.readStrokes(file, page: 0).count)
    }
}
