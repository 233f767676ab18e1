// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads rectangles, diamonds, ellipses, frames, lines and arrows. They get exact outlines instead of hand-drawn ones.
///
/// The dimensions of frames and arrowheads are those in Excalidraw's public source code.
enum ExcalidrawShape {
    /// Reads a closed shape or an embedded page.
    static func area(_ element: ExcalidrawElement, to canvas: inout CanvasItems) throws(InkFormatError) {
        let box = element.box
        let outline: [Point]
        switch element.type {
        case "ellipse": outline = ShapeOutline.ellipse(box)
        case "diamond":
            let corners = [
                Point(x: box.center.x, y: box.minY), Point(x: box.maxX, y: box.center.y),
                Point(x: box.center.x, y: box.maxY), Point(x: box.minX, y: box.center.y),
            ]
            let radius = element.cornerRadius(min(box.width, box.height))
            outline = ShapeOutline.rounded(corners, radius: radius, isClosed: true)
        default:
            outline = ShapeOutline.rectangle(box, radius: element.cornerRadius(min(box.width, box.height)))
        }
        try canvas.add(outline, element.paint(to: &canvas), element.transform)
    }

    /// Reads a frame as a gray outline with its name above.
    static func frame(_ element: ExcalidrawElement, to canvas: inout CanvasItems) throws(InkFormatError) {
        let color = Color(rgba: 0xbbbb_bbff)
        let outline = ShapeOutline.rectangle(element.box, radius: 8)
        try canvas.add(outline, ShapePaint(line: color, width: 2), element.transform)
        guard let name = element.value["name"]?.string, !name.isEmpty else { return }
        let size = 14.0
        let style = TextItem.Style(size: size, color: Color(rgba: 0x9999_99ff))
        let top = -3 - size * 1.25
        let text = TextItem(
            runs: [.init(name, style)], lineHeight: 1.25,
            transform: AffineTransform.translation(Vector(dx: 0, dy: top)).then(element.transform))
        try canvas.add(.text(text))
    }

    /// Reads a line or an arrow.
    static func line(_ value: TreeValue, to canvas: inout CanvasItems) throws(InkFormatError) {
        guard let points = points(value), let own = Rect(containing: points) else {
            return canvas.drop(.stroke, "no points")
        }
        guard let element = ExcalidrawElement(value, own: own) else {
            return canvas.drop(.stroke, "coordinates that are not usable numbers")
        }
        let isRound = value["roundness"]?.isObject == true || value["strokeSharpness"]?.string == "round"
        let line: [Point]
        if value["elbowed"]?.bool == true {
            line = ShapeOutline.rounded(points, radius: 16, isClosed: false)
        } else {
            line = isRound ? ShapeOutline.curve(points) : points
        }
        var paint = element.paint(to: &canvas)
        // Only closed lines are filled.
        if points.count < 4 || points.first != points.last { paint.fill = nil }
        try canvas.add(line, paint, element.transform)
        try head(value["startArrowhead"]?.string, Array(line.reversed()), points.reversed(), element, to: &canvas)
        try head(value["endArrowhead"]?.string, line, points, element, to: &canvas)
        try canvas.addLink(value["link"]?.string, own, element.transform)
    }

    private static func points(_ value: TreeValue) -> [Point]? {
        let pairs = value["points"]?.array ?? []
        let points = pairs.compactMap { pair -> Point? in
            guard let pair = pair.array, pair.count >= 2, let x = pair[0].number, let y = pair[1].number,
                max(x.magnitude, y.magnitude) <= ValueLimits.maximumCoordinate
            else { return nil }
            return Point(x: x, y: y)
        }
        return points.count == pairs.count && points.count > 1 ? points : nil
    }

    /// Adds an arrowhead at the last point of a line.
    private static func head(
        _ name: String?, _ line: [Point], _ corners: [Point], _ element: ExcalidrawElement,
        to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        guard let name, let tip = line.last, corners.count > 1 else { return }
        guard let form = form(name) else { return canvas.drop(.attribute, "arrowhead \(name)") }
        let piece = corners[corners.count - 1].distance(to: corners[corners.count - 2])
        let full = name == "arrow" ? 25.0 : name.hasPrefix("diamond") ? 12 : 15
        var head = ArrowHead(
            form: form, length: min(full, piece * (form == .diamond ? 0.25 : 0.5)),
            angle: (name == "arrow" ? 20 : 25) * .pi / 180)
        head.isFilled = !name.hasSuffix("outline")
        // The direction is measured over the length of the head, but over at most 30 % of the last segment.
        let back = line.last { $0.distance(to: tip) >= min(head.length, piece * 0.3) } ?? line[0]
        guard let direction = UnitVector(tip - back) else { return }
        var paint = element.paint(to: &canvas)
        paint.dash = []
        paint.filling = .solid
        paint.fill = head.isFilled ? paint.line : .white
        for outline in head.outlines(tip: tip, direction: direction) {
            try canvas.add(outline, paint, element.transform)
        }
    }

    private static func form(_ name: String) -> ArrowHead.Form? {
        switch name {
        case "arrow": .arrow
        case "bar": .bar
        case "dot", "circle", "circle_outline": .circle
        case "triangle", "triangle_outline": .triangle
        case "diamond", "diamond_outline": .diamond
        default: nil
        }
    }
}
