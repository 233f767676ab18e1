// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts a `draw` or `highlight` shape to a stroke in page pixels.
struct TldrawStroke {
    /// The stroke; nil if it has no usable points.
    private(set) var stroke: Stroke?
    /// The dropped content, with its kind and a detail.
    private(set) var dropped: [(DroppedItem.Kind, String)] = []

    init(_ shape: TreeValue, transform: AffineTransform) {
        let props = shape["props"] ?? .null
        let isMarker = shape["type"]?.string == "highlight"
        let points = TldrawPoints(props["segments"]?.array ?? [])
        guard !points.isBroken, !points.positions.isEmpty else {
            dropped.append((.stroke, points.isBroken ? "points that cannot be read" : "no points"))
            return
        }
        let scale = factor(props, "scale")
        let (scaleX, scaleY) = (factor(props, "scaleX"), factor(props, "scaleY"))
        let local = points.positions.map { Point(x: $0.x * scaleX, y: $0.y * scaleY) }
        var pressures: [Double]? = points.pressures
        if props["isPen"]?.bool != true { pressures = nil }

        let size = props["size"]?.string ?? "m"
        let width = TldrawStyle.width(size, isMarker: isMarker, scale: scale)
        if width == nil { dropped.append((.attribute, "size=\(size)")) }
        let nominal = width ?? TldrawStyle.width("m", isMarker: isMarker, scale: scale) ?? scale
        let style = props["dash"]?.string ?? "draw"
        let model = TldrawStyle.model(
            width: nominal, isMarker: isMarker, isPen: pressures != nil, dash: style)
        let positions = local.map { transform.apply($0) }
        guard positions.allSatisfy({ max($0.x.magnitude, $0.y.magnitude) <= ValueLimits.maximumCoordinate }) else {
            dropped.append((.stroke, "coordinates that are not usable numbers"))
            return
        }
        var brush = Brush(kind: isMarker ? .highlighter : .pen, width: nominal, tool: isMarker ? .highlighter : nil)
        brush.color = color(shape, props, isMarker)
        if let dash = TldrawStyle.dash(style, width: nominal) {
            brush.dash = isMarker ? [] : dash
        } else {
            dropped.append((.attribute, "dash=\(style)"))
        }
        let fill = props["fill"]?.string ?? "none"
        if fill != "none", props["isClosed"]?.bool == true { dropped.append((.fill, fill)) }
        stroke = Stroke(
            brush: brush,
            points: StrokePoints(
                positions: positions, widths: model.widths(of: local, pressures: pressures),
                channels: pressures.map { [.pressure: $0] } ?? [:]))
    }

    private mutating func factor(_ props: TreeValue, _ name: String) -> Double {
        guard let value = props[name] else { return 1 }
        // A negative factor mirrors the shape. It is valid for coordinates, but not for the width.
        if let number = value.number, 1e-3...1e3 ~= number.magnitude, number > 0 || name != "scale" { return number }
        dropped.append((.attribute, name))
        return 1
    }

    private mutating func color(_ shape: TreeValue, _ props: TreeValue, _ isMarker: Bool) -> Color {
        let name = props["color"]?.string ?? "black"
        let table = isMarker ? TldrawStyle.marker : TldrawStyle.ink
        var color = (table[name] ?? table["black"]).map { Color(rgba: $0) } ?? .black
        if table[name] == nil { dropped.append((.attribute, "color=\(name)")) }
        if isMarker { color.alpha *= TldrawStyle.markerOpacity }
        if let opacity = shape["opacity"]?.number { color.alpha *= min(max(opacity, 0), 1) }
        return color
    }
}
