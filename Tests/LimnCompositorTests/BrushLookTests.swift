// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import Testing
internal import TestSupport

/// Pencils, crayons and watercolours in pictures and exports, drawn by every engine.
struct BrushLookTests {
    private static let blue = Color(red: 0.1, green: 0.2, blue: 0.6, alpha: 1)

    private static func line(_ tool: Brush.Tool, opacity: Double, widths: [Double]? = nil) -> Stroke {
        var color = blue
        color.alpha = opacity
        return Stroke(
            Brush(color: color, width: 30, tool: tool), [(25, 50), (60, 50), (95, 50)], widths: widths)
    }

    /// Returns how much of the paper a place of the page shows, 0…1, by the red of the ink.
    private static func bareness(_ pixel: Pixel) -> Double { (pixel.parts[0] - 25.5) / (255 - 25.5) }

    /// A place inside the line.
    private static let inside = (40..<60).flatMap { y in (35..<85).map { x in (x, y) } }

    @Test(arguments: [Brush.Tool.pencil, .crayon], [false, true])
    func `Every engine shows the grain of a pencil and a crayon at the same places`(
        tool: Brush.Tool, varying: Bool
    ) throws {
        let stroke = Self.line(tool, opacity: 0.7, widths: varying ? [28, 30, 28] : nil)
        let composed = try Compositions(
            page: "", size: Size(width: 120, height: 100), ink: Drawing(strokes: [stroke]))
        let grain = try #require(stroke.paint.grain)
        let cells = grain.cells
        // The share of inked cells below each pixel.
        let wanted = Self.inside.map { x, y in
            let samples = (0..<12).flatMap { i in
                (0..<12).map { j in
                    let column = Int((Double(x) + (Double(i) + 0.5) / 12) / grain.cell) % Grain.side
                    let row = Int((Double(y) + (Double(j) + 0.5) / 12) / grain.cell) % Grain.side
                    return cells[row * Grain.side + column] ? 1.0 : 0
                }
            }
            return samples.reduce(0, +) / Double(samples.count)
        }
        for (name, picture) in composed.pictures {
            let found = Self.inside.map { x, y in
                let pixel = picture[x, y]
                return 1 - Self.bareness(Pixel(Double(pixel.red), Double(pixel.green), Double(pixel.blue)))
            }
            let mean = found.reduce(0, +) / Double(found.count)
            let share = wanted.reduce(0, +) / Double(wanted.count)
            #expect((mean - share).magnitude < 0.1, "\(name): \(mean) of the paper is inked instead of \(share)")
            func deviation(_ values: [Double]) -> Double {
                let mean = values.reduce(0, +) / Double(values.count)
                return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)).squareRoot()
            }
            #expect(deviation(found) > 0.07, "\(name): the line is even")
            let together = zip(found, wanted).map { ($0 - mean) * ($1 - share) }.reduce(0, +) / Double(found.count)
            let correlation = together / (deviation(found) * deviation(wanted))
            // Engines round the size of a pattern to whole pixels, each in its own way. The fine grain drifts by that.
            guard tool == .crayon else { continue }
            #expect(correlation > 0.3, "\(name): the grain lies elsewhere: \(correlation)")
        }
    }

    @Test(arguments: [false, true])
    func `Every engine shows a watercolor that fades towards its edge`(varying: Bool) throws {
        let stroke = Self.line(.watercolor, opacity: 0.8, widths: varying ? [28, 30, 28] : nil)
        let composed = try Compositions(
            page: "", size: Size(width: 120, height: 100), ink: Drawing(strokes: [stroke]))
        for (name, picture) in composed.pictures {
            let column = [36, 40, 48].map { y in
                let pixel = picture[60, y]
                return Self.bareness(Pixel(Double(pixel.red), Double(pixel.green), Double(pixel.blue)))
            }
            for (found, wanted) in zip(column, [0.744, 0.6, 0.2]) {
                #expect((found - wanted).magnitude < 0.03, "\(name): \(column)")
            }
        }
    }

    /// A page of handwriting by waves.
    private static func writing(_ tool: Brush.Tool?, size: Double) -> Drawing {
        var strokes: [Stroke] = []
        for line in 0..<20 {
            for word in 0..<6 {
                let samples = (0..<60).map { step -> PenSample in
                    let t = Double(step) / 60
                    let phase = Double(line * 7 + word * 3)
                    return PenSample(
                        position: Point(
                            x: 30 + Double(word) * 90 + 70 * t,
                            y: 40 + Double(line) * 36 + 8 * sin(t * 25 + phase) * cos(t * 7 + phase)),
                        time: t, pressure: 0.5 + 0.3 * sin(t * 9 + phase))
                }
                var stroke = BrushModel(tool ?? .pencil, size: size).stroke(samples, color: blue)
                stroke.brush.tool = tool
                strokes.append(stroke)
            }
        }
        return Drawing(strokes: strokes)
    }

    @Test(arguments: [(Brush.Tool.pencil, 1.6), (.crayon, 3), (.watercolor, 8)])
    func `Grain and soft edges take at most twice the bytes, and exports of them are accepted`(
        tool: Brush.Tool, size: Double
    ) throws {
        let bytes = onePagePDF(size: (595, 842), content: "")
        let original = try PDFDocument(bytes: bytes).page(1)
        func export(_ ink: Drawing) throws -> [UInt8] {
            let document = try ObjectDocument(bytes: bytes)
            let geometry = try document.pageGeometry(at: 0)
            let overlay = try #require(InkContent(ink, tolerance: .storage).overlay(for: geometry))
            try document.addOverlay(overlay, toPage: 0)
            return try document.rewritten()
        }
        let ink = Self.writing(tool, size: size)
        var plain = ink
        for index in plain.strokes.indices { plain.strokes[index].brush.tool = nil }
        let (made, before) = (try export(ink), try export(plain))
        let ratio = Double(made.count - bytes.count) / Double(before.count - bytes.count)
        #expect(ratio <= 2, "\(ratio)")
        let finding = try PageVerifier().verify(try PDFDocument(bytes: made).page(1), against: original, ink: ink)
        #expect(finding.fault == nil && finding.share > 0.97, "\(finding)")
    }

    @Test func `Other tools are written as before, whatever they are called`() throws {
        for tool in Brush.Tool.allCases where ![.pencil, .crayon, .watercolor].contains(tool) {
            var named = Self.writing(nil, size: 2)
            let plain = InkContent(named)
            for index in named.strokes.indices { named.strokes[index].brush.tool = tool }
            #expect(InkContent(named).bytes == plain.bytes)
        }
    }
}
