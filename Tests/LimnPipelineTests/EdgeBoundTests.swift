// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage
internal import Testing
internal import TestSupport

/// How far edges move on the whole way from an ink file to the operators of a PDF, or to another ink file.
struct EdgeBoundTests {
    /// What reading a number back may add.
    private static let slack = 1e-6

    /// The first reason why an exported mark is not within `reach` of its stroke, both ways.
    private func fault(_ marks: [ExportedMark], of stroke: Stroke, reach: Double) -> String? {
        let area = ExportedArea(marks)
        let original = SweptArea(positions: stroke.points.positions, widths: stroke.points.widths)
        for sample in original.samples(perSegment: 2, directions: 5) where !area.isWithin(reach, of: sample.point) {
            return "the ink at \(sample.point) is not in the export"
        }
        for point in area.border where !original.isWithin(reach, of: point, hint: 0.5) {
            return "the export's edge at \(point) is \(original.distance(to: point)) from the ink"
        }
        // Loops must not be filled, nor the inside left out.
        guard let box = stroke.bounds else { return nil }
        for row in 0..<12 {
            for column in 0..<12 {
                let p = Point(
                    x: box.minX + box.width * (Double(column) + 0.5) / 12,
                    y: box.minY + box.height * (Double(row) + 0.5) / 12)
                let distance = original.distance(to: p)
                if distance > reach, area.contains(p) { return "\(p) is painted and lies \(distance) off the ink" }
                if distance < -reach, !area.contains(p) { return "\(p) is not painted and lies \(-distance) inside" }
            }
        }
        return nil
    }

    /// Exports strokes and gives the points that went in and came out.
    private func checkExport(_ strokes: [Stroke], tolerance: Double, _ what: String) throws -> (Int, Int) {
        let folder = try TemporaryFolder()
        let sheet = try folder.write(onePagePDF(size: (600, 850)), "sheet.pdf")
        let ink = try folder.write(InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))]))
        let (file, result) = try folder.flatten(sheet, ink) {
            $0.tolerance = Tolerance(points: tolerance) ?? .exact
        }
        #expect(result.largestEdgeError <= tolerance, "\(what)")
        let marks = try ExportedMark.readStrokes(file, page: 0)
        try #require(marks.count == strokes.count, "\(what)")
        for (index, (mark, stroke)) in zip(marks, strokes).enumerated() {
            let fault = fault(mark, of: stroke, reach: result.largestEdgeError + Self.slack)
            #expect(fault == nil, "\(what), stroke \(index)")
        }
        return (result.pointsIn, result.pointsOut)
    }

    @Test(arguments: [0.05, 0.1, 0.5])
    func `Exported outlines of random strokes lie within the tolerance of what was drawn`(tolerance: Double) throws {
        var generator = SeededGenerator(seed: UInt64(tolerance * 1000))
        let strokes = (0..<60).map { index in
            var stroke = randomStroke(using: &generator, points: 2...25)
            // Every third is of one width, and becomes a line.
            if index.isMultiple(of: 3) { stroke.points.mapWidths { _ in 0.5 + Double(index % 7) } }
            return stroke
        }
        let (before, after) = try checkExport(strokes, tolerance: tolerance, "random at \(tolerance)")
        // Where widths change faster than the tolerance allows, lines are cut, which adds points.
        if tolerance > 0.1 { #expect(after < before, "nothing was left out") }
    }

    @Test func `Exported outlines of Xournal++'s strokes lie within a tenth of a point of what was drawn`() throws {
        var strokes: [Stroke] = []
        for name in ["strokes", "stroke"] {
            let ink = try InkFile(FilePath(try ForeignFile.made(.ink, "xournalpp-\(name).xopp").url.path))
            strokes += ink.content.document.pages.flatMap(\.drawing.strokes)
        }
        // Dashes and fills are no swept areas; butt ends lack the discs at both ends.
        strokes = strokes.filter { $0.brush.dash.isEmpty && $0.brush.fill == nil && $0.brush.cap == .round }
        try #require(strokes.count > 5)
        _ = try checkExport(strokes, tolerance: 0.1, "Xournal++'s ink")
    }

    @Test func `Exported handwriting lies within a tenth of a point of what was drawn`() throws {
        let ink = try InkFile(FilePath(Project.samples.appendingPathComponent("character-sheet.xopp").path))
        let strokes = ink.content.document.pages[0].drawing.strokes.filter {
            $0.brush.dash.isEmpty && $0.brush.fill == nil && $0.brush.cap == .round && $0.points.count < 60
        }
        try #require(strokes.count >= 60)
        let (before, after) = try checkExport(Array(strokes.prefix(60)), tolerance: 0.1, "handwriting")
        #expect(after < before)
    }

    @Test(arguments: [0.05, 0.1, 0.5])
    func `Ink that was simplified and written in the native format is within the tolerance, rounding and all`(
        tolerance: Double
    ) throws {
        var generator = SeededGenerator(seed: 7)
        let strokes = (0..<150).map { _ in randomStroke(using: &generator, points: 2...30) }
        let folder = try TemporaryFolder()
        let ink = try folder.write(InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))]))
        for isLossless in [true, false] {
            var conversion = InkConverter(
                input: ink, output: FilePath(folder.path("simple-\(isLossless).limn")), for: .everyone)
            conversion.tolerance = tolerance
            conversion.isLossless = isLossless
            let result = conversion.run()
            try #require(result.status == .ok, "\(result.messages)")
            #expect(result.largestEdgeError <= tolerance)
            #expect(result.pointsOut < result.pointsIn)
            let read = try InkFile(conversion.output).content.document.pages[0].drawing.strokes
            try #require(read.count == strokes.count)
            let reach = result.largestEdgeError + Self.slack
            for (index, (before, after)) in zip(strokes, read).enumerated() {
                for (a, b) in [(before, after), (after, before)] {
                    let area = SweptArea(positions: b.points.positions, widths: b.points.widths)
                    let off = SweptArea(positions: a.points.positions, widths: a.points.widths)
                        .samples(perSegment: 2, directions: 5)
                        .first { !area.isWithin(reach, of: $0.point, hint: $0.fraction) }
                    #expect(off == nil, "stroke \(index), lossless \(isLossless)")
                }
            }
        }
    }

    @Test func `Points as dense as Xournal++ leaves them shrink by two and a half times or more at a tenth of a point`()
        throws
    {
        let folder = try TemporaryFolder()
        var (before, after) = (0, 0)
        for name in ["stroke", "strokes"] {
            var conversion = InkConverter(
                input: FilePath(try ForeignFile.made(.ink, "xournalpp-\(name).xopp").url.path),
                output: FilePath(folder.path("\(name).limn")), for: .everyone)
            conversion.tolerance = 0.1
            let result = conversion.run()
            try #require(result.status.isSuccess, "\(result.messages)")
            print("Shrinking \(name): \(result.pointsIn) points to \(result.pointsOut)")
            before += result.pointsIn
            after += result.pointsOut
        }
        print("Shrinking all: \(before) points to \(after), \(Double(before) / Double(after)) times")
        #expect(Double(before) >= 2.5 * Double(after))
    }
}
