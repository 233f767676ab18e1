// SPDX-License-Identifier: Apache-2.0

/// Decodes the points of the legacy format, which are records of 24 bytes.
enum NotesPoints {
    /// The size of a record in bytes. A record consists of time, x and y as floats; width, aspect ratio, edge width,
    /// force and azimuth as 16-bit numbers; and altitude and opacity as bytes.
    static let recordSize = 24

    /// Decodes the control points in a byte range, which must contain whole records.
    static func points(
        _ bytes: [UInt8], _ range: Range<Int>, dropped: inout Set<PencilKitChannel>
    ) -> [ControlPoint] {
        var points: [ControlPoint] = []
        points.reserveCapacity(range.count / recordSize)
        for at in stride(from: range.lowerBound, to: range.upperBound, by: recordSize) {
            var point = ControlPoint.neutral
            point[.time] = bytes.float32(at)
            point[.x] = bytes.float32(at + 4)
            point[.y] = bytes.float32(at + 8)
            // The program from which this layout is known calls the value a radius. It is inferred that it is
            // PencilKit's size.
            point[.width] = Double(bytes.uint16(at + 12)) / 10
            if bytes.uint16(at + 14) != 1000 { dropped.insert(.aspectRatio) }
            if bytes.uint16(at + 16) != 0 { dropped.insert(.edgeWidth) }
            point[.force] = Double(bytes.uint16(at + 18)) / 1000
            point[.azimuth] = Double(bytes.uint16(at + 20)) / PencilKitChannel.azimuthSteps
            point[.altitude] = Double(bytes[at + 22]) / 255 * (.pi / 2)
            point[.opacity] = Double(bytes[at + 23]) / 255
            points.append(point)
        }
        return points
    }
}
