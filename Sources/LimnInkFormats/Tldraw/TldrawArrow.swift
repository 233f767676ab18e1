// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Reads `arrow` shapes: a straight, curved or elbowed line with heads and a label. Its ends may be bound to other
/// shapes.
struct TldrawArrow {
    private static let labelSizes: [String: Double] = ["s": 18, "m": 20, "l": 24, "xl": 28]
    private static let pieces = 32
    /// The gap between an arrow and the outline of a shape to which it is bound.
    private static let distance = 10.0

    let store: TldrawStore

    func read(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let ends = ["start", "end"].map { end(paint.props[$0], $0, placed) }
        guard let start = ends[0], let end = ends[1], start.point != end.point else {
            return canvas.drop(.stroke, "no points")
        }
        var line = Self.line(start.point, end.point, paint)
        if let outline = end.outline { line = Self.cut(line, at: outline) }
        if let outline = start.outline { line = Self.cut(line.reversed(), at: outline).reversed() }
        guard line.count > 1 else { return }
        var look = paint.paint(to: &canvas)
        look.fill = nil
        try canvas.add(line, look, placed.transform)
        try head("arrowheadEnd", "arrow", line, paint, look, placed, to: &canvas)
        try head("arrowheadStart", "none", line.reversed(), paint, look, placed, to: &canvas)
        let text = TldrawText(
            paint, sizes: Self.labelSizes, color: paint.color("labelColor", to: &canvas), to: &canvas)
        guard !text.isEmpty else { return }
        try label(text, line, paint, placed, to: &canvas)
    }

    /// Returns an end in the arrow's own space and, if it is bound to a shape, the outline of that shape; nil if it is
    /// invalid.
    private func end(
        _ value: TreeValue?, _ name: String, _ placed: TldrawStore.PlacedShape
    ) -> (point: Point, outline: [Point]?)? {
        if let bound = bound(value, name, placed) { return bound }
        guard let x = value?["x"]?.number, let y = value?["y"]?.number,
            max(x.magnitude, y.magnitude) <= ValueLimits.maximumCoordinate
        else { return nil }
        return (Point(x: x, y: y), nil)
    }

    /// Returns the end that a binding defines; nil if there is no binding. Older files store the binding in the end
    /// itself.
    private func bound(
        _ value: TreeValue?, _ name: String, _ placed: TldrawStore.PlacedShape
    ) -> (point: Point, outline: [Point]?)? {
        let binding: TreeValue
        let target: String?
        if value?["type"]?.string == "binding", let value {
            (binding, target) = (value, value["boundShapeId"]?.string)
        } else {
            guard let record = store.binding(of: placed.shape["id"]?.string ?? "", name) else { return nil }
            (binding, target) = (record["props"] ?? .null, record["toId"]?.string)
        }
        guard let target, let shape = store.shape(target), let back = placed.transform.inverted else { return nil }
        let paint = TldrawPaint(shape.shape)
        let isNote = shape.shape["type"]?.string == "note"
        let box = Rect(
            x0: 0, y0: 0, x1: isNote ? 200 * paint.scale : paint.length("w", 1),
            y1: (isNote ? 200 * paint.scale : paint.length("h", 1)) + paint.length("growY"))
        let isPrecise = binding["isPrecise"]?.bool != false
        let anchor = isPrecise ? binding["normalizedAnchor"] : nil
        let point = Point(
            x: (anchor?["x"]?.number ?? 0.5) * box.width, y: (anchor?["y"]?.number ?? 0.5) * box.height)
        let toArrow = shape.transform.then(back)
        let geometry = TldrawGeometry.outlines(paint.props["geo"]?.string ?? "rectangle", box)
        let outline = (geometry.first ?? ShapeOutline.rectangle(box)).map { toArrow.apply($0) }
        guard point.x.isFinite, point.y.isFinite else { return nil }
        return (toArrow.apply(point), binding["isExact"]?.bool == true ? nil : outline)
    }

    /// Returns the line between two points. The property `bend` is the distance of the line's middle from the straight
    /// line.
    private static func line(_ a: Point, _ b: Point, _ paint: TldrawPaint) -> [Point] {
        if paint.props["kind"]?.string == "elbow" {
            let middle = paint.props["elbowMidPoint"]?.number ?? 0.5
            let isWide = (b.x - a.x).magnitude >= (b.y - a.y).magnitude
            let at = isWide ? a.x + (b.x - a.x) * middle : a.y + (b.y - a.y) * middle
            return isWide
                ? [a, Point(x: at, y: a.y), Point(x: at, y: b.y), b]
                : [a, Point(x: a.x, y: at), Point(x: b.x, y: at), b]
        }
        let bend = paint.props["bend"]?.number ?? 0
        let chord = b - a
        guard bend.magnitude > 8, bend.magnitude < ValueLimits.maximumCoordinate, let along = UnitVector(chord) else {
            return [a, b]
        }
        // For a positive `bend`, the middle is to the left of the chord.
        let normal = Vector(dx: along.vector.dy, dy: -along.vector.dx)
        let half = chord.length / 2
        let radius = (half * half + bend * bend) / (2 * bend)
        let center = a.interpolated(to: b, at: 0.5) + normal * (bend - radius)
        let start = a - center
        let sweep = 4 * atan2(bend, half)
        return (0...pieces).map { index in
            let turn = UnitVector(angle: sweep * Double(index) / Double(pieces)).vector
            return center
                + Vector(dx: start.dx * turn.dx - start.dy * turn.dy, dy: start.dx * turn.dy + start.dy * turn.dx)
        }
    }

    /// Returns the part of a line up to a small gap before it crosses an outline, or the whole line if it does not
    /// cross.
    ///
    /// If several segments cross the outline, the last one counts.
    private static func cut(_ line: [Point], at outline: [Point]) -> [Point] {
        for index in line.indices.dropFirst().reversed() {
            let (a, b) = (line[index - 1], line[index])
            var nearest: Double?
            for (c, d) in zip(outline, outline.dropFirst()) {
                let (r, s) = (b - a, d - c)
                let cross = r.cross(s)
                guard cross != 0 else { continue }
                let (t, u) = ((c - a).cross(s) / cross, (c - a).cross(r) / cross)
                if 0...1 ~= t, 0...1 ~= u { nearest = min(nearest ?? t, t) }
            }
            guard let t = nearest else { continue }
            let length = a.distance(to: b)
            let shorter = max(0, t - (length > 0 ? distance / length : 0))
            return line[..<index] + [a.interpolated(to: b, at: shorter)]
        }
        return line
    }

    private func head(
        _ key: String, _ standard: String, _ line: [Point], _ paint: TldrawPaint, _ look: ShapePaint,
        _ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        let name = paint.props[key]?.string ?? standard
        guard name != "none", let tip = line.last else { return }
        let form: ArrowHead.Form
        switch name {
        case "arrow": form = .arrow
        case "bar", "pipe": form = .bar
        case "dot": form = .circle
        case "diamond": form = .diamond
        case "triangle": form = .triangle
        case "inverted": form = .reversedTriangle
        case "square": form = .square
        default: return canvas.drop(.attribute, "arrowhead \(name)")
        }
        let total = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        // The length of the head is a fifth of the arrow's length, but at least one and at most five line widths.
        let length = max(look.width, min(total / 5, look.width * 5))
        let back = line.last { $0.distance(to: tip) >= min(length, total / 3) } ?? line[0]
        guard let direction = UnitVector(tip - back) else { return }
        var full = look
        full.dash = []
        full.fill = form == .arrow ? nil : look.line
        let head = ArrowHead(form: form, length: length, angle: .pi / 6)
        for outline in head.outlines(tip: tip, direction: direction) {
            try canvas.add(outline, full, placed.transform)
        }
    }

    /// Adds the label at its position on the line (by default the middle), on a white area that covers the line.
    private func label(
        _ text: TldrawText, _ line: [Point], _ paint: TldrawPaint, _ placed: TldrawStore.PlacedShape,
        to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        let at = min(max(paint.props["labelPosition"]?.number ?? 0.5, 0), 1)
        let total = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var (run, middle) = (0.0, line[0])
        for (a, b) in zip(line, line.dropFirst()) {
            let length = a.distance(to: b)
            if length > 0, run + length >= at * total {
                middle = a.interpolated(to: b, at: (at * total - run) / length)
                break
            }
            run += length
        }
        var item = text.item(alignment: .left, width: nil)
        let size = item.box.size
        let box = Rect(
            x0: middle.x - size.width / 2, y0: middle.y - size.height / 2, x1: middle.x + size.width / 2,
            y1: middle.y + size.height / 2)
        try canvas.add(ShapeOutline.rectangle(box), ShapePaint(fill: .white), placed.transform)
        item.place(in: box, alignment: "center", transform: placed.transform)
        try canvas.add(.text(item))
    }
}
