// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The common properties of shapes: colors, width, fill, fonts and links.
struct TldrawPaint {
    /// The pale colors of fills. These and the colors of notes are from memory and not verified.
    private static let pale: [String: UInt32] = [
        "black": 0xe8e8_e8ff, "grey": 0xecee_f0ff, "light-violet": 0xf5ea_faff, "violet": 0xecdc_f2ff,
        "blue": 0xdce1_f8ff, "light-blue": 0xdded_faff, "yellow": 0xf9f0_e6ff, "orange": 0xf8e2_d4ff,
        "green": 0xd3e9_e3ff, "light-green": 0xdbf0_e0ff, "light-red": 0xf4da_dbff, "red": 0xf4da_dbff,
        "white": 0xf5f5_f5ff,
    ]
    private static let notes: [String: UInt32] = [
        "black": 0xfce1_9cff, "grey": 0xc0ca_d3ff, "light-violet": 0xdfb0_f9ff, "violet": 0xdb91_fdff,
        "blue": 0x8aa3_ffff, "light-blue": 0x9bc4_fdff, "yellow": 0xfed4_9aff, "orange": 0xfaa4_75ff,
        "green": 0x6fc8_96ff, "light-green": 0x98d0_8aff, "light-red": 0xf7a5_a1ff, "red": 0xfc82_82ff,
        "white": 0xffff_ffff,
    ]
    private static let widths: [String: Double] = ["s": 2, "m": 3.5, "l": 5, "xl": 10]

    let shape: TreeValue
    let props: TreeValue

    init(_ shape: TreeValue) {
        self.shape = shape
        props = shape["props"] ?? .null
    }

    /// The opacity, 0…1.
    var opacity: Double { min(max(shape["opacity"]?.number ?? 1, 0), 1) }

    /// The factor for line widths and font sizes.
    var scale: Double {
        let scale = props["scale"]?.number ?? 1
        return 1e-3...1e3 ~= scale ? scale : 1
    }

    /// Returns a length of a shape in pixels.
    ///
    /// - Parameters:
    ///   - name: the name of the property, such as `w`.
    ///   - standard: the length if the property is missing or invalid.
    func length(_ name: String, _ standard: Double = 0) -> Double {
        let length = props[name]?.number ?? standard
        return length >= 0 && length <= ValueLimits.maximumCoordinate ? length : standard
    }

    /// Returns the color in a property of the shape.
    func color(_ key: String = "color", to canvas: inout CanvasItems) -> Color {
        find(key, TldrawStyle.ink, to: &canvas)
    }

    /// Returns the color of a note's paper.
    func noteColor(to canvas: inout CanvasItems) -> Color { find("color", Self.notes, to: &canvas) }

    /// Returns the paint of the outline and the fill.
    func paint(to canvas: inout CanvasItems) -> ShapePaint {
        let size = props["size"]?.string ?? "m"
        if Self.widths[size] == nil { canvas.drop(.attribute, "size=\(size)") }
        var paint = ShapePaint(line: color(to: &canvas), width: (Self.widths[size] ?? 3.5) * scale)
        let dash = props["dash"]?.string ?? "draw"
        if let lengths = TldrawStyle.dash(dash, width: paint.width) {
            paint.dash = lengths
        } else if dash == "none" {
            paint.line = nil
        } else {
            canvas.drop(.attribute, "dash=\(dash)")
        }
        switch props["fill"]?.string ?? "none" {
        case "none": break
        case "semi": paint.fill = Color(rgba: 0xfcff_feff)
        case "solid": paint.fill = find("color", Self.pale, to: &canvas)
        case "fill", "lined-fill": paint.fill = color(to: &canvas)
        case "pattern":
            paint.fill = color(to: &canvas)
            paint.filling = .lines
        case let other: canvas.drop(.fill, other)
        }
        if paint.filling == .solid { paint.fill?.alpha = opacity }
        return paint
    }

    private func find(_ key: String, _ table: [String: UInt32], to canvas: inout CanvasItems) -> Color {
        let name = props[key]?.string ?? "black"
        if table[name] == nil { canvas.drop(.attribute, "color=\(name)") }
        var color = (table[name] ?? table["black"]).map { Color(rgba: $0) } ?? .black
        color.alpha *= opacity
        return color
    }
}
