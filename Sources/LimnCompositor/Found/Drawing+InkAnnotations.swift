// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

extension Drawing {
    /// Converts /Ink annotations to strokes in page space. Each line becomes a stroke of constant width. Hidden
    /// annotations are left out.
    ///
    /// Annotations with the intent InkHighlight (/IT), or whose appearance multiplies with the page, become
    /// highlighters.
    ///
    /// - Parameters:
    ///   - annotations: the annotations of a page, in their order.
    ///   - geometry: the geometry of that page.
    public init(inkAnnotations annotations: [FoundInkAnnotation], on geometry: PageGeometry) {
        let scale = geometry.userToPage.lengthScale
        var strokes: [Stroke] = []
        for annotation in annotations where !annotation.isHidden {
            let (paint, width) = (annotation.color, annotation.borderWidth * scale)
            let isHighlighter = annotation.multiplies || annotation.intent == "InkHighlight"
            let brush = Brush(
                kind: isHighlighter ? .highlighter : .pen,
                color: Color(red: paint.red, green: paint.green, blue: paint.blue, alpha: annotation.opacity),
                width: width, dash: annotation.dash.map { $0 * scale })
            for line in annotation.lines {
                let positions = line.map { geometry.userToPage.apply($0) }.filter(\.isFinite)
                if positions.isEmpty { continue }
                strokes.append(Stroke(brush: brush, points: StrokePoints(positions, width: width)))
            }
        }
        self.init(strokes: strokes)
    }
}
