// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Cuts an endless canvas into pages of equal size, whose corners are at multiples of that size.
struct Tiles {
    private struct Place: Hashable {
        var row: Int
        var column: Int
    }

    let size: Size
    private var items: [Place: [Item]] = [:]

    /// The maximum number of pages on which one item is shown. A larger item is only on the page of its center.
    private static let maximumPages = 16

    init(size: Size) { self.size = size }

    /// Adds an item, in points of the canvas, to every page on which it shows. Returns the number of pages; 0 if the
    /// item is nowhere.
    mutating func add(_ item: Item) -> Int {
        // The edge of a wide line alone does not make a page.
        var bounds = item.bounds
        if case .stroke(let stroke) = item { bounds = Rect(containing: stroke.points.positions) }
        guard let box = bounds, box.isFinite,
            [box.minX, box.maxX, box.minY, box.maxY].allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate })
        else { return 0 }
        func index(_ value: Double, _ side: Double) -> Int { Int(clamping: (value / side).rounded(.down)) }
        var rows = index(box.minY, size.height)...index(box.maxY, size.height)
        var columns = index(box.minX, size.width)...index(box.maxX, size.width)
        if rows.count * columns.count > Self.maximumPages {
            let center = box.center
            rows = index(center.y, size.height)...index(center.y, size.height)
            columns = index(center.x, size.width)...index(center.x, size.width)
        }
        for row in rows {
            for column in columns {
                let move = AffineTransform.translation(
                    Vector(dx: -Double(column) * size.width, dy: -Double(row) * size.height))
                items[Place(row: row, column: column), default: []].append(item.transformed(by: move))
            }
        }
        return rows.count * columns.count
    }

    /// Returns the items of each page with items, row by row.
    var pages: [[Item]] {
        items.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }.map(\.value)
    }
}
