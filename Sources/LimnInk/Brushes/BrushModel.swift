// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// How an instrument turns what a pen reports into the width and opacity of ink.
///
/// It is used once, while somebody draws; what it gives is stored with the stroke, and never computed anew. Imported ink keeps
/// the widths that its own program gave it. The models are listed, with pictures, in <doc:Brushes>.
public struct BrushModel: Hashable, Sendable {
    /// The instrument.
    public var tool: Brush.Tool
    /// The nominal width in points: what comes out at pressure ½ with an upright pen.
    public var size: Double

    /// Makes a model.
    ///
    /// - Parameter size: finite and not negative.
    public init(_ tool: Brush.Tool, size: Double) {
        precondition(size.isFinite && size >= 0, "a width in points")
        self.tool = tool
        self.size = size
    }

    /// What a model looks at. Where a pen cannot tell, pressure is ½, and the pen is upright.
    struct Input {
        var pressure = 0.5
        /// How far the pen is tilted, 0 (upright) … 1 (flat).
        var tilt = 0.0
        /// The direction the pen leans to, in radians; nil when unknown.
        var azimuth: Double?
        /// The direction of movement, in radians; nil for a pen that does not move.
        var direction: Double?
    }

    /// The angle of a flat nib whose direction is unknown: 45°, as a right-handed writer holds it.
    static let usualNib = -Double.pi / 4
    /// How thin a flat nib's thin lines are, as a part of its width.
    static let nibThickness = 0.15

    /// The full width in points.
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
            let nib = input.azimuth.map { $0 + .pi / 2 } ?? Self.usualNib
            guard let direction = input.direction else { return size }
            // A flat nib is as wide as its shadow across the movement; a tilted one stands on more of its edge.
            let thickness = Self.nibThickness * (1 + input.tilt)
            return size * max(sin(direction - nib).magnitude, thickness) * (0.8 + 0.4 * p)
        }
    }

    /// The opacity, 0…1, by which the brush's own is multiplied.
    func opacity(_ input: Input) -> Double {
        switch tool {
        case .pencil: (0.35 + 0.65 * input.pressure) * (1 - 0.5 * input.tilt)
        case .crayon: 0.6 + 0.4 * input.pressure
        case .watercolor: 0.35 + 0.3 * input.pressure
        case .shader: 0.12
        default: 1
        }
    }

    /// The brush that strokes of this instrument are stored with.
    public func brush(color: Color) -> Brush {
        var color = color
        if tool == .highlighter { color.alpha *= 0.5 }
        return Brush(
            kind: tool == .highlighter ? .highlighter : .pen, color: color, width: size,
            cap: tool == .highlighter || tool == .marker ? .butt : .round, tool: tool)
    }

    /// A stroke from what a pen reported; channels that the pen told of at every sample are kept.
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
