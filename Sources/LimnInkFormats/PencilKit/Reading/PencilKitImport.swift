// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Collects the inks, strokes and dropped items of a drawing during reading.
struct PencilKitImport {
    /// The maximum number of inks.
    private static let maximumInks = 65_536

    /// The strokes so far.
    private(set) var strokes: [Stroke] = []
    /// The dropped items.
    var dropped = DroppedItems()
    /// The remaining budget of the file.
    var budget: PencilKitBudget
    private var inks: [PencilKitInk] = []
    private var size: Size?

    init(budget: PencilKitBudget) { self.budget = budget }

    /// The document: one page, with the size of the canvas if the file specifies it.
    var document: InkDocument { InkDocument(pages: [.init(size: size, drawing: Drawing(strokes: strokes))]) }

    mutating func addInk(_ message: ProtobufMessage) throws(InkFormatError) {
        guard inks.count < Self.maximumInks else {
            throw InkFormatError(.tooLarge, format: message.format, "it has more than \(Self.maximumInks) inks")
        }
        inks.append(try PencilKitInk(message))
    }

    /// Sets the page size from the bounds of the canvas. Bounds that do not start at the origin are listed as
    /// dropped, because the ink keeps its coordinates.
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
        if x == 0, y == 0, width > 0, height > 0, max(width, height) <= ValueLimits.maximumCoordinate {
            size = Size(width: width, height: height)
        } else if ![x, y, width, height].allSatisfy({ $0 == 0 }) {
            dropped.note(.attribute, page: 1, detail: "bounds of the canvas")
        }
    }

    /// Returns the ink with an index. If there is none, returns a black pen and lists the ink as dropped.
    mutating func ink(_ index: UInt64) -> PencilKitInk {
        if index < UInt64(inks.count) { return inks[Int(index)] }
        dropped.note(.attribute, page: 1, detail: "ink of a stroke")
        return PencilKitInk()
    }

    /// Makes a path from control points. If they are unusable, returns nil and lists the stroke as dropped.
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

    /// Adds the visible parts of a stroke, or the whole stroke if there are no ranges. Strokes of the eraser ink are
    /// ignored, because they are invisible.
    mutating func add(_ stroke: PencilKitStroke, visible ranges: [Double]) throws(InkFormatError) {
        if stroke.ink.kind == .eraser { return }
        if let name = stroke.ink.unknownName { dropped.note(.tool, page: 1, detail: name) }
        guard !ranges.isEmpty else { return append(try stroke.stroke(budget: &budget)) }
        if !ranges.count.isMultiple(of: 2) { dropped.note(.attribute, page: 1, detail: "visible part of a stroke") }
        for index in stride(from: 0, to: ranges.count - 1, by: 2) {
            guard let range = stroke.path.spline.visible(ranges[index], ranges[index + 1]) else {
                dropped.note(.attribute, page: 1, detail: "visible part of a stroke")
                continue
            }
            append(try stroke.stroke(range, budget: &budget))
        }
    }

    private mutating func append(_ stroke: Stroke) {
        // A transform may have moved the stroke beyond the limit for coordinates.
        let isNear = stroke.points.positions.allSatisfy {
            $0.x.magnitude <= ValueLimits.maximumCoordinate && $0.y.magnitude <= ValueLimits.maximumCoordinate
        }
        guard isNear, stroke.points.isValid else {
            dropped.note(.stroke, page: 1, detail: "numbers that are not usable")
            return
        }
        strokes.append(stroke)
    }
}
