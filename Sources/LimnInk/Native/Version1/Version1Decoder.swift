// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A decoder for the body of a version 1 file: title, template, brushes and pages.
///
/// A page consists of its size, background, layers and strokes. A stroke consists of its brush index, layer, point
/// count, a bit set of channels, and the channels.
struct Version1Decoder {
    var reader: ByteReader
    private var budget: StrokeMemoryBudget

    init(reader: ByteReader) {
        self.reader = reader
        budget = StrokeMemoryBudget(size: reader.remaining)
    }

    mutating func document() throws(InkError) -> InkDocument {
        let (title, template) = try reader.documentHeader()
        var brushes: [Brush] = []
        for _ in 0..<(try reader.count(of: 44)) { brushes.append(try brush()) }
        var pages: [InkDocument.Page] = []
        for _ in 0..<(try reader.count(of: 4)) { pages.append(try page(brushes)) }
        guard reader.remaining == 0 else { throw damaged("there are extra bytes at the end") }
        return InkDocument(title: title, pages: pages, template: template)
    }

    private func damaged(_ what: String) -> InkError { reader.damaged(what) }

    private mutating func brush() throws(InkError) -> Brush {
        let kind = try reader.choice(NativeTables.kinds)
        let cap = try reader.choice(NativeTables.caps)
        let color = try color()
        let width = try reader.finite()
        guard width >= 0 else { throw damaged("a width is negative") }
        let dash = try reader.doubles(count: try reader.count(of: 8))
        let fill: Double? = try reader.byte() == 0 ? nil : try reader.finite()
        return Brush(kind: kind, color: color, width: width, cap: cap, dash: dash, fill: fill)
    }

    private mutating func color() throws(InkError) -> Color {
        let (red, green, blue) = (try reader.finite(), try reader.finite(), try reader.finite())
        return Color(red: red, green: green, blue: blue, alpha: try reader.finite())
    }

    private mutating func page(_ brushes: [Brush]) throws(InkError) -> InkDocument.Page {
        var page = InkDocument.Page()
        if try reader.byte() != 0 {
            let width = try reader.finite()
            page.size = Size(width: width, height: try reader.finite())
        }
        switch try reader.byte() {
        case 0: page.background = .none
        case 1:
            let style = try reader.string()
            page.background = .paper(style: style, color: try color())
        case 2: page.background = .pdf(page: try reader.integer())
        case 3: page.background = .image(name: try reader.string())
        default: throw damaged("a background has an unknown kind")
        }
        let layers = try reader.layers()
        var strokes: [Stroke] = []
        for _ in 0..<(try reader.count(of: 7)) { strokes.append(try stroke(brushes)) }
        page.drawing = Drawing(strokes: strokes, layers: layers)
        return page
    }

    private mutating func stroke(_ brushes: [Brush]) throws(InkError) -> Stroke {
        let index = try reader.unsigned()
        guard index < UInt64(brushes.count) else { throw damaged("a stroke's brush is missing") }
        let layer = try reader.integer()
        let count = try reader.count(of: 1)
        let set = try reader.byte()
        guard set >> NativeTables.channels.count == 0 else { throw damaged("a stroke has an unknown channel") }
        guard budget.reserve(points: count, channels: set.nonzeroBitCount) else {
            throw damaged("it has more points than its size allows")
        }
        let x = try Version1Channel.decode(count: count, allowConstant: false, from: &reader)
        let y = try Version1Channel.decode(count: count, allowConstant: false, from: &reader)
        let widths = try Version1Channel.decode(count: count, allowConstant: true, from: &reader)
        var channels: [StrokePoints.Channel: [Double]] = [:]
        for (bit, channel) in NativeTables.channels.enumerated() where set & (1 << bit) != 0 {
            channels[channel] = try Version1Channel.decode(count: count, allowConstant: true, from: &reader)
        }
        let points = StrokePoints(
            positions: zip(x, y).map { Point(x: $0, y: $1) }, widths: widths, channels: channels)
        guard points.isValid else { throw damaged("a stroke has a value that is not finite or a negative width") }
        return Stroke(brush: brushes[Int(index)], points: points, layer: layer)
    }
}
