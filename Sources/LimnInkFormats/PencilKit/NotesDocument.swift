// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The message of the older form: drawings in Notes, and ink annotations that Apple's programs put into PDFs.
struct NotesDocument {
    private(set) var result: PencilKitImport

    init(_ message: ProtobufMessage, allowance: PencilKitAllowance) throws(InkFormatError) {
        result = PencilKitImport(allowance: allowance)
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 4: try result.addInk(try field.submessage())
            case 6 where try field.varint() != 0: result.dropped.note(.attribute, page: 1, detail: "orientation")
            case 8: try result.setCanvas(try field.submessage())
            default: break
            }
        }
        try message.forEachField { field throws(InkFormatError) in
            if field.number == 5 { try addStroke(try field.submessage()) }
        }
    }

    /// Adds a stroke; hidden ones, and those without points, were deleted.
    private mutating func addStroke(_ message: ProtobufMessage) throws(InkFormatError) {
        try result.allowance.spendStroke()
        var (ink, isHidden) = (UInt64(0), false)
        var transform: AffineTransform?
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 3: ink = try field.varint()
            case 9: isHidden = try field.varint() != 0
            case 10:
                transform = AffineTransform(pencilKit: try field.submessage())
                if transform == nil { result.dropped.note(.attribute, page: 1, detail: "transform of a stroke") }
            default: break
            }
        }
        let range = try Self.points(of: message)
        if isHidden || range.isEmpty { return }
        var droppedChannels: Set<PencilKitChannel> = []
        let points = NotesPoints.points(message.bytes, range, dropped: &droppedChannels)
        let found = result.ink(ink)
        guard let path = result.path(points, of: found, droppedChannels: droppedChannels) else { return }
        try result.add(
            PencilKitStroke(path: path, ink: found, transform: transform ?? .identity, isOldForm: true), visible: [])
    }

    /// Where a stroke's points lie: as many records as the stroke says.
    private static func points(of stroke: ProtobufMessage) throws(InkFormatError) -> Range<Int> {
        var (count, range) = (UInt64(0), 0..<0)
        try stroke.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 4: count = try field.varint()
            case 5: range = try field.data()
            default: break
            }
        }
        let (total, overflow) = count.multipliedReportingOverflow(by: UInt64(NotesPoints.recordSize))
        guard !overflow, total == UInt64(range.count) else {
            throw InkFormatError(
                .corrupt, format: stroke.format, at: .init(byte: stroke.range.lowerBound),
                "\(count) points of \(NotesPoints.recordSize) bytes stand in \(range.count) bytes")
        }
        return range
    }

    /// Whether a message is a drawing of this form. Nothing marks it, so all that is known must fit: it parses to its end, has a
    /// version, UUIDs of replicas of 16 bytes, and ink or strokes whose parts are of the right types and sizes.
    static func recognizes(_ message: ProtobufMessage) -> Bool {
        var (versions, replicas, parts, isOdd) = (0, 0, 0, false)
        do {
            try message.forEachField { field throws(InkFormatError) in
                switch field.number {
                case 1:
                    _ = try field.varint()
                    versions += 1
                case 2:
                    replicas += 1
                    if try field.data().count != 16 { isOdd = true }
                case 4:
                    _ = try PencilKitInk(try field.submessage())
                    parts += 1
                case 5:
                    _ = try points(of: try field.submessage())
                    parts += 1
                case 6: _ = try field.varint()
                case 8: try field.submessage().forEachField { _ in }
                default: break
                }
            }
        } catch { return false }
        return versions == 1 && replicas > 0 && parts > 0 && !isOdd
    }
}
