// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A highlight that the tablet snapped to printed text: a rectangle for each line of it.
struct RemarkableGlyphs {
    private var color: UInt32 = 3
    private var ownColor: UInt32?
    private var rectangles: Range<Int> = 0..<0
    private var count = 0
    private let bytes: RemarkableBytes

    /// 4 colour, 5 the text, 6 the rectangles, 10 own colour; 2 and 3, where the text is in the document, say nothing
    /// here.
    init(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        self.bytes = bytes
        var fields = bytes.part(range)
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (4, .word(let number)): color = number
            case (6, .block(let block)):
                var list = bytes.part(block)
                let number = try list.variable()
                guard number <= UInt64(list.remaining / 32) else { throw RemarkableMalformed() }
                count = Int(number)
                rectangles = list.position..<list.end
            case (10, .word(let bgra)): ownColor = bgra
            default: break
            }
        }
    }

    /// A highlighter stroke along the middle of each rectangle, as wide as it is high.
    func strokes(
        canvas: RemarkableCanvas, offset: Vector, layer: Int, to account: inout RemarkableAccount
    ) throws(InkFormatError) -> [Stroke] {
        var brush = Brush(kind: .highlighter, cap: .butt, tool: .highlighter)
        brush.color = RemarkableLine.color(
            color, own: ownColor, opacity: RemarkablePen.opacity(RemarkablePen.highlighters.first ?? 0), &account)
        var strokes: [Stroke] = []
        var list = bytes.part(rectangles)
        for _ in 0..<count {
            try account.countStroke()
            try account.countPoints(2)
            guard let x = try? list.double(), let y = try? list.double(), let width = try? list.double(),
                let height = try? list.double(),
                case let middle = Point(x: x + offset.dx, y: y + height / 2 + offset.dy),
                [middle.x, middle.y, width, height].allSatisfy({ $0.magnitude <= 1e6 }), width > 0, height > 0
            else {
                account.drop(.stroke, "a highlight of text that is no rectangle")
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
