// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts a `freedraw` element to a stroke in scene pixels.
struct ExcalidrawStroke {
    /// The stroke; nil if it has no usable points.
    private(set) var stroke: Stroke?
    /// The dropped content, with its kind and a detail.
    private(set) var dropped: [(DroppedItem.Kind, String)] = []

    init(_ element: TreeValue) {
        let pairs = (element["points"]?.array ?? []).map { pair -> Point? in
            guard let pair = pair.array, pair.count >= 2, let x = pair[0].number, let y = pair[1].number else {
                return nil
            }
            return Point(x: x, y: y)
        }
        guard let x = element["x"]?.number, let y = element["y"]?.number, !pairs.isEmpty else {
            dropped.append((.stroke, "no points"))
            return
        }
        var positions = pairs.compactMap { $0 }
        let angle = element["angle"]?.number ?? 0
        if angle != 0, let box = Rect(containing: positions) {
            let turn = UnitVector(angle: angle).vector
            positions = positions.map { p in
                let v = p - box.center
                return box.center + Vector(dx: v.dx * turn.dx - v.dy * turn.dy, dy: v.dx * turn.dy + v.dy * turn.dx)
            }
        }
        positions = positions.map { Point(x: $0.x + x, y: $0.y + y) }
        guard positions.count == pairs.count,
            positions.allSatisfy({ max($0.x.magnitude, $0.y.magnitude) <= ValueLimits.maximumCoordinate })
        else {
            dropped.append((.stroke, "coordinates that are not usable numbers"))
            return
        }

        let size = width(element) * 4.25
        let pressures = pressures(element, count: positions.count)
        let model = FreehandWidths(
            size: size, thinning: 0.6, streamline: 0.5, easing: .sine,
            simulatesPressure: element["simulatePressure"]?.bool ?? (pressures == nil))
        let brush = Brush(color: color(element), width: size)
        stroke = Stroke(
            brush: brush,
            points: StrokePoints(
                positions: positions, widths: model.widths(of: positions, pressures: pressures),
                channels: pressures.map { [.pressure: $0] } ?? [:]))
    }

    private mutating func width(_ element: TreeValue) -> Double {
        guard let value = element["strokeWidth"] else { return 1 }
        if let width = value.number, width >= 0, width <= 10_000 { return width }
        dropped.append((.attribute, "strokeWidth"))
        return 1
    }

    private mutating func pressures(_ element: TreeValue, count: Int) -> [Double]? {
        guard let values = element["pressures"]?.array, !values.isEmpty else { return nil }
        let pressures = values.compactMap(\.number)
        guard pressures.count == count, values.count == count else {
            dropped.append((.channel, "pressures that do not fit the points"))
            return nil
        }
        return pressures.map { min(max($0, 0), 1) }
    }

    private mutating func color(_ element: TreeValue) -> Color {
        var color = Color.black
        if let text = element["strokeColor"]?.string {
            if let parsed = CSSColor.parse(text) {
                color = parsed
            } else {
                dropped.append((.attribute, "strokeColor=\(text)"))
            }
        }
        if let opacity = element["opacity"]?.number { color.alpha *= min(max(opacity / 100, 0), 1) }
        let background = element["backgroundColor"]?.string ?? "transparent"
        // Excalidraw fills closed freehand lines with a separate color. Limn fills a stroke only with the stroke's own
        // color.
        if background != "transparent" { dropped.append((.fill, "in another color, \(background)")) }
        return color
    }
}
