// SPDX-License-Identifier: Apache-2.0

/// The points of the older form, which Notes and annotations in PDFs use: records of 24 bytes.
enum NotesPoints {
    /// The bytes of a record: time, x and y as floats, then the width, the aspect ratio, the edge's width, force and azimuth
    /// as 16-bit numbers, altitude and opacity as bytes.
    static let recordSize = 24

    /// The control points in a stretch of bytes that holds whole records.
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
            // The source calls it a radius; that it is PencilKit's size is inferred.
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
