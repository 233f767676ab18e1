// SPDX-License-Identifier: Apache-2.0

/// What a point of the `wrd` form can record: the bits of its masks, in the order in which records hold them.
///
/// Sizes were verified on real files by others; the meaning of the last three and the factors of angles are inferred.
enum PencilKitChannel: Int, CaseIterable {
    case location, time, size, aspectRatio, edgeWidth, force, azimuth, altitude, opacity, secondaryScale, threshold

    /// The azimuth's steps for a radian. 65534 for a full turn is what the older form is documented with; another source
    /// says 65535 for half a turn, but PencilKit's interface speaks of 0…2π. Inferred.
    static let azimuthSteps = 65534 / (2 * Double.pi)
    /// The altitude's steps for a radian: 65535 for half a turn.
    static let altitudeSteps = 65535 / Double.pi

    /// The bytes that it takes in a record.
    var byteCount: Int {
        switch self {
        case .location: 8
        case .time, .size, .secondaryScale: 4
        default: 2
        }
    }

    /// The name in lists of what is dropped; nil for what is kept.
    var droppedName: String? {
        switch self {
        case .aspectRatio: "aspect ratio"
        case .edgeWidth: "edge width"
        case .secondaryScale: "secondary scale"
        case .threshold: "threshold"
        default: nil
        }
    }

    /// Reads the value at `at` into a point; false for one that has no place there and says more than the usual.
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

    /// The bits of a point's value, or of the usual one where a point has no place for it.
    func code(of point: ControlPoint) -> UInt64 {
        func uint16(_ value: Double) -> UInt64 { UInt64(min(max(value.rounded(), 0), 65535)) }
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

    /// Appends a point's value, least byte first.
    func append(_ point: ControlPoint, to bytes: inout [UInt8]) {
        let code = code(of: point)
        for shift in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: code >> UInt64(8 * shift))) }
    }
}

/// Angles that are the same after a full turn.
enum Angle {
    /// The angle in 0 ..< 2π that points the same way.
    static func positive(_ angle: Double) -> Double {
        let rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
        return rest < 0 ? max(0, rest + 2 * .pi).truncatingRemainder(dividingBy: 2 * .pi) : rest
    }

    /// The angle that points the same way and lies nearest to `neighbor`.
    static func unwrapped(_ angle: Double, near neighbor: Double) -> Double {
        angle - ((angle - neighbor) / (2 * .pi)).rounded() * 2 * .pi
    }
}
