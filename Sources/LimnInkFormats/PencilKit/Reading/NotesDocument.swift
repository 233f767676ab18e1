// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads the legacy format: drawings in Notes, and ink annotations that Apple's programs write into PDFs.
struct NotesDocument {
    private(set) var result: PencilKitImport

    init(_ message: ProtobufMessage, budget: PencilKitBudget) throws(InkFormatError) {
        result = PencilKitImport(budget: budget)
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

    /// Adds a stroke. Hidden strokes and strokes without points were deleted and are skipped.
    private mutating func addStroke(_ message: ProtobufMessage) throws(InkFormatError) {
        try result.budget.spendStroke()
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
            PencilKitStroke(path: path, ink: found, transform: transform ?? .identity, isLegacy: true), visible: [])
    }

    /// Returns the byte range of a stroke's points. Its size must match the stroke's point count.
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
                "\(range.count) bytes do not hold \(count) points of \(NotesPoints.recordSize) bytes")
        }
        return range
    }

    /// Returns whether a message is a drawing in the legacy format.
    ///
    /// The format has no magic number, so the whole structure is checked. The message must parse to its end. It must
    /// have one version, replica UUIDs of 16 bytes, and inks or strokes with fields of the right types and sizes.
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
