// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// Converts text markup to strokes: highlighters as wide as the text is high, or lines under or through the text.
struct MarkupStrokes {
    private let color: Color
    private let userToPage: AffineTransform

    /// The positions and the thickness of lines, as fractions of the text's height. They are the same as in MuPDF.
    private static let (underline, strike, thickness) = (1.0 / 7, 3.0 / 7, 1.0 / 16)

    init(_ annotation: FoundAnnotation, on geometry: PageGeometry) {
        let isHighlight = annotation.subtype == "Highlight"
        let usual = isHighlight ? RGBColor(red: 1, green: 1, blue: 0) : RGBColor(red: 0, green: 0, blue: 0)
        color = Color(annotation.color ?? usual, opacity: annotation.opacity)
        userToPage = geometry.userToPage
    }

    func strokes(of markup: FoundMarkup) -> [Stroke] {
        markup.pieces.compactMap { piece in
            let height = piece.height * userToPage.lengthScale
            guard height > 0, height.isFinite else { return nil }
            switch markup.style {
            case .highlight:
                return stroke(piece.line(at: 0.5), .highlighter, width: height, tool: .highlighter)
            case .underline: return stroke(piece.line(at: Self.underline), width: height * Self.thickness)
            case .strikeOut: return stroke(piece.line(at: Self.strike), width: height * Self.thickness)
            case .squiggly: return stroke(wave(piece), width: height * Self.thickness)
            }
        }
    }

    private func stroke(
        _ line: [Point], _ kind: Brush.Kind = .pen, width: Double, tool: Brush.Tool? = nil
    ) -> Stroke {
        let width = width.rounded4
        let brush = Brush(kind: kind, color: color, width: width, cap: .butt, tool: tool)
        return Stroke(brush: brush, points: StrokePoints(line.map { userToPage.apply($0).rounded }, width: width))
    }

    /// Returns a zigzag line along the lower edge.
    private func wave(_ piece: FoundMarkup.Piece) -> [Point] {
        let length = piece.lower[0].distance(to: piece.lower[1])
        let step = piece.height / 8
        guard step > 0, length.isFinite else { return piece.lower }
        let count = max(1, Int(clamping: min(length / step, 2000)))
        let (low, high) = (piece.line(at: 1.0 / 16), piece.line(at: 3.0 / 16))
        return (0...count).map { index in
            let line = index % 2 == 0 ? low : high
            return line[0].interpolated(to: line[1], at: Double(index) / Double(count))
        }
    }
}
