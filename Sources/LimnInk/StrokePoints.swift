// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The points of a stroke, stored by channel.
///
/// Every point has a position and a width. Each of the other channels has a value for all points or for none. The
/// channels preserve what a device or another program recorded. Pressure, angles and time do not affect rendering.
public struct StrokePoints: Hashable, Sendable {
    /// The optional channels.
    public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
        /// The pressure, 0…1 by convention.
        case pressure
        /// The angle between pen and paper in radians, 0 (flat) … π/2 (upright).
        case altitude
        /// The direction in which the pen leans, in radians from the x axis towards the y axis.
        case azimuth
        /// The opacity at the point, 0…1, by which the brush's alpha is multiplied.
        case opacity
        /// The time in seconds since the stroke began.
        case time
    }

    /// The positions in page space, in points.
    public private(set) var positions: [Point]
    /// The full width of the stroke at each point, in points: finite and not negative.
    public private(set) var widths: [Double]
    // Separate properties are faster than a dictionary, because a drawing has many short strokes.
    private var pressure: [Double]?
    private var altitude: [Double]?
    private var azimuth: [Double]?
    private var opacity: [Double]?
    private var time: [Double]?

    /// Makes points of constant width, in points.
    public init(_ positions: [Point] = [], width: Double = 1) {
        self.positions = positions
        widths = Array(repeating: width, count: positions.count)
    }

    /// Makes points from channels.
    ///
    /// - Precondition: `widths` and every channel have one value per position.
    public init(positions: [Point], widths: [Double], channels: [Channel: [Double]] = [:]) {
        precondition(widths.count == positions.count, "every point needs a width")
        self.positions = positions
        self.widths = widths
        for (channel, values) in channels { self[channel] = values }
    }

    /// The optional channels that are present. Each has one value per point.
    public var channels: [Channel: [Double]] {
        Channel.allCases.reduce(into: [:]) { $0[$1] = self[$1] }
    }

    /// The number of optional channels that are present.
    public var channelCount: Int {
        Channel.allCases.reduce(0) { $0 + (self[$1] == nil ? 0 : 1) }
    }

    /// The number of points.
    public var count: Int { positions.count }
    /// Whether there are no points.
    public var isEmpty: Bool { positions.isEmpty }

    /// The values of an optional channel; nil if it is absent.
    ///
    /// - Precondition: a new value has one element per point.
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
            precondition(newValue.map { $0.count == positions.count } ?? true, "every point needs a value")
            switch channel {
            case .pressure: pressure = newValue
            case .altitude: altitude = newValue
            case .azimuth: azimuth = newValue
            case .opacity: opacity = newValue
            case .time: time = newValue
            }
        }
    }

    /// Whether every value of every channel is finite, positions and widths are at most 10⁹ points, and no width is
    /// negative.
    public var isValid: Bool {
        positions.allSatisfy { InkBounds.hold($0.x) && InkBounds.hold($0.y) }
            && widths.allSatisfy { $0 >= 0 && $0 <= InkBounds.length }
            && Channel.allCases.allSatisfy { self[$0]?.allSatisfy(\.isFinite) ?? true }
    }

    /// Returns the points at the given indices, in the given order, with all channels.
    public func selecting(_ indices: [Int]) -> StrokePoints {
        var selected = StrokePoints(
            positions: indices.map { positions[$0] }, widths: indices.map { widths[$0] })
        for channel in Channel.allCases {
            if let values = self[channel] { selected[channel] = indices.map { values[$0] } }
        }
        return selected
    }

    /// Applies a function to every position.
    public mutating func mapPositions(_ transform: (Point) -> Point) { positions = positions.map(transform) }
    /// Applies a function to every width.
    public mutating func mapWidths(_ transform: (Double) -> Double) { widths = widths.map(transform) }
}
