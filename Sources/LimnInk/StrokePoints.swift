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
    // Properties, not a dictionary: strokes are many and short.
    private var pressure: [Double]?
    private var altitude: [Double]?
    private var azimuth: [Double]?
    private var opacity: [Double]?
    private var time: [Double]?

    /// Makes points that all have one width.
    public init(_ positions: [Point] = [], width: Double = 1) {
        self.positions = positions
        widths = Array(repeating: width, count: positions.count)
    }

    /// Makes points from channels.
    ///
    /// - Precondition: every channel has as many values as there are positions.
    public init(positions: [Point], widths: [Double], channels: [Channel: [Double]] = [:]) {
        precondition(widths.count == positions.count, "a width for every point")
        self.positions = positions
        self.widths = widths
        for (channel, values) in channels { self[channel] = values }
    }

    /// The optional channels that are present, each with as many values as there are points.
    public var channels: [Channel: [Double]] {
        Channel.allCases.reduce(into: [:]) { $0[$1] = self[$1] }
    }

    /// The number of optional channels that are present.
    public var channelCount: Int {
        Channel.allCases.reduce(0) { $0 + (self[$1] == nil ? 0 : 1) }
    }

    /// The number of points.
    public var count: Int { positions.count }
    /// Whether there is no point.
    public var isEmpty: Bool { positions.isEmpty }

    /// The values of an optional channel; nil when the stroke does not have it.
    ///
    /// - Precondition: a channel that is set has as many values as there are points.
    public subscript(channel: Channel) -> [Double]? {
        get {
            switch channel {
            case .pressure: pressure
            case .altitude: altitude
            case .azimuth: azimuth
            case .opacity: opacity
            case .time: time
            }
        }
        set {
            precondition(newValue.map { $0.count == positions.count } ?? true, "a value for every point")
            switch channel {
            case .pressure: pressure = newValue
            case .altitude: altitude = newValue
            case .azimuth: azimuth = newValue
            case .opacity: opacity = newValue
            case .time: time = newValue
            }
        }
    }

    /// Whether every value of every channel is finite and no width is negative.
    public var isValid: Bool {
        positions.allSatisfy(\.isFinite) && widths.allSatisfy { $0.isFinite && $0 >= 0 }
            && Channel.allCases.allSatisfy { self[$0]?.allSatisfy(\.isFinite) ?? true }
    }

    /// The points at some indices, in the order given, with all their channels.
    public func selecting(_ indices: [Int]) -> StrokePoints {
        var selected = StrokePoints(
            positions: indices.map { positions[$0] }, widths: indices.map { widths[$0] })
        for channel in Channel.allCases {
            if let values = self[channel] { selected[channel] = indices.map { values[$0] } }
        }
        return selected
    }

    /// Replaces every position.
    public mutating func mapPositions(_ transform: (Point) -> Point) { positions = positions.map(transform) }
    /// Replaces every width.
    public mutating func mapWidths(_ transform: (Double) -> Double) { widths = widths.map(transform) }
}
