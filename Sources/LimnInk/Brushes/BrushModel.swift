// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Computes the width and opacity of ink from a pen's pressure, tilt and direction.
///
/// The model is applied once, while the user draws. Its results are stored with the stroke and never recomputed.
/// Imported ink keeps the widths of the program that wrote it. <doc:Brushes> shows all models with pictures.
public struct BrushModel: Hashable, Sendable {
    /// The instrument.
    public var tool: Brush.Tool
    /// The nominal width in points: the width at pressure ½ with an upright pen.
    public var size: Double
    /// The angle of a calligraphy nib's edge in radians, from the x axis towards the y axis. It applies if the pen does
    /// not report its azimuth.
    public var nibAngle: Double

    /// The angle of a nib in the grip of a right-handed writer: 45°, from the bottom left to the top right.
    public static let standardNibAngle = -Double.pi / 4

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - size: the nominal width in points, finite and not negative.
    ///   - nibAngle: the angle of a calligraphy nib's edge in radians for a pen that does not report its azimuth.
    public init(_ tool: Brush.Tool, size: Double, nibAngle: Double = standardNibAngle) {
        precondition(size.isFinite && size >= 0, "size must be finite and not negative")
        self.tool = tool
        self.size = size
        self.nibAngle = nibAngle
    }

    /// The pen state at one sample. The defaults, pressure ½ and an upright pen, apply if the pen does not report a
    /// value.
    struct Input {
        var pressure = 0.5
        /// The tilt of the pen, 0 (upright) … 1 (flat).
        var tilt = 0.0
        /// The direction in which the pen leans, in radians; nil if unknown.
        var azimuth: Double?
        /// The direction of movement, in radians; nil if the pen does not move.
        var direction: Double?
    }

    /// The width of a flat nib's thinnest line, as a fraction of its full width.
    static let nibThickness = 0.15

    /// Returns the width of the stroke in points.
    func width(_ input: Input) -> Double {
        let p = input.pressure
        switch tool {
        case .fineliner, .monoline, .marker, .highlighter, .shader: return size
        case .ballpoint: return size * (0.85 + 0.3 * p)
        case .fountain: return size * (0.4 + 1.2 * p)
        case .pencil: return size * (0.8 + 0.4 * p) * (1 + 3 * input.tilt * input.tilt)
        case .crayon: return size * (0.75 + 0.5 * p) * (1 + input.tilt)
        case .paintbrush: return size * (0.1 + 1.8 * p)
        case .watercolor: return size * (0.7 + 0.6 * p)
        case .calligraphy:
            let nib = input.azimuth.map { $0 + .pi / 2 } ?? nibAngle
            guard let direction = input.direction else { return size }
            // The width is the length of the nib projected across the direction of movement. Tilt thickens the edge.
            let thickness = Self.nibThickness * (1 + input.tilt)
            return size * max(sin(direction - nib).magnitude, thickness) * (0.8 + 0.4 * p)
        }
    }

    /// Returns the factor, 0…1, by which the opacity of the brush is multiplied.
    func opacity(_ input: Input) -> Double {
        switch tool {
        case .pencil: (0.35 + 0.65 * input.pressure) * (1 - 0.5 * input.tilt)
        case .crayon: 0.6 + 0.4 * input.pressure
        case .watercolor: 0.35 + 0.3 * input.pressure
        case .shader: 0.12
        default: 1
        }
    }

    /// Returns the brush to store with strokes of this instrument.
    ///
    /// A highlighter has the kind ``Brush/Kind/highlighter`` and half the color's opacity; all other tools are pens.
    /// Markers and highlighters have butt caps; all other tools have round caps.
    public func brush(color: Color) -> Brush {
        var color = color
        if tool == .highlighter { color.alpha *= 0.5 }
        return Brush(
            kind: tool == .highlighter ? .highlighter : .pen, color: color, width: size,
            cap: tool == .highlighter || tool == .marker ? .butt : .round, tool: tool)
    }

    /// Makes a stroke from pen samples.
    ///
    /// Each sample becomes a point. The time is always stored. Pressure, altitude and azimuth are each stored only if
    /// every sample has a value. Opacity is stored only if some point's opacity is below 1.
    ///
    /// - Parameters:
    ///   - samples: the samples in drawing order. To compute width and opacity, pressure and altitude are clamped to
    ///     their ranges.
    ///   - color: the color that the user chose, including its opacity.
    public func stroke(_ samples: [PenSample], color: Color = .black) -> Stroke {
        let inputs = samples.indices.map { input(samples, $0) }
        var channels: [StrokePoints.Channel: [Double]] = [.time: samples.map(\.time)]
        func keep(_ channel: StrokePoints.Channel, _ values: [Double?]) {
            let known = values.compactMap { $0 }
            if known.count == samples.count { channels[channel] = known }
        }
        keep(.pressure, samples.map(\.pressure))
        keep(.altitude, samples.map(\.altitude))
        keep(.azimuth, samples.map(\.azimuth))
        let opacities = inputs.map { opacity($0) }
        if opacities.contains(where: { $0 != 1 }) { channels[.opacity] = opacities }
        return Stroke(
            brush: brush(color: color),
            points: StrokePoints(
                positions: samples.map(\.position), widths: inputs.map { width($0) }, channels: channels))
    }

    private func input(_ samples: [PenSample], _ index: Int) -> Input {
        let sample = samples[index]
        var input = Input()
        if let pressure = sample.pressure { input.pressure = min(max(pressure, 0), 1) }
        if let altitude = sample.altitude { input.tilt = 1 - min(max(altitude / (.pi / 2), 0), 1) }
        input.azimuth = sample.azimuth
        let (before, after) = (samples[max(index - 1, 0)], samples[min(index + 1, samples.count - 1)])
        let movement = after.position - before.position
        if movement.squaredLength > 0 { input.direction = atan2(movement.dy, movement.dx) }
        return input
    }
}
