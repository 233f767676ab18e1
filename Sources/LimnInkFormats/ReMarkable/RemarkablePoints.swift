// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Decodes the points of a stroke directly from the bytes of the file.
struct RemarkablePoints {
    /// The layout of a point.
    enum Layout {
        /// Six floats: x, y, speed, direction (0…2π), width and pressure (0…1). Versions 3 and 5 have this layout, and
        /// so has version 1 of line blocks in version 6.
        case floats
        /// x and y as floats; speed and width as 16-bit numbers in 1/4 pixel; direction (255 is 2π) and pressure (255
        /// is 1) as bytes.
        case packed

        var size: Int { self == .floats ? 24 : 14 }
    }

    /// The positions in points; nil if any of them is unusable.
    private(set) var positions: [Point]?
    /// The widths in points; NaN for unusable widths.
    private(set) var widths: [Double]
    private(set) var unusableWidths = 0
    /// The pressures, 0…1; nil if any of them is not finite.
    private(set) var pressures: [Double]?
    /// The directions in radians; nil if any of them is not finite.
    private(set) var directions: [Double]?

    /// Decodes points.
    ///
    /// - Parameters:
    ///   - memory: the bytes of a whole number of points.
    ///   - scale: the size of one pixel in points.
    ///   - offset: the offset that is added to coordinates, in pixels.
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
                // Comparisons with NaN are false, so NaN is also unusable.
                isUsable =
                    isUsable && point.x.magnitude <= ValueLimits.maximumCoordinate
                    && point.y.magnitude <= ValueLimits.maximumCoordinate
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
                if width >= 0, width <= ValueLimits.maximumWidth { return width }
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
