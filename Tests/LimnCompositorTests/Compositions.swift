// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import TestSupport

/// A color as it stands in a picture.
struct Pixel: Equatable, CustomStringConvertible {
    var parts: [Double]

    init(_ red: Double, _ green: Double, _ blue: Double) { parts = [red, green, blue] }

    /// What a color of some opacity makes of this one, by ISO 32000-2, 11.3.6, in levels of 255.
    func under(_ color: Color, blend: Mark.Blend) -> Pixel {
        let source = [color.red, color.green, color.blue]
        var result = self
        for n in 0..<3 {
            let blended = blend == .multiply ? parts[n] * source[n] : source[n] * 255
            result.parts[n] = parts[n] * (1 - color.alpha) + blended * color.alpha
        }
        return result
    }

    /// Whether no channel is more than some levels off.
    func isWithin(_ levels: Double, of other: Pixel) -> Bool {
        zip(parts, other.parts).allSatisfy { ($0 - $1).magnitude <= levels }
    }

    var description: String { "\(parts)" }
}

/// A page with ink, made in every way that Limn has; exports are drawn by every engine that did not make them.
///
/// One pixel is one point.
struct Compositions {
    private(set) var pictures: [(name: String, picture: Picture)] = []

    init(page content: String, size: Size, ink: Drawing) throws {
        let bytes = onePagePDF(size: (size.width, size.height), content: content)
        let folder = try TemporaryFolder()

        let document = try ObjectDocument(bytes: bytes)
        if let overlay = InkContent(ink).overlay(for: try document.pageGeometry(at: 0)) {
            try document.addOverlay(overlay, toPage: 0)
        }
        let page = try PDFDocument(bytes: bytes).page(1)
        var redrawing = try Redrawing(firstPage: page)
        try redrawing.add(page, ink: ink)
        let annotated = try ObjectDocument(bytes: bytes)
        let annotations = InkAnnotations(ink, on: try annotated.pageGeometry(at: 0)).annotations
        try annotated.apply(DocumentChanges(annotations: annotations.map { (0, .ink($0)) }))
        let exports = [
            ("overlay", try document.rewritten()), ("annotate", try annotated.rewritten()),
            ("redraw", try redrawing.finish()),
        ]
        for (name, export) in exports {
            let file = try folder.write(export, "\(name).pdf")
            for engine in Engine.allCases {
                pictures.append(("\(name), \(engine)", try engine.draw(file, dpi: 72)))
            }
        }

        let buffer = try PageComposer().picture(
            of: page, grid: try RenderSize.dpi(72).grid(for: page.size), ink: ink)
        let png = try folder.write(try PNGEncoder().encode(buffer), "picture.png")
        let ppm = folder.path("picture.ppm")
        _ = try python("png_to_ppm", png, ppm)
        guard let picture = Picture(ppm: Array(try Data(contentsOf: URL(fileURLWithPath: ppm)))) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        pictures.append(("picture", picture))
    }

    /// The pixel that holds a place, in every picture.
    func pixels(at place: Point) -> [(name: String, pixel: Pixel)] {
        pictures.map { name, picture in
            let (red, green, blue) = picture[Int(place.x), Int(place.y)]
            return (name, Pixel(Double(red), Double(green), Double(blue)))
        }
    }
}

extension Stroke {
    /// A stroke through some points, of one width or of one for each point.
    init(_ brush: Brush, _ points: [(Double, Double)], widths: [Double]? = nil) {
        let positions = points.map { Point(x: $0.0, y: $0.1) }
        self.init(
            brush: brush,
            points: StrokePoints(
                positions: positions, widths: widths ?? Array(repeating: brush.width, count: points.count)))
    }
}
