// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// What a pen reports at one moment.
public struct PenSample: Hashable, Sendable {
    /// Where it is, in page space.
    public var position: Point
    /// When, in seconds since the stroke began.
    public var time: Double
    /// How hard it is pressed, 0…1; nil for a pen that cannot tell.
    public var pressure: Double?
    /// The angle between pen and paper in radians, 0 (flat) … π/2 (upright); nil for a pen that cannot tell.
    public var altitude: Double?
    /// The direction the pen leans to, in radians from the x axis towards the y axis; nil for a pen that cannot tell.
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
