// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The drawing that is being read: collects inks, then strokes, and what has no place in them.
struct PencilKitImport {
    /// More inks than a person can choose.
    private static let mostInks = 65_536

    /// The strokes so far.
    private(set) var strokes: [Stroke] = []
    /// What was dropped.
    var dropped = DroppedItems()
    /// What the file may still become.
    var allowance: PencilKitAllowance
    private var inks: [PencilKitInk] = []
    private var size: Size?

    init(allowance: PencilKitAllowance) { self.allowance = allowance }

    /// The document: one page, as large as the canvas where the file says how large that is.
    var document: InkDocument { InkDocument(pages: [.init(size: size, drawing: Drawing(strokes: strokes))]) }

    mutating func addInk(_ message: ProtobufMessage) throws(InkFormatError) {
        guard inks.count < Self.mostInks else {
            throw InkFormatError(.tooLarge, format: message.format, "it has more than \(Self.mostInks) inks")
        }
        inks.append(try PencilKitInk(message))
    }

    /// Takes the bounds of the canvas for the page's size. Bounds that do not begin at the origin are listed instead: ink
    /// keeps its coordinates, and what part of the canvas a page should be is not known.
    mutating func setCanvas(_ message: ProtobufMessage) throws(InkFormatError) {
        var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 1: x = try field.float()
            case 2: y = try field.float()
            case 3: width = try field.float()
            case 4: height = try field.float()
            default: break
            }
        }
        if x == 0, y == 0, width > 0, height > 0, max(width, height) <= UsableRange.farthest {
            size = Size(width: width, height: height)
        } else if ![x, y, width, height].allSatisfy({ $0 == 0 }) {
            dropped.note(.attribute, page: 1, detail: "bounds of the canvas")
        }
    }

    /// The ink of a stroke; a black pen, listed, where the file holds none of that number.
    mutating func ink(_ index: UInt64) -> PencilKitInk {
        if index < UInt64(inks.count) { return inks[Int(index)] }
        dropped.note(.attribute, page: 1, detail: "ink of a stroke")
        return PencilKitInk()
    }

    /// The path that control points make; nil, and listed, when they are no use.
    mutating func path(
        _ points: [ControlPoint], of ink: PencilKitInk, droppedChannels: Set<PencilKitChannel>
    ) -> PencilKitPath? {
        for name in droppedChannels.compactMap(\.droppedName).sorted() {
            dropped.note(.channel, page: 1, detail: name)
        }
        if let path = PencilKitPath(points, of: ink.kind) { return path }
        dropped.note(.stroke, page: 1, detail: points.isEmpty ? "no points" : "numbers that are not usable")
        return nil
    }

    /// Adds the visible parts of a stroke; no ranges mean all of it. What eraser ink drew is not visible.
    mutating func add(_ stroke: PencilKitStroke, visible ranges: [Double]) throws(InkFormatError) {
        if stroke.ink.kind == .eraser { return }
        if let name = stroke.ink.unknownName { dropped.note(.tool, page: 1, detail: name) }
        guard !ranges.isEmpty else { return append(try stroke.stroke(allowance: &allowance)) }
        if !ranges.count.isMultiple(of: 2) { dropped.note(.attribute, page: 1, detail: "visible part of a stroke") }
        for index in stride(from: 0, to: ranges.count - 1, by: 2) {
            guard let range = stroke.path.spline.visible(ranges[index], ranges[index + 1]) else {
                dropped.note(.attribute, page: 1, detail: "visible part of a stroke")
                continue
            }
            append(try stroke.stroke(range, allowance: &allowance))
        }
    }

    private mutating func append(_ stroke: Stroke) {
        // A transform may have carried it away.
        let isNear = stroke.points.positions.allSatisfy {
            $0.x.magnitude <= UsableRange.farthest && $0.y.magnitude <= UsableRange.farthest
        }
        guard isNear, stroke.points.isValid else {
            dropped.note(.stroke, page: 1, detail: "numbers that are not usable")
            return
        }
        strokes.append(stroke)
    }
}
