// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The path message of the `wrd` form: how many points, which of their channels vary, and the records.
///
/// A channel stands in every record or, for all points, in the block of constants; both masks are disjoint.
struct PencilKitPathMessage {
    /// Bits of the channels that stand in every record, and of those that stand once.
    private var perPoint: UInt64 = 0
    private var constant: UInt64 = 0
    private var count: UInt64 = 0
    private var constants = 0..<0
    private var records = 0..<0
    private let message: ProtobufMessage

    /// Reads the message's fields; the points stay where they are.
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

    /// The control points as they are stored.
    ///
    /// - Parameter dropped: gets the channels that say something and have no place in a stroke.
    /// - Throws: ``InkFormatError``: `unsupported` for a channel that is not known, `corrupt` where the masks or the sizes of
    ///   the blocks contradict each other. Nothing is allocated before the count is proven by the bytes.
    func points(dropped: inout Set<PencilKitChannel>) throws(InkFormatError) -> [ControlPoint] {
        let known = UInt64(1) << UInt64(PencilKitChannel.allCases.count) - 1
        let unknown = (perPoint | constant) & ~known
        guard unknown == 0 else {
            throw InkFormatError(
                .unsupported, format: message.format, at: place,
                "its points have a channel that is not known here, number \(unknown.trailingZeroBitCount)")
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
            throw corrupt("\(count) points of \(size) bytes stand in \(records.count) bytes")
        }
        guard constants.count == fixed.reduce(0, { $0 + $1.byteCount }) else {
            throw corrupt("the constants of its points have \(constants.count) bytes")
        }
        var model = ControlPoint.neutral
        read(fixed, constants.lowerBound, into: &model, dropped: &dropped)
        // Points that have nothing of their own are one, however many the file claims.
        guard size > 0 else { return [model] }
        var points: [ControlPoint] = []
        points.reserveCapacity(records.count / size)
        for at in stride(from: records.lowerBound, to: records.upperBound, by: size) {
            var point = model
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

    private var place: InkFormatError.Location { .init(byte: message.range.lowerBound) }

    private func corrupt(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: message.format, at: place, what)
    }
}
