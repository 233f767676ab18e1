// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Reads a stroke of Saber. Files contain only the properties that differ from their defaults. The defaults have
/// changed between versions; these are those of one version, and it is inferred that they apply to the others.
struct SaberStroke {
    /// The stroke; nil if it has no usable points.
    private(set) var stroke: Stroke?
    /// The dropped content, with its kind and a detail.
    private(set) var dropped: [(DroppedItem.Kind, String)] = []

    private static let tools: [(part: String, tool: Brush.Tool)] = [
        ("fountain", .fountain), ("ballpoint", .ballpoint), ("highlighter", .highlighter), ("pencil", .pencil),
    ]

    init(_ element: TreeValue) {
        guard let list = element["p"]?.array, !list.isEmpty else {
            dropped.append((.stroke, "no points"))
            return
        }
        let offset = Vector(dx: element["ox"]?.number ?? 0, dy: element["oy"]?.number ?? 0)
        var positions: [Point] = []
        var pressures: [Double] = []
        for entry in list {
            guard let (x, y, pressure) = Self.point(entry), x.magnitude <= ValueLimits.maximumCoordinate,
                y.magnitude <= ValueLimits.maximumCoordinate, offset.length <= ValueLimits.maximumCoordinate
            else {
                dropped.append((.stroke, "points that cannot be read"))
                return
            }
            positions.append(Point(x: x, y: y) + offset)
            if let pressure { pressures.append(min(max(pressure, 0), 1)) }
        }
        let recorded = pressures.count == positions.count ? pressures : nil
        if recorded == nil, !pressures.isEmpty { dropped.append((.channel, "pressure of some points only")) }

        let size = number(element, "s", 10, 0...1000)
        var model = FreehandWidths(size: size)
        model.thinning = element["pe"]?.bool == false ? 0 : number(element, "t", 0.7, -1...1)
        model.streamline = number(element, "sl", 0.5, 0...1)
        model.simulatesPressure = element["sp"]?.bool ?? true
        model.taper = (
            number(element, "ts", 0, 0...ValueLimits.maximumCoordinate),
            number(element, "te", 0, 0...ValueLimits.maximumCoordinate)
        )
        var brush = Brush(width: size)
        // The type is a name such as “fountainPen”. Caps are always round.
        let name = element["ty"]?.string?.lowercased() ?? ""
        brush.tool = Self.tools.first { name.firstRange(of: $0.part) != nil }?.tool
        if brush.tool == .highlighter { brush.kind = .highlighter }
        if let value = element["c"] {
            if let color = Self.color(value) { brush.color = color } else { dropped.append((.attribute, "c")) }
        }
        stroke = Stroke(
            brush: brush,
            points: StrokePoints(
                positions: positions, widths: model.widths(of: positions, pressures: recorded),
                channels: recorded.map { [.pressure: $0] } ?? [:]))
    }

    private mutating func number(
        _ element: TreeValue, _ name: String, _ standard: Double, _ range: ClosedRange<Double>
    ) -> Double {
        guard let value = element[name] else { return standard }
        if let number = value.number, range ~= number { return number }
        dropped.append((.attribute, name))
        return standard
    }

    /// Returns the color of an integer 0xAARRGGBB, which may be stored as a negative number; nil if it is invalid.
    static func color(_ value: TreeValue) -> Color? {
        guard let number = value.integer, -0x8000_0000...0xffff_ffff ~= number else { return nil }
        let argb = UInt32(truncatingIfNeeded: number)
        return Color(rgba: argb << 8 | argb >> 24)
    }

    /// Returns a point (x, y and pressure) of the form `{x, y, p}` or of two or three little-endian floats; nil if it
    /// is invalid.
    private static func point(_ value: TreeValue) -> (Double, Double, Double?)? {
        if let bytes = value.binary {
            guard bytes.count == 8 || bytes.count == 12 else { return nil }
            let floats = stride(from: 0, to: bytes.count, by: 4).map { at in
                Double(Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }))
            }
            guard floats.allSatisfy(\.isFinite) else { return nil }
            return (floats[0], floats[1], floats.count == 3 ? floats[2] : nil)
        }
        guard let x = value["x"]?.number, let y = value["y"]?.number else { return nil }
        return (x, y, value["p"]?.number)
    }
}
