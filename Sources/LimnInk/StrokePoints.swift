// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The points of a stroke, stored channel by channel.
///
/// Position and width always exist; the other channels exist for all points or for none. Channels keep what a
/// device or another program recorded, so that a round trip loses nothing; only position and width are drawn.
public struct StrokePoints: Hashable, Sendable {
    /// The optional channels.
    public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
        /// How hard the pen was pressed, 0…1 by convention.
        case pressure
        /// The angle between pen and paper in radians, 0 (flat) … π/2 (upright).
        case altitude
        /// The direction the pen leans to, in radians from the x axis towards the y axis.
        case azimuth
        /// The opacity at the point, 0…1; it multiplies the brush's alpha.
        case opacity
        /// Seconds since the stroke began.
        case time
    }

    /// The positions in page space, in points.
    public private(set) var positions: [Point]
    /// The full width of the stroke at each point, in points: finite and not negative.
    public private(set) var widths: [Double]
    /// The optional channels that are present, each with as many values as there are points.
    public private(set) var channels: [Channel: [Double]]

    /// Makes points that all have one width.
    public init(_ positions: [Point] = [], width: Double = 1) {
        self.positions = positions
        widths = Array(repeating: width, count: positions.count)
        channels = [:]
    }

    /// Makes points from channels.
    ///
    /// - Precondition: every channel has as many values as there are positions.
    public init(positions: [Point], widths: [Double], channels: [Channel: [Double]] = [:]) {
        precondition(widths.count == positions.count, "a width for every point")
        precondition(channels.values.allSatisfy { $0.count == positions.count }, "a value for every point")
        self.positions = positions
        self.widths = widths
        self.channels = channels
    }

    /// The number of points.
    public var count: Int { positions.count }
    /// Whether there is no point.
    public var isEmpty: Bool { positions.isEmpty }

    /// The values of an optional channel; nil when the stroke does not have it.
    public subscript(channel: Channel) -> [Double]? { channels[channel] }

    /// Whether every value of every channel is finite and no width is negative.
    public var isValid: Bool {
        positions.allSatisfy(\.isFinite) && widths.allSatisfy { $0.isFinite && $0 >= 0 }
            && channels.values.allSatisfy { $0.allSatisfy(\.isFinite) }
    }

    /// The points at some indices, in the order given, with all their channels.
    public func selecting(_ indices: [Int]) -> StrokePoints {
        StrokePoints(
            positions: indices.map { positions[$0] }, widths: indices.map { widths[$0] },
            channels: channels.mapValues { values in indices.map { values[$0] } })
    }

    /// Replaces every position.
    public mutating func mapPositions(_ transform: (Point) -> Point) { positions = positions.map(transform) }
    /// Replaces every width.
    public mutating func mapWidths(_ transform: (Double) -> Double) { widths = widths.map(transform) }
}
