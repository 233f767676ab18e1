// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The channels of a point in the `wrd` format, in record order. The raw value is the number of the bit in the channel
/// masks.
///
/// Others have verified the sizes on real files. The meaning of the last three channels and the scale of angles are
/// inferred.
enum PencilKitChannel: Int, CaseIterable {
    case location, time, size, aspectRatio, edgeWidth, force, azimuth, altitude, opacity, secondaryScale, threshold

    /// The number of azimuth steps per radian (inferred). For the legacy format, 65534 steps per full turn are
    /// documented. Another source states 65535 per half turn, but the range in PencilKit's interface is 0…2π.
    static let azimuthSteps = 65534 / (2 * Double.pi)
    /// The number of altitude steps per radian: 65535 steps per half turn.
    static let altitudeSteps = 65535 / Double.pi

    /// The size of the channel in a record, in bytes.
    var byteCount: Int {
        switch self {
        case .location: 8
        case .time, .size, .secondaryScale: 4
        default: 2
        }
    }

    /// The name in lists of dropped items; nil for supported channels.
    var droppedName: String? {
        switch self {
        case .aspectRatio: "aspect ratio"
        case .edgeWidth: "edge width"
        case .secondaryScale: "secondary scale"
        case .threshold: "threshold"
        default: nil
        }
    }

    /// Reads the value at an offset into a point.
    ///
    /// - Returns: false if the value is lost, because the point has no component for it and it differs from the
    ///   default.
    func read(_ bytes: [UInt8], _ at: Int, into point: inout ControlPoint) -> Bool {
        switch self {
        case .location:
            point[.x] = bytes.float32(at)
            point[.y] = bytes.float32(at + 4)
        case .time: point[.time] = bytes.float32(at)
        case .size: point[.width] = bytes.float32(at)
        case .aspectRatio: return bytes.uint16(at) == 1000
        case .edgeWidth: return bytes.uint16(at) == 0
        case .force: point[.force] = Double(bytes.uint16(at)) / 1000
        case .azimuth: point[.azimuth] = Double(bytes.uint16(at)) / Self.azimuthSteps
        case .altitude: point[.altitude] = Double(bytes.uint16(at)) / Self.altitudeSteps
        case .opacity: point[.opacity] = Double(bytes.uint16(at)) / 32767
        case .secondaryScale: return bytes.float32(at) == 1
        case .threshold: return bytes.uint16(at) == 0
        }
        return true
    }

    /// Returns the encoded value of a point; the default if the point has no component for the channel.
    func code(of point: ControlPoint) -> UInt64 {
        func uint16(_ value: Double) -> UInt64 { UInt64(clamping: min(max(value.rounded(), 0), 65535)) }
        func float32(_ value: Double) -> UInt64 { UInt64(Float(value).bitPattern) }
        return switch self {
        case .location: float32(point[.x]) | float32(point[.y]) << 32
        case .time: float32(point[.time])
        case .size: float32(point[.width])
        case .aspectRatio: 1000
        case .edgeWidth, .threshold: 0
        case .force: uint16(point[.force] * 1000)
        case .azimuth: uint16(Angle.positive(point[.azimuth]) * Self.azimuthSteps)
        case .altitude: uint16(point[.altitude] * Self.altitudeSteps)
        case .opacity: uint16(point[.opacity] * 32767)
        case .secondaryScale: float32(1)
        }
    }

    /// Appends the encoded value of a point in little-endian order.
    func append(_ point: ControlPoint, to bytes: inout [UInt8]) {
        let code = code(of: point)
        for shift in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: code >> UInt64(8 * shift))) }
    }
}

/// Helpers for angles modulo 2π.
enum Angle {
    /// Returns the equivalent angle in 0 ..< 2π.
    static func positive(_ angle: Double) -> Double {
        let rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
        return rest < 0 ? max(0, rest + 2 * .pi).truncatingRemainder(dividingBy: 2 * .pi) : rest
    }

    /// Returns the equivalent angle nearest to `neighbor`.
    static func unwrapped(_ angle: Double, near neighbor: Double) -> Double {
        angle - ((angle - neighbor) / (2 * .pi)).rounded() * 2 * .pi
    }
}
