// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// Decodes the points of a shape's segments in all three formats of tldraw. z is the pressure.
///
/// - Up to version 4.2, `points` is a list of `{x, y, z}`.
/// - After version 4.2, `points` is base64 of absolute half floats x, y, z.
/// - Since January 2026, `path` is base64 of a first point in floats, followed by differences in half floats. With
///   `dim: 2`, z is missing.
struct TldrawPoints {
    /// The positions in the coordinates of the shape.
    private(set) var positions: [Point] = []
    /// The pressures, 0…1, one for each position.
    private(set) var pressures: [Double] = []
    /// Whether any segment is unreadable.
    private(set) var isBroken = false

    private static let defaultPressure = 0.5

    init(_ segments: [TreeValue]) {
        for segment in segments {
            if let path = segment["path"]?.string {
                decode(path: path, dimensions: segment["dim"]?.integer ?? 3)
            } else if let text = segment["points"]?.string {
                decode(absolute: text)
            } else if let points = segment["points"]?.array {
                for point in points { add(point["x"]?.number, point["y"]?.number, point["z"]?.number) }
            } else {
                isBroken = true
            }
        }
    }

    /// Adds a point unless it repeats the previous one. Successive segments share an end point.
    private mutating func add(_ x: Double?, _ y: Double?, _ pressure: Double?) {
        guard let x, let y, x.magnitude <= ValueLimits.maximumCoordinate, y.magnitude <= ValueLimits.maximumCoordinate
        else {
            isBroken = true
            return
        }
        let position = Point(x: x, y: y)
        if position == positions.last { return }
        positions.append(position)
        pressures.append(min(max(pressure ?? Self.defaultPressure, 0), 1))
    }

    private mutating func decode(absolute text: String) {
        guard let bytes = Data(base64Encoded: text).map(Array.init), bytes.count.isMultiple(of: 6) else {
            isBroken = true
            return
        }
        for at in stride(from: 0, to: bytes.count, by: 6) {
            add(Self.half(bytes, at), Self.half(bytes, at + 2), Self.half(bytes, at + 4))
        }
    }

    private mutating func decode(path text: String, dimensions: Int) {
        guard dimensions == 2 || dimensions == 3, let bytes = Data(base64Encoded: text).map(Array.init),
            bytes.count >= 4 * dimensions, (bytes.count - 4 * dimensions).isMultiple(of: 2 * dimensions)
        else {
            isBroken = true
            return
        }
        var values = (0..<dimensions).map { Self.float(bytes, 4 * $0) }
        add(values[0], values[1], dimensions == 3 ? values[2] : nil)
        for at in stride(from: 4 * dimensions, to: bytes.count, by: 2 * dimensions) {
            for i in 0..<dimensions { values[i] += Self.half(bytes, at + 2 * i) }
            add(values[0], values[1], dimensions == 3 ? values[2] : nil)
        }
    }

    private static func float(_ bytes: [UInt8], _ at: Int) -> Double {
        Double(Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }))
    }

    /// Reads a little-endian half float (IEEE 754 binary16). Swift's `Float16` is not available on all platforms.
    static func half(_ bytes: [UInt8], _ at: Int) -> Double {
        let pattern = UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
        let sign = pattern >> 15 == 0 ? 1.0 : -1.0
        let exponent = Int(pattern >> 10 & 31)
        let fraction = Double(pattern & 1023) / 1024
        return switch exponent {
        case 0: sign * fraction * 0x1p-14
        case 31: fraction == 0 ? sign * .infinity : .nan
        default: sign * (1 + fraction) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
        }
    }
}
