// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A highlight that snapped to the text of the PDF: a rectangle for each line of text.
struct RemarkableGlyphs {
    private var color: UInt32 = 3
    private var explicitColor: UInt32?
    private var rectangles: Range<Int> = 0..<0
    private var count = 0
    private let bytes: RemarkableBytes

    /// Reads the fields: 4 is the color, 5 the text, 6 the rectangles and 10 the explicit color. Fields 2 and 3, the
    /// position in the text, are ignored.
    init(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        self.bytes = bytes
        var fields = bytes.part(range)
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (4, .word(let number)): color = number
            case (6, .block(let block)):
                var list = bytes.part(block)
                let number = try list.varint()
                guard number <= UInt64(list.remaining / 32) else { throw RemarkableMalformed() }
                count = Int(number)
                rectangles = list.position..<list.end
            case (10, .word(let bgra)): explicitColor = bgra
            default: break
            }
        }
    }

    /// Converts each rectangle to a highlighter stroke along its horizontal center line. The width of the stroke is the
    /// height of the rectangle.
    func strokes(
        canvas: RemarkableCanvas, offset: Vector, layer: Int, to context: inout RemarkableContext
    ) throws(InkFormatError) -> [Stroke] {
        var brush = Brush(kind: .highlighter, cap: .butt, tool: .highlighter)
        brush.color = RemarkableLine.color(
            color, explicit: explicitColor, opacity: RemarkablePen.opacity(RemarkablePen.highlighters.first ?? 0),
            &context)
        var strokes: [Stroke] = []
        var list = bytes.part(rectangles)
        for _ in 0..<count {
            try context.countStroke()
            try context.countPoints(2)
            guard let x = try? list.double(), let y = try? list.double(), let width = try? list.double(),
                let height = try? list.double(),
                case let middle = Point(x: x + offset.dx, y: y + height / 2 + offset.dy),
                [middle.x, middle.y, width, height].allSatisfy({ $0.magnitude <= 1e6 }), width > 0, height > 0
            else {
                context.drop(.stroke, "a highlight of text that is not a rectangle")
                continue
            }
            brush.width = height * canvas.scale
            let ends = [middle, Point(x: middle.x + width, y: middle.y)].map {
                Point(x: $0.x * canvas.scale, y: $0.y * canvas.scale)
            }
            strokes.append(Stroke(brush: brush, points: StrokePoints(ends, width: brush.width), layer: layer))
        }
        return strokes
    }
}
