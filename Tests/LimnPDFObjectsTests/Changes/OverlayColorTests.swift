// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct OverlayColorTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)
    private let middle = Point(x: 32, y: 14)

    private func colors(
        of pdf: TestPDF, paint: String, states: [String: PageOverlay.GraphicsState] = [:]
    ) throws -> [String: [Int]] {
        var found: [String: [Int]] = [:]
        for save in Save.allCases {
            let document = try ObjectDocument(bytes: pdf.bytes)
            let mark = PageOverlay.mark(box, on: try document.pageGeometry(at: 0), paint: paint, states: states)
            let folder = try TemporaryFolder()
            let file = try folder.write(try save(document, [(0, mark)]), "marked.pdf")
            for engine in Engine.allCases { found["\(engine), \(save)"] = try color(of: file, by: engine) }
            // Poppler's cairo back end, whose drawing MuPDF makes visible.
            let cairo = folder.path("cairo.pdf")
            #expect(try run(try Requirement.tool("pdftocairo"), "-pdf", file, cairo).status == 0)
            found["cairo, \(save)"] = try color(of: cairo, by: .mupdf)
        }
        return found
    }

    private func color(of file: String, by engine: Engine) throws -> [Int] {
        let picture = try engine.draw(file)
        let scale = Double(picture.width) / 200
        let (red, green, blue) = picture[Int(middle.x * scale), Int(middle.y * scale)]
        return [Int(red), Int(green), Int(blue)]
    }

    /// Default spaces of a page that turn colors inside out, so that no engine's color management hides them.
    private func trap() -> TestPDF {
        func swap(_ space: String, _ n: Int) -> String {
            let function = "<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [0 1 0] /C1 [0 0 1] >>"
            return "/Default\(space) [/Separation /Trap\(n) /DeviceRGB \(function)]"
        }
        let calibrated = "[/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [4 4 4] /Matrix [0 0 1 0 1 0 1 0 0] >>]"
        let spaces = "/ColorSpace << /DefaultRGB \(calibrated) \(swap("Gray", 1)) >>"
        return TestPDF.page("0.6 0.4 0.2 rg 0 0 5 5 re f", "/MediaBox [0 0 200 100] /Resources << \(spaces) >>")
    }

    @Test func `Default color spaces of the page do not reach the overlay`() throws {
        for (engine, color) in try colors(of: trap(), paint: "0.6 0.4 0.2 rg") {
            #expect(zip(color, [153, 102, 51]).allSatisfy { abs($0 - $1) <= 2 }, "\(engine): \(color)")
        }
        for (engine, color) in try colors(of: trap(), paint: "0.4 g") {
            #expect(zip(color, [102, 102, 102]).allSatisfy { abs($0 - $1) <= 2 }, "\(engine): \(color)")
        }
    }

    @Test func `The trap is one: the page's own colors are shifted by at least one engine`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(trap().bytes, "trap.pdf")
        let shifted = try Engine.allCases.filter { engine in
            let picture = try engine.draw(file)
            let (red, green, blue) = picture[4, picture.height - 4]
            return abs(Int(red) - 153) + abs(Int(green) - 102) + abs(Int(blue) - 51) > 20
        }
        #expect(shifted.contains(.splash))
    }

    @Test func `A highlighter multiplies with the page and alpha lets it through`() throws {
        let pdf = TestPDF.page("1 0 0 rg 0 0 200 100 re f")
        let multiply = ["H": PageOverlay.GraphicsState(blendMode: "Multiply")]
        for (engine, color) in try colors(of: pdf, paint: "/H gs 1 1 0 rg", states: multiply) {
            #expect(zip(color, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 2 }, "\(engine): \(color)")
        }
        let half = ["A": PageOverlay.GraphicsState(fillAlpha: 0.5)]
        for (engine, color) in try colors(of: pdf, paint: "/A gs 0 0 1 rg", states: half) {
            #expect(zip(color, [128, 0, 128]).allSatisfy { abs($0 - $1) <= 2 }, "\(engine): \(color)")
        }
    }

    @Test func `Transparency raises the version to 1_4, opaque ink leaves it`() throws {
        let pdf = TestPDF.page("")
        for (states, version) in [([:], "1.3"), (["A": PageOverlay.GraphicsState(fillAlpha: 0.5)], "1.4")] {
            let document = try ObjectDocument(bytes: pdf.bytes)
            try document.addOverlay(.mark(box, on: document.pageGeometry(at: 0), states: states), toPage: 0)
            #expect(String(decoding: try document.rewritten().prefix(8), as: UTF8.self) == "%PDF-\(version)")
            let mark = PageOverlay.mark(box, on: try document.pageGeometry(at: 0), states: states)
            let update = try ObjectDocument(bytes: pdf.bytes).update(adding: [(0, mark)])
            #expect(String(decoding: update.bytes, as: UTF8.self).contains("/Version /1.4") == (version == "1.4"))
        }
    }
}
