// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Decodes the path message of the `wrd` format: the point count, the channel masks, and the records.
///
/// Every record contains the varying channels. The block of constants contains each constant channel once. The two
/// masks are disjoint.
struct PencilKitPathMessage {
    /// The mask of the varying channels. `constant` is the mask of the constant channels.
    private var perPoint: UInt64 = 0
    private var constant: UInt64 = 0
    private var count: UInt64 = 0
    private var constants = 0..<0
    private var records = 0..<0
    private let message: ProtobufMessage

    /// Reads the fields of the message without decoding the points.
    init(_ message: ProtobufMessage) throws(InkFormatError) {
        self.message = message
        var read = (count: UInt64(0), perPoint: UInt64(0), constant: UInt64(0), constants: 0..<0, records: 0..<0)
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 3: read.count = try field.varint()
            case 4: read.perPoint = try field.varint()
            case 5: read.constant = try field.varint()
            case 6: read.constants = try field.data()
            case 7: read.records = try field.data()
            default: break
            }
        }
        (count, perPoint, constant, constants, records) = read
    }

    /// Decodes the control points.
    ///
    /// - Parameter dropped: receives the channels with significant values that a stroke cannot store.
    /// - Throws: ``InkFormatError`` with `unsupported` for an unknown channel, and `corrupt` if masks and block sizes
    ///   are inconsistent. The sizes are checked before memory is allocated.
    func points(dropped: inout Set<PencilKitChannel>) throws(InkFormatError) -> [ControlPoint] {
        let known = UInt64(1) << UInt64(PencilKitChannel.allCases.count) - 1
        let unknown = (perPoint | constant) & ~known
        guard unknown == 0 else {
            throw InkFormatError(
                .unsupported, format: message.format, at: location,
                "its points have an unknown channel, number \(unknown.trailingZeroBitCount)")
        }
        guard perPoint & constant == 0 else { throw corrupt("a channel of points is both constant and varying") }
        let (varying, fixed) = (channels(perPoint), channels(constant))
        guard count > 0 else { return [] }
        guard [.location, .size].allSatisfy({ varying.contains($0) || fixed.contains($0) }) else {
            throw corrupt("its points have no location or no size")
        }
        let size = varying.reduce(0) { $0 + $1.byteCount }
        let (total, overflow) = UInt64(size).multipliedReportingOverflow(by: count)
        guard !overflow, total == UInt64(records.count) else {
            throw corrupt("\(records.count) bytes do not hold \(count) points of \(size) bytes")
        }
        guard constants.count == fixed.reduce(0, { $0 + $1.byteCount }) else {
            throw corrupt("the constants of its points have \(constants.count) bytes")
        }
        var template = ControlPoint.neutral
        read(fixed, constants.lowerBound, into: &template, dropped: &dropped)
        // If no channel varies, all points are equal, and one point is enough.
        guard size > 0 else { return [template] }
        var points: [ControlPoint] = []
        points.reserveCapacity(records.count / size)
        for at in stride(from: records.lowerBound, to: records.upperBound, by: size) {
            var point = template
            read(varying, at, into: &point, dropped: &dropped)
            points.append(point)
        }
        return points
    }

    private func read(
        _ channels: [PencilKitChannel], _ start: Int, into point: inout ControlPoint,
        dropped: inout Set<PencilKitChannel>
    ) {
        var at = start
        for channel in channels {
            if !channel.read(message.bytes, at, into: &point) { dropped.insert(channel) }
            at += channel.byteCount
        }
    }

    private func channels(_ mask: UInt64) -> [PencilKitChannel] {
        PencilKitChannel.allCases.filter { mask >> UInt64($0.rawValue) & 1 == 1 }
    }

    private var location: InkFormatError.Location { .init(byte: message.range.lowerBound) }

    private func corrupt(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: message.format, at: location, what)
    }
}
