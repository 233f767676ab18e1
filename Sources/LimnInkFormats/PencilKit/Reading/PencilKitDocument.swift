// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads the message of the `wrd` format, which PencilKit has written since iOS 14.
///
/// The editing history (replicas, clocks, identifiers, dates, texture seeds) is ignored and not listed as dropped,
/// because it does not change how the page looks.
struct PencilKitDocument {
    /// The maximum nesting depth of stroke fragments.
    private static let maximumFragmentDepth = 16

    private(set) var result: PencilKitImport

    init(_ message: ProtobufMessage, budget: PencilKitBudget) throws(InkFormatError) {
        result = PencilKitImport(budget: budget)
        // The inks are read first, because strokes may precede the inks to which they refer.
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

    /// Adds a stroke. If the pixel eraser split the stroke, its fragments replace it and share its path. A stroke
    /// without a path was deleted.
    private mutating func addStroke(
        _ message: ProtobufMessage, of parent: Parent?, depth: Int
    ) throws(InkFormatError) {
        try result.budget.spendStroke()
        let fields = try PencilKitStrokeFields(message)
        var (path, ink, transform) = (parent?.path, parent?.ink ?? PencilKitInk(), parent?.transform)
        if let own = fields.path {
            var droppedChannels: Set<PencilKitChannel> = []
            let points = try PencilKitPathMessage(own).points(dropped: &droppedChannels)
            ink = result.ink(fields.ink ?? 0)
            path = result.path(points, of: ink, droppedChannels: droppedChannels)
        }
        guard let path else {
            // The stroke was deleted or is already listed as dropped. Fragments with their own paths are still read.
            if fields.hasFragments { try addFragments(of: message, Parent(path: nil, ink: ink), depth) }
            return
        }
        if let blob = fields.transformOrMask {
            if let own = AffineTransform(pencilKit: blob) {
                transform = own
            } else if blob.range.count.isMultiple(of: 8) {
                // Masks are not supported, so parts that were erased from the side reappear. The visible ranges still
                // shorten strokes.
                result.dropped.note(.strokeSetting, page: 1, detail: "mask")
            } else {
                result.dropped.note(.attribute, page: 1, detail: "transform of a stroke")
            }
        }
        if fields.hasFragments {
            return try addFragments(of: message, Parent(path: path, ink: ink, transform: transform), depth)
        }
        // In all known files, hidden strokes had no path.
        if fields.isHidden, fields.ranges.isEmpty {
            result.dropped.note(.strokeSetting, page: 1, detail: "hidden, with the stroke")
            return
        }
        try result.add(
            PencilKitStroke(path: path, ink: ink, transform: transform ?? .identity), visible: fields.ranges)
    }

    /// The properties that fragments inherit from their stroke.
    private struct Parent {
        var path: PencilKitPath?
        var ink: PencilKitInk
        var transform: AffineTransform?
    }

    private mutating func addFragments(
        of message: ProtobufMessage, _ parent: Parent, _ depth: Int
    ) throws(InkFormatError) {
        guard depth < Self.maximumFragmentDepth else {
            throw InkFormatError(
                .corrupt, format: message.format, at: .init(byte: message.range.lowerBound),
                "strokes are nested more than \(Self.maximumFragmentDepth) levels deep")
        }
        try message.forEachField { field throws(InkFormatError) in
            if field.number == 11 { try addStroke(try field.submessage(), of: parent, depth: depth + 1) }
        }
    }
}

/// The fields of a stroke in the `wrd` format.
struct PencilKitStrokeFields {
    /// The index of the ink; nil if the field is missing, which means 0.
    var ink: UInt64?
    /// The path; nil for a deleted stroke.
    var path: ProtobufMessage?
    /// Whether the stroke is marked as hidden.
    var isHidden = false
    /// A transform, or a polygon that masks the stroke.
    var transformOrMask: ProtobufMessage?
    /// Whether the stroke was split into fragments.
    var hasFragments = false
    /// The starts and ends of the visible parts, alternating, as parameters of the path.
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
