// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The message of the `wrd` form, which PencilKit has written since iOS 14.
///
/// What records the history of editing (replicas, clocks, identities, dates, seeds of textures) is passed over and not listed:
/// it is not on the page.
struct PencilKitDocument {
    /// Fragments of fragments of strokes are read to this depth.
    private static let deepestFragment = 16

    private(set) var result: PencilKitImport

    init(_ message: ProtobufMessage, allowance: PencilKitAllowance) throws(InkFormatError) {
        result = PencilKitImport(allowance: allowance)
        // Strokes refer to inks, which may stand behind them.
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 1:
                let version = try field.varint()
                guard version == 0 else {
                    throw InkFormatError(
                        .unsupportedVersion, format: message.format, "its contents have version \(version)")
                }
            case 4: try result.addInk(try field.submessage())
            case 6: try result.setCanvas(try field.submessage())
            default: break
            }
        }
        try message.forEachField { field throws(InkFormatError) in
            if field.number == 5 { try addStroke(try field.submessage(), of: nil, depth: 0) }
        }
    }

    /// Adds a stroke. A stroke that the pixel eraser cut holds what is left as fragments, which share its path and stand for
    /// it. One without a path was deleted.
    private mutating func addStroke(
        _ message: ProtobufMessage, of parent: Parent?, depth: Int
    ) throws(InkFormatError) {
        try result.allowance.spendStroke()
        let fields = try PencilKitStrokeFields(message)
        var (path, ink, transform) = (parent?.path, parent?.ink ?? PencilKitInk(), parent?.transform)
        if let own = fields.path {
            var droppedChannels: Set<PencilKitChannel> = []
            let points = try PencilKitPathMessage(own).points(dropped: &droppedChannels)
            ink = result.ink(fields.ink ?? 0)
            path = result.path(points, of: ink, droppedChannels: droppedChannels)
        }
        guard let path else {
            // Deleted, or listed already. Fragments with a path of their own are still there.
            if fields.hasFragments { try addFragments(of: message, Parent(path: nil, ink: ink), depth) }
            return
        }
        if let blob = fields.transformOrMask {
            if let own = AffineTransform(pencilKit: blob) {
                transform = own
            } else if blob.range.count.isMultiple(of: 8) {
                // What the eraser took from the sides of the line comes back; the ends are cut by the ranges.
                result.dropped.note(.strokeSetting, page: 1, detail: "mask")
            } else {
                result.dropped.note(.attribute, page: 1, detail: "transform of a stroke")
            }
        }
        if fields.hasFragments {
            return try addFragments(of: message, Parent(path: path, ink: ink, transform: transform), depth)
        }
        // Strokes that are marked as hidden had no path in any sample.
        if fields.isHidden, fields.ranges.isEmpty {
            result.dropped.note(.strokeSetting, page: 1, detail: "hidden, with the stroke")
            return
        }
        try result.add(
            PencilKitStroke(path: path, ink: ink, transform: transform ?? .identity), visible: fields.ranges)
    }

    /// What fragments have from the stroke that they are left of.
    private struct Parent {
        var path: PencilKitPath?
        var ink: PencilKitInk
        var transform: AffineTransform?
    }

    private mutating func addFragments(
        of message: ProtobufMessage, _ parent: Parent, _ depth: Int
    ) throws(InkFormatError) {
        guard depth < Self.deepestFragment else {
            throw InkFormatError(
                .corrupt, format: message.format, at: .init(byte: message.range.lowerBound),
                "strokes within strokes are nested more than \(Self.deepestFragment) deep")
        }
        try message.forEachField { field throws(InkFormatError) in
            if field.number == 11 { try addStroke(try field.submessage(), of: parent, depth: depth + 1) }
        }
    }
}

/// The fields of a stroke of the `wrd` form.
struct PencilKitStrokeFields {
    /// The number of its ink; nil when it does not say, which means 0.
    var ink: UInt64?
    /// The path; nil for a stroke that was deleted.
    var path: ProtobufMessage?
    /// Whether it is marked as hidden.
    var isHidden = false
    /// A transform, or a polygon outside of which the stroke was erased.
    var transformOrMask: ProtobufMessage?
    /// Whether it was cut.
    var hasFragments = false
    /// Where its visible parts begin and end, in parameters of the path.
    var ranges: [Double] = []

    init(_ message: ProtobufMessage) throws(InkFormatError) {
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 4: ink = try field.varint()
            case 5: path = try field.submessage()
            case 8: isHidden = try field.varint() & 1 == 1
            case 10: transformOrMask = try field.submessage()
            case 11: hasFragments = true
            case 12: ranges += try field.floats()
            default: break
            }
        }
    }
}
