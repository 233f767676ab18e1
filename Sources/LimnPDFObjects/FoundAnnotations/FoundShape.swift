// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A shape, such as a rectangle or a polygon (ISO 32000-2, 12.5.6.7 to 12.5.6.9).
public struct FoundShape: Hashable, Sendable {
    /// The outline of a shape.
    public enum Outline: Hashable, Sendable {
        /// A rectangle parallel to the axes.
        case rectangle(Rect)
        /// An ellipse that fills a rectangle.
        case ellipse(Rect)
        /// Straight lines between successive points. A closed outline does not repeat its first point.
        case lines([Point], isClosed: Bool)
    }

    /// The decoration at the end of a line (ISO 32000-2, table 179).
    public enum Ending: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none = "None"
        /// A square around the end, filled with the interior color.
        case square = "Square"
        /// A circle around the end, filled with the interior color.
        case circle = "Circle"
        /// A square on its corner around the end, filled with the interior color.
        case diamond = "Diamond"
        /// Two lines that meet at the end.
        case openArrow = "OpenArrow"
        /// A triangle whose tip is the end, filled with the interior color.
        case closedArrow = "ClosedArrow"
        /// A line across the end, at a right angle.
        case butt = "Butt"
        /// An open arrow that points back along the line.
        case reversedOpenArrow = "ROpenArrow"
        /// A closed arrow that points back along the line.
        case reversedClosedArrow = "RClosedArrow"
        /// A slanting line across the end, 60 degrees from the line.
        case slash = "Slash"
    }

    /// The outline in user space.
    public var outline: Outline
    /// The decorations at the first and at the last point of an open line.
    public var endings: (first: Ending, last: Ending) {
        get { (first, last) }
        set { (first, last) = newValue }
    }
    private var first = Ending.none
    private var last = Ending.none
    /// Additional lines, such as the leader lines of a dimension line.
    public var leaders: [[Point]] = []
    /// The fill color (/IC); nil for none.
    public var interior: RGBColor?
    /// The width of the outline in units of user space.
    public var borderWidth: Double
    /// The lengths of the outline's dashes and gaps in units of user space; empty for a continuous line.
    public var dash: [Double]
    /// Whether the outline is drawn as a cloud. The other properties describe the shape without the cloud's arcs.
    public var isCloudy: Bool
}

extension FoundShape {
    /// Reads a shape; nil if it has no area or too few points.
    init?(_ annotation: PDFObject, _ subtype: String, _ rect: Rect, _ budget: inout AnnotationBudget) {
        borderWidth = annotation.borderWidth
        dash = annotation.borderDash
        interior = RGBColor(annotation["/IC"])
        isCloudy = annotation["/BE"]?["/S"]?.isName("/C") == true
        switch subtype {
        case "Square", "Circle":
            let box = rect.reduced(by: annotation["/RD"]).reduced(by: borderWidth / 2)
            guard !box.isEmpty else { return nil }
            outline = subtype == "Square" ? .rectangle(box) : .ellipse(box)
        case "Line":
            let ends = budget.points(annotation["/L"])
            guard ends.count == 2 else { return nil }
            outline = .lines(ends, isClosed: false)
            lift(annotation)
        default:
            let points = budget.points(annotation["/Vertices"])
            guard points.count >= 2 else { return nil }
            outline = .lines(points, isClosed: subtype == "Polygon")
        }
        if case .lines(_, false) = outline {
            let styles = (0..<2).map { annotation["/LE"]?.item($0)?.name.flatMap { Ending(rawValue: $0) } ?? .none }
            endings = (styles[0], styles[1])
        }
    }

    /// Moves a dimension line away from the measured points and adds its leader lines (/LL, /LLE, /LLO).
    private mutating func lift(_ annotation: PDFObject) {
        func length(_ key: String) -> Double {
            let value = annotation[key]?.number ?? 0
            return value.isFinite ? value : 0
        }
        let (distance, extension_, offset) = (length("/LL"), max(0, length("/LLE")), max(0, length("/LLO")))
        guard case .lines(let ends, _) = outline, distance != 0, let direction = UnitVector(ends[1] - ends[0]) else {
            return
        }
        // A positive length moves the line to its right side, as seen from its first point.
        let side = Vector(dx: direction.vector.dy, dy: -direction.vector.dx) * (distance < 0 ? -1 : 1)
        outline = .lines(ends.map { $0 + side * (offset + distance.magnitude) }, isClosed: false)
        leaders = ends.map { [$0 + side * offset, $0 + side * (offset + distance.magnitude + extension_)] }
    }
}

extension Rect {
    /// Returns the rectangle reduced by margins at the left, bottom, right and top (/RD). It is unchanged if the
    /// margins are malformed or too large.
    func reduced(by differences: PDFObject?) -> Rect {
        guard let d = differences?.numbers(4), d.allSatisfy({ $0 >= 0 }), d[0] + d[2] < width, d[1] + d[3] < height
        else { return self }
        return Rect(x0: minX + d[0], y0: minY + d[1], x1: maxX - d[2], y1: maxY - d[3])
    }

    /// Returns the rectangle reduced by a margin on all sides; unchanged if the margin is too large.
    func reduced(by margin: Double) -> Rect {
        guard 2 * margin < width, 2 * margin < height else { return self }
        return Rect(x0: minX + margin, y0: minY + margin, x1: maxX - margin, y1: maxY - margin)
    }
}
