// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats

/// Ink files as they came.
struct InkSamples {
    private let files: [[UInt8]]
    private let name: String
    private let runs = 7

    init(_ paths: [String], name: String) throws {
        files = try paths.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        self.name = name
    }

    /// Every job in turn.
    func measure() throws {
        let pages = try files.flatMap { try InkReader.read($0).document.pages }
        let reading = try medians(runs: runs, [{ for file in files { _ = try InkReader.read(file) } }])[0]
        let once = InkDocument(pages: pages)
        try print("read", reading, bytes: files.reduce(0) { $0 + $1.count }, points: once.pointCount)
        try measureSizes(pages)
        try measureSpeed(pages)
        try measureDrawing(pages.flatMap(\.drawing.strokes))
    }

    /// The bytes of position, width and pressure, every point kept, in Limn's format and others.
    private func measureSizes(_ pages: [InkDocument.Page]) throws {
        let strokes = pages.flatMap(\.drawing.strokes).map { stroke in
            var stroke = stroke
            stroke.layer = 0
            stroke.points = StrokePoints(
                positions: stroke.points.positions, widths: stroke.points.widths,
                channels: stroke.points.channels.filter { $0.key == .pressure })
            return stroke
        }
        let page = InkDocument.Page(size: Size(width: 600, height: 900), drawing: Drawing(strokes: strokes))
        let document = InkDocument(pages: [page])
        for format in InkWriter.formats where ["limn", "xopp", "pencilkit"].contains(format.id) {
            let bytes = try InkWriter.write(document, as: format).bytes.count
            try print("size \(format.id)", 0, bytes: bytes, points: document.pointCount)
        }
    }

    /// Repeated until there are enough points to be timed.
    private func measureSpeed(_ pages: [InkDocument.Page]) throws {
        var document = InkDocument(pages: pages)
        while document.pointCount < 500_000 { document.pages += pages }
        let simplifier = Simplifier()
        let encoded = try NativeInk.encode(document)
        var kept = 0
        let times = try medians(
            runs: runs,
            [
                { kept = document.pages.reduce(0) { $0 + simplifier.simplify($1.drawing).drawing.pointCount } },
                { _ = try NativeInk.encode(document) },
                { _ = try NativeInk.decode(encoded) },
            ])
        try print("simplify", times[0], points: document.pointCount, kept: kept)
        try print("encode", times[1], bytes: encoded.count, points: document.pointCount)
        try print("decode", times[2], bytes: encoded.count, points: document.pointCount)
    }

    /// What an editor does: a drawing of 50 strokes stored and loaded, and hits among 10,000.
    private func measureDrawing(_ strokes: [Stroke]) throws {
        let few = InkDocument(pages: [.init(drawing: Drawing(strokes: Array(strokes.prefix(50))))])
        let encoded = try NativeInk.encode(few)
        let many = Drawing(
            strokes: (0..<10_000).map { index in
                let shift = Vector(dx: Double(index * 37 % 5000), dy: Double(index * 101 % 7000))
                return strokes[index % strokes.count].transformed(by: .translation(shift))
            })
        let index = StrokeIndex(many)
        let eraser = Eraser(path: [Point(x: 2000, y: 2000), Point(x: 2030, y: 2010)], radius: 8)
        let times = try medians(
            runs: 50,
            [
                { _ = try NativeInk.encode(few) }, { _ = try NativeInk.decode(encoded) },
                { _ = StrokeIndex(many) },
                { _ = index.stroke(at: Point(x: 2500, y: 3000), reach: 4, in: many) },
                { _ = many.erasing(under: eraser, among: index.strokes(near: eraser)) },
            ])
        let jobs = ["encode 50 strokes", "decode 50 strokes", "index 10,000", "hit among 10,000", "erase among 10,000"]
        for (job, time) in zip(jobs, times) { try print(job, time) }
    }

    private func print(_ job: String, _ seconds: Double, bytes: Int? = nil, points: Int? = nil, kept: Int? = nil) throws
    {
        try Report(job: job, program: name, seconds: seconds, bytes: bytes, points: points, kept: kept).print()
    }
}
