// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The common properties of elements: a box that may be rotated about its center, colors and a link.
struct ExcalidrawElement {
    let value: TreeValue
    let type: String
    /// The box in the element's own space, whose origin is the element's position.
    let box: Rect
    /// The transform from the element's own space to the scene.
    let transform: AffineTransform

    /// Makes an element; nil if it has no position, or if its position or size is too large.
    ///
    /// - Parameter own: the box of the content in the element's own space; nil for the rectangle of width and height.
    init?(_ value: TreeValue, own: Rect? = nil) {
        guard let x = value["x"]?.number, let y = value["y"]?.number else { return nil }
        let (width, height) = (value["width"]?.number ?? 0, value["height"]?.number ?? 0)
        guard [x, y, width, height].allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate }) else { return nil }
        self.value = value
        type = value["type"]?.string ?? ""
        box = own ?? Rect(x0: 0, y0: 0, x1: max(width, 0), y1: max(height, 0))
        let turn = UnitVector(angle: value["angle"]?.number ?? 0).vector
        let center = box.center
        transform = AffineTransform.translation(Vector(dx: -center.x, dy: -center.y))
            .then(AffineTransform(a: turn.dx, b: turn.dy, c: -turn.dy, d: turn.dx, tx: 0, ty: 0))
            .then(.translation(Vector(dx: x + center.x, dy: y + center.y)))
    }

    /// The opacity, 0…1.
    var opacity: Double { min(max((value["opacity"]?.number ?? 100) / 100, 0), 1) }

    /// The width of lines in scene pixels.
    var strokeWidth: Double {
        let width = value["strokeWidth"]?.number ?? 1
        return width >= 0 && width <= 10_000 ? width : 1
    }

    /// Returns a color with the element's opacity; nil if it is transparent. Records colors that cannot be parsed as
    /// dropped.
    ///
    /// - Parameter standard: the color if the element has none; nil for transparent.
    func color(_ key: String, _ standard: Color?, to canvas: inout CanvasItems) -> Color? {
        var color = standard
        if let text = value[key]?.string {
            guard text != "transparent" else { return nil }
            if let parsed = CSSColor.parse(text) { color = parsed } else { canvas.drop(.attribute, "\(key)=\(text)") }
        }
        color?.alpha *= opacity
        return color
    }

    /// Returns the paint for the outline and the fill.
    func paint(to canvas: inout CanvasItems) -> ShapePaint {
        var paint = ShapePaint(line: color("strokeColor", .black, to: &canvas), width: strokeWidth)
        switch value["strokeStyle"]?.string {
        case "dashed":
            paint.dash = [8, 8 + strokeWidth]
            paint.width += 0.5
        case "dotted":
            paint.dash = [1.5, 6 + strokeWidth]
            paint.width += 0.5
        default: break
        }
        paint.fill = color("backgroundColor", nil, to: &canvas)
        switch value["fillStyle"]?.string {
        case "hachure", "zigzag": paint.filling = .lines
        case "cross-hatch": paint.filling = .crossedLines
        default: break
        }
        return paint
    }

    /// Returns the radius of corners by Excalidraw's rules: a quarter of the shorter side or, for adaptive corners, at
    /// most 32 pixels unless the element specifies another maximum.
    func cornerRadius(_ side: Double) -> Double {
        guard let kind = value["roundness"]?["type"]?.integer else {
            return value["strokeSharpness"]?.string == "round" ? side / 4 : 0
        }
        guard kind == 3 else { return side / 4 }
        let fixed = value["roundness"]?["value"]?.number ?? 32
        return min(side / 4, max(fixed, 0))
    }
}
