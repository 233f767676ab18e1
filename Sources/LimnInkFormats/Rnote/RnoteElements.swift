// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts elements of Rnote to items in points.
struct RnoteElements {
    /// The size of a pixel in points.
    let scale: Double

    /// The result for an element.
    struct Result {
        var items: [Item] = []
        var dropped: [(DroppedItem.Kind, String)] = []
    }

    /// Reads an element, which is an object whose only key is its kind.
    func read(_ value: TreeValue, isHighlighter: Bool) -> Result {
        var result = Result()
        if let stroke = value["brushstroke"] {
            brush(stroke, isHighlighter: isHighlighter, &result)
        } else if let shape = value["shapestroke"] {
            self.shape(shape, &result)
        } else if let text = value["textstroke"] {
            if let item = RnoteText(text, scale: scale).item {
                result.items.append(.object(.text(item)))
            } else {
                result.dropped.append((.text, "it has no place or no words"))
            }
        } else if let image = value["bitmapimage"] {
            picture(image, &result)
        } else if value["vectorimage"] != nil {
            result.dropped.append((.image, "an SVG"))
        } else {
            result.dropped.append((.unknownElement, "an element of an unknown kind"))
        }
        return result
    }

    // MARK: Strokes

    private func brush(_ value: TreeValue, isHighlighter: Bool, _ result: inout Result) {
        guard let path = RnotePath(value["path"] ?? .null), !path.positions.isEmpty else {
            return result.dropped.append((.stroke, "no points"))
        }
        guard let paint = self.paint(value["style"] ?? .null, &result) else {
            return result.dropped.append((.stroke, "without a color"))
        }
        let nominal = paint.width
        let widths = path.pressures.map { nominal * Self.curve(paint.curve, $0) }
        var brush = Brush(kind: isHighlighter ? .highlighter : .pen, color: paint.line ?? .black, width: nominal)
        brush.dash = paint.dash
        if paint.isTextured { brush.tool = .pencil }
        result.items.append(
            .stroke(
                Stroke(
                    brush: brush,
                    points: StrokePoints(
                        positions: path.positions.map { Point(x: $0.x * scale, y: $0.y * scale) }, widths: widths,
                        channels: [.pressure: path.pressures]))))
    }

    /// Returns the share of the width at a pressure.
    private static func curve(_ name: String, _ pressure: Double) -> Double {
        switch name {
        case "const": 1
        case "sqrt": pressure.squareRoot()
        case "cbrt": pow3root(pressure)
        case "pow2": pressure * pressure
        case "pow3": pressure * pressure * pressure
        default: pressure
        }
    }

    /// The cube root of a number in 0…1, by Newton's method.
    private static func pow3root(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        var root = max(x, 0.1)
        for _ in 0..<24 { root -= (root * root * root - x) / (3 * root * root) }
        return root
    }

    // MARK: Styles

    private struct Paint {
        var line: Color?
        var fill: Color?
        var width: Double
        var curve: String
        var dash: [Double]
        var isTextured: Bool
        var cap: Brush.Cap
        var filling: ShapePaint.Filling
    }

    private func paint(_ style: TreeValue, _ result: inout Result) -> Paint? {
        guard case .object(let members) = style, let member = members.first else { return nil }
        let options = member.value
        var width = options["stroke_width"]?.number ?? 2
        if !(0...10_000).contains(width) { width = 2 }
        width *= scale
        let line = Self.color(options["stroke_color"])
        let name = options["line_style"]?.string ?? "solid"
        let dashes = [
            "dotted": [0, 2.0], "dashed_narrow": [2, 1.236], "dashed_equidistant": [2, 2], "dashed_wide": [2, 3.236],
        ]
        if name != "solid", dashes[name] == nil { result.dropped.append((.attribute, "line_style=\(name)")) }
        let filling: ShapePaint.Filling =
            switch options["fill_style"]?.string ?? "solid" {
            case "solid": .solid
            case "cross_hatch", "crosshatch": .crossedLines
            default: .lines
            }
        let fill = Self.color(options["fill_color"]).flatMap { $0.alpha > 0 ? $0 : nil }
        guard line != nil || fill != nil else { return nil }
        return Paint(
            line: line, fill: fill, width: width, curve: options["pressure_curve"]?.string ?? "linear",
            dash: (dashes[name] ?? []).map { $0 * width }, isTextured: member.key == "textured",
            cap: options["line_cap"]?.string == "straight" ? .butt : .round, filling: filling)
    }

    /// Returns a color; nil if there is none.
    static func color(_ value: TreeValue?) -> Color? {
        let parts = ["r", "g", "b", "a"].compactMap { value?[$0]?.number }
        guard parts.count == 4 else { return nil }
        let clamped = parts.map { min(max($0, 0), 1) }
        return Color(red: clamped[0], green: clamped[1], blue: clamped[2], alpha: clamped[3])
    }

    // MARK: Shapes

    private func shape(_ value: TreeValue, _ result: inout Result) {
        guard let paint = self.paint(value["style"] ?? .null, &result) else {
            return result.dropped.append((.stroke, "without a color"))
        }
        guard case .object(let members)? = value["shape"], let member = members.first else {
            return result.dropped.append((.stroke, "without a shape"))
        }
        let outlines = RnoteShape.outlines(member.key, member.value, lineWidth: paint.width / scale)
        guard !outlines.isEmpty else {
            return result.dropped.append((.unknownElement, "a shape of the kind \(member.key)"))
        }
        let look = ShapePaint(
            line: paint.line, width: paint.width, dash: paint.dash, fill: paint.fill, filling: paint.filling)
        for outline in outlines {
            for var stroke in look.strokes(outline.map { Point(x: $0.x * scale, y: $0.y * scale) }) {
                if stroke.brush.fill == nil { stroke.brush.cap = paint.cap }
                result.items.append(.stroke(stroke))
            }
        }
    }

    // MARK: Pictures

    private func picture(_ value: TreeValue, _ result: inout Result) {
        let image = value["image"] ?? .null
        guard let width = image["pixel_width"]?.integer, let height = image["pixel_height"]?.integer,
            let bytes = image["data"].flatMap(SaberAssets.bytes)
        else { return result.dropped.append((.image, "its pixels are missing")) }
        let name = image["memory_format"]?.string ?? "R8g8b8a8Premultiplied"
        guard let data = Self.png(bytes, width: width, height: height, isBGR: name.lowercased().hasPrefix("b8g8r8"))
        else { return result.dropped.append((.image, "its pixels do not fit its size")) }
        guard let rectangle = RnoteShape.Rectangle(value["rectangle"] ?? .null) else {
            return result.dropped.append((.image, "it has no place"))
        }
        result.items.append(
            .object(
                .picture(
                    PictureItem(
                        data, frame: rectangle.box,
                        transform: rectangle.transform.then(.scaling(x: scale, y: scale))))))
    }

    /// Makes a PNG from pixels whose colors are multiplied by alpha.
    private static func png(_ pixels: [UInt8], width: Int, height: Int, isBGR: Bool) -> PictureData? {
        guard width > 0, height > 0, width <= PNGPicture.maximumPixels / height, pixels.count == width * height * 4
        else { return nil }
        var plain = pixels
        for at in stride(from: 0, to: plain.count, by: 4) {
            if isBGR { plain.swapAt(at, at + 2) }
            let alpha = Int(plain[at + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for part in 0..<3 { plain[at + part] = UInt8(clamping: (Int(plain[at + part]) * 255 + alpha / 2) / alpha) }
        }
        return PNGPicture.rgba(plain, width: width, height: height)
    }
}
