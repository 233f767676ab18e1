// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The state of a pen at one moment.
public struct PenSample: Hashable, Sendable {
    /// The position in page space.
    public var position: Point
    /// The time in seconds since the stroke began.
    public var time: Double
    /// The pressure, 0…1; nil if the pen does not report it.
    public var pressure: Double?
    /// The angle between pen and paper in radians, 0 (flat) … π/2 (upright); nil if the pen does not report it.
    public var altitude: Double?
    /// The direction in which the pen leans, in radians from the x axis towards the y axis; nil if the pen does not
    /// report it.
    public var azimuth: Double?

    /// Makes a sample.
    public init(
        position: Point, time: Double, pressure: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil
    ) {
        self.position = position
        self.time = time
        self.pressure = pressure
        self.altitude = altitude
        self.azimuth = azimuth
    }
}
