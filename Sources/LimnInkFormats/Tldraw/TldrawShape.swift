// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads geometric shapes, texts, notes, frames and lines.
enum TldrawShape {
    private static let labelSizes: [String: Double] = ["s": 18, "m": 22, "l": 26, "xl": 32]
    private static let textSizes: [String: Double] = ["s": 18, "m": 24, "l": 36, "xl": 44]
    private static let labelPadding = 16.0
    private static let noteSide = 200.0

    /// Reads a `geo` shape as an outline with a label inside.
    static func geo(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let box = Rect(x0: 0, y0: 0, x1: paint.length("w", 100), y1: paint.length("h", 100) + paint.length("growY"))
        let name = paint.props["geo"]?.string ?? "rectangle"
        let outlines = TldrawGeometry.outlines(name, box)
        if outlines.isEmpty { canvas.drop(.unknownElement, "geo \(name)") }
        for outline in outlines { try canvas.add(outline, paint.paint(to: &canvas), placed.transform) }
        let text = TldrawText(
            paint, sizes: labelSizes, color: paint.color("labelColor", to: &canvas), to: &canvas)
        try label(text, in: box, padding: labelPadding * paint.scale, placed, paint, to: &canvas)
        try canvas.addLink(paint.props["url"]?.string, box, placed.transform)
    }

    /// Reads a `note` shape as a colored square with text.
    static func note(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let side = noteSide * paint.scale
        let box = Rect(x0: 0, y0: 0, x1: side, y1: side + paint.length("growY") * paint.scale)
        let color = paint.noteColor(to: &canvas)
        try canvas.add(ShapeOutline.rectangle(box), ShapePaint(fill: color), placed.transform)
        var sizes = labelSizes
        if let size = paint.props["fontSizeAdjustment"]?.number, size > 1, size < 1000 {
            for key in sizes.keys { sizes[key] = size }
        }
        var words = Color.black
        words.alpha = paint.opacity
        if let name = paint.props["labelColor"]?.string, name != "black" {
            words = paint.color("labelColor", to: &canvas)
        }
        let text = TldrawText(paint, sizes: sizes, color: words, to: &canvas)
        try label(text, in: box, padding: labelPadding * paint.scale, placed, paint, to: &canvas)
        try canvas.addLink(paint.props["url"]?.string, box, placed.transform)
    }

    /// Reads a `text` shape.
    static func text(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let text = TldrawText(paint, sizes: textSizes, color: paint.color(to: &canvas), to: &canvas)
        guard !text.isEmpty else { return canvas.drop(.text, "no words") }
        let isFixed = (paint.props["autoSize"] ?? paint.props["autosize"])?.bool == false
        let width = paint.length("w") * paint.scale
        let name = paint.props["textAlign"]?.string ?? paint.props["align"]?.string ?? "start"
        var item = text.item(alignment: TldrawText.alignment(name), width: isFixed ? width : nil)
        item.transform = placed.transform
        if !isFixed, name != "start" {
            let height = item.box.height
            item.place(in: Rect(x0: 0, y0: 0, x1: width, y1: height), alignment: name, transform: placed.transform)
        }
        try canvas.add(.text(item))
    }

    /// Reads a `frame` shape as a white area with its name above.
    static func frame(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let box = Rect(x0: 0, y0: 0, x1: paint.length("w"), y1: paint.length("h"))
        let look = ShapePaint(line: Color(rgba: 0x7178_80ff), width: 1, fill: .white)
        try canvas.add(ShapeOutline.rectangle(box), look, placed.transform)
        guard let name = paint.props["name"]?.string, !name.isEmpty else { return }
        let text = TextItem(
            runs: [.init(name, .init(size: 12, color: .black))],
            transform: AffineTransform.translation(Vector(dx: 0, dy: -20)).then(placed.transform))
        try canvas.add(.text(text))
    }

    /// Reads a `line` shape as a polyline or a curve. Its points are sorted by their index.
    static func line(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        var values: [TreeValue] = []
        switch paint.props["points"] {
        case .object(let pairs)?: values = pairs.map(\.value)
        case .array(let list)?: values = list
        default: break
        }
        values.sort {
            Array(($0["index"]?.string ?? "").utf8).lexicographicallyPrecedes(($1["index"]?.string ?? "").utf8)
        }
        let points = values.compactMap { value -> Point? in
            guard let x = value["x"]?.number, let y = value["y"]?.number,
                max(x.magnitude, y.magnitude) <= ValueLimits.maximumCoordinate
            else { return nil }
            return Point(x: x, y: y)
        }
        guard points.count == values.count, points.count > 1 else { return canvas.drop(.stroke, "no points") }
        let isCurve = paint.props["spline"]?.string == "cubic"
        var look = paint.paint(to: &canvas)
        look.fill = nil
        try canvas.add(isCurve ? ShapeOutline.curve(points) : points, look, placed.transform)
    }

    /// Adds the text of a shape inside its box. The height of the text is estimated.
    static func label(
        _ text: TldrawText, in box: Rect, padding: Double, _ placed: TldrawStore.PlacedShape, _ paint: TldrawPaint,
        to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        guard !text.isEmpty else { return }
        let width = max(box.width - 2 * padding, 1)
        var item = text.item(alignment: TldrawText.alignment(paint.props["align"]?.string), width: width)
        let height = item.box.height
        let top: Double
        switch paint.props["verticalAlign"]?.string {
        case "start": top = box.minY + padding
        case "end": top = box.maxY - padding - height
        default: top = box.center.y - height / 2
        }
        item.transform = AffineTransform.translation(Vector(dx: box.minX + padding, dy: top)).then(placed.transform)
        try canvas.add(.text(item))
    }
}
