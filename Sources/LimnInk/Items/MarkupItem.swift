// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Marked words of the page: a color over them, or a line below or through them.
///
/// It corresponds to the text markup annotations of PDF (ISO 32000-2, 12.5.6.10).
public struct MarkupItem: Hashable, Sendable {
    /// The ways to mark words. The raw values are the names in files and messages.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
        /// A color over the words. It multiplies with the page.
        case highlight
        /// A line below the words.
        case underline
        /// A line through the words.
        case strikeOut
        /// A wavy line below the words.
        case squiggly
    }

    /// The way in which the words are marked.
    public var style: Style
    /// The pieces of lines that are marked, in page space and in reading order: 1 to 5,000.
    public var quads: [Quad]
    /// The color, including the opacity.
    public var color: Color
    /// The marked words; empty if they are not known.
    public var words: String
    /// A comment on the words; may be empty.
    public var text: String
    /// The index of the mark's layer in ``Drawing/layers``.
    public var layer: Int

    /// Makes a mark.
    public init(
        _ style: Style, over quads: [Quad], color: Color, words: String = "", text: String = "", layer: Int = 0
    ) {
        (self.style, self.quads, self.color) = (style, quads, color)
        (self.words, self.text, self.layer) = (words, text, layer)
    }

    /// The positions and the thickness of lines, as fractions of the text's height. They are the same as in MuPDF.
    private static let (underline, strike, thickness) = (1.0 / 7, 3.0 / 7, 1.0 / 16)
    /// The maximum number of waves below a piece, and below all pieces.
    private static let (waveLimit, allWaves) = (2000, 20_000)
    /// The maximum number of pieces.
    static let quadLimit = 5000

    /// The strokes that look like the mark, for formats without marks.
    public var strokes: [Stroke] {
        quads.compactMap { quad in
            let height = quad.height
            guard height > 0, height.isFinite else { return nil }
            let (line, width): ([Point], Double) =
                switch style {
                case .highlight: (quad.line(at: 0.5), height)
                case .underline: (quad.line(at: Self.underline), height * Self.thickness)
                case .strikeOut: (quad.line(at: Self.strike), height * Self.thickness)
                case .squiggly: (wave(in: quad), height * Self.thickness)
                }
            let isHighlight = style == .highlight
            let brush = Brush(
                kind: isHighlight ? .highlighter : .pen, color: color, width: width, cap: .butt,
                tool: isHighlight ? .highlighter : nil)
            return Stroke(brush: brush, points: StrokePoints(line, width: width), layer: layer)
        }
    }

    /// The operations that paint the mark. A highlight is one operation, so that lines which overlap do not darken each
    /// other.
    public var marks: [Mark] {
        guard style == .highlight else { return strokes.flatMap { $0.marks() } }
        var path = Path()
        for quad in quads where quad.height > 0 && quad.corners.allSatisfy(\.isFinite) {
            path.append(Path(polygon: quad.corners))
        }
        guard !path.isEmpty, color.alpha > 0 else { return [] }
        return [Mark(path: path, style: .fill, color: color, blend: .multiply)]
    }

    /// Returns a zigzag line along the lower edge.
    private func wave(in quad: Quad) -> [Point] {
        let (low, high) = (quad.line(at: 1.0 / 16), quad.line(at: 3.0 / 16))
        let step = quad.height / 8
        let length = quad.lowerStart.distance(to: quad.lowerEnd)
        guard step > 0, length.isFinite else { return low }
        let limit = min(Self.waveLimit, max(1, Self.allWaves / quads.count))
        let count = max(1, Int(clamping: min(length / step, Double(limit))))
        return (0...count).map { index in
            let line = index % 2 == 0 ? low : high
            return line[0].interpolated(to: line[1], at: Double(index) / Double(count))
        }
    }

    /// Whether all numbers are finite and in range, as required for storing the mark.
    var isStorable: Bool {
        (1...Self.quadLimit).contains(quads.count)
            && quads.allSatisfy { $0.corners.allSatisfy { InkBounds.hold($0.x) && InkBounds.hold($0.y) } }
    }
}

extension Quad {
    /// The coordinates of the ``corners`` in files.
    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }

    /// Makes a quadrilateral from the eight coordinates of its ``corners``.
    init(_ numbers: [Double]) {
        let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        self.init(upperStart: corners[0], upperEnd: corners[1], lowerStart: corners[3], lowerEnd: corners[2])
    }
}

extension Drawing {
    /// Whether any words are marked.
    var hasMarkup: Bool { objects.contains { $0.object.kind == .markup } }

    /// The drawing with marks on words as strokes, for formats without such marks.
    package var withMarkupAsStrokes: Drawing {
        guard hasMarkup else { return self }
        var drawing = self
        drawing.items = items.flatMap { item in
            guard case .object(.markup(let markup)) = item else { return [item] }
            return markup.strokes.map { .stroke($0) }
        }
        return drawing
    }
}
