// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Reads a stroke from its attributes and coordinates.
struct XournalppStroke {
    /// The stroke, on layer 0; nil if it has no usable points.
    private(set) var stroke: Stroke?
    /// The dropped content, with its kind, count and detail.
    private(set) var dropped: [(DroppedItem.Kind, Int, String)] = []

    init(_ attributes: [String: String], _ coordinates: [Double]) {
        let points = XournalppPoints(coordinates)
        guard var positions = points.positions else {
            dropped.append((.stroke, 1, "coordinates that are not usable numbers"))
            return
        }
        guard !positions.isEmpty else {
            dropped.append((.stroke, 1, "no points"))
            return
        }
        if points.isOdd { dropped.append((.point, 1, "x without y")) }

        var brush = XournalppBrush(attributes)
        for attribute in brush.unreadable { dropped.append((.attribute, 1, attribute)) }
        let widths = XournalppWidths(width: attributes["width"], pressures: attributes["pressures"])
        if widths.unreadable > 0 { dropped.append((.attribute, widths.unreadable, "width")) }
        let surplus = widths.surplus(forPoints: positions.count)
        if surplus > 0 { dropped.append((.width, surplus, "")) }
        let values = widths.values(forPoints: positions.count)
        if values.count < positions.count {
            dropped.append((.point, positions.count - values.count, "without a width"))
            positions.removeLast(positions.count - values.count)
        }
        brush.brush.width = widths.nominal
        stroke = Stroke(brush: brush.brush, points: StrokePoints(positions: positions, widths: values))
    }
}
