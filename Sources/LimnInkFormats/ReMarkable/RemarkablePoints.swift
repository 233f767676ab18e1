// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Decodes the points of a stroke straight from the file's bytes.
struct RemarkablePoints {
    /// How a point is stored.
    enum Layout {
        /// Six floats: x, y, speed, direction (0…2π), width and pressure (0…1). Versions 3 and 5, and the first form of
        /// 6.
        case floats
        /// Floats x and y, 16-bit speed and width in quarters of a pixel, 8-bit direction (255 is 2π) and pressure
        /// (255 is 1).
        case packed

        var size: Int { self == .floats ? 24 : 14 }
    }

    /// The positions in points; nil when one is no usable number.
    private(set) var positions: [Point]?
    /// The widths in points; those that make no sense are NaN and counted.
    private(set) var widths: [Double]
    private(set) var unusableWidths = 0
    /// 0…1; nil when a value is no number.
    private(set) var pressures: [Double]?
    /// Radians; nil when a value is no number.
    private(set) var directions: [Double]?

    /// - Parameters:
    ///   - memory: a whole number of points.
    ///   - scale: points a pixel.
    ///   - offset: is added to coordinates, in pixels.
    init(_ memory: UnsafeRawBufferPointer, _ layout: Layout, scale: Double, offset: Vector) {
        let count = memory.count / layout.size
        func values(_ value: (Int) -> Double) -> [Double] {
            Array(unsafeUninitializedCapacity: count) { buffer, initialized in
                for i in 0..<count { buffer.initializeElement(at: i, to: value(i * layout.size)) }
                initialized = count
            }
        }
        @inline(__always) func float(_ at: Int) -> Double {
            Double(Float(bitPattern: UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: at, as: UInt32.self))))
        }
        var isUsable = true
        let points = [Point](unsafeUninitializedCapacity: count) { buffer, initialized in
            for i in 0..<count {
                let at = i * layout.size
                let point = Point(x: (float(at) + offset.dx) * scale, y: (float(at + 4) + offset.dy) * scale)
                // False for NaN too.
                isUsable =
                    isUsable && point.x.magnitude <= UsableRange.farthest && point.y.magnitude <= UsableRange.farthest
                buffer.initializeElement(at: i, to: point)
            }
            initialized = count
        }
        positions = isUsable ? points : nil
        switch layout {
        case .packed:
            widths = values {
                Double(UInt16(littleEndian: memory.loadUnaligned(fromByteOffset: $0 + 10, as: UInt16.self))) / 4 * scale
            }
            directions = values { Double(memory[$0 + 12]) * (2 * .pi / 255) }
            pressures = values { Double(memory[$0 + 13]) / 255 }
        case .floats:
            var unusable = 0
            widths = values {
                let width = float($0 + 16) * scale
                if width >= 0, width <= UsableRange.widest { return width }
                unusable += 1
                return .nan
            }
            unusableWidths = unusable
            directions = Self.finite(values { float($0 + 12) })
            pressures = Self.finite(values { float($0 + 20) })
        }
    }

    private static func finite(_ values: [Double]) -> [Double]? { values.allSatisfy(\.isFinite) ? values : nil }
}
