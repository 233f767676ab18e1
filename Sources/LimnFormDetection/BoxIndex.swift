// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Finds the boxes that touch an area: a grid whose squares list their boxes. Boxes in very many squares are listed apart.
struct BoxIndex {
    private struct Square: Hashable {
        let column: Int
        let row: Int
    }

    private var boxes: [Rect] = []
    private let side: Double
    private var squares: [Square: [Int]] = [:]
    private var large: [Int] = []

    /// The maximum number of squares that list a box.
    private static let squareLimit = 200

    /// - Parameter side: the side of a square, in points.
    init(_ boxes: [Rect], side: Double) {
        self.side = max(side, 1e-3)
        for box in boxes { append(box) }
    }

    /// The box with an index.
    subscript(index: Int) -> Rect { boxes[index] }

    /// Adds a box behind the others.
    mutating func append(_ box: Rect) {
        let index = boxes.count
        boxes.append(box)
        guard box.isFinite else { return }
        let (columns, rows) = range(of: box)
        guard columns.count <= Self.squareLimit, rows.count <= Self.squareLimit,
            columns.count * rows.count <= Self.squareLimit
        else { return large.append(index) }
        for row in rows {
            for column in columns { squares[Square(column: column, row: row), default: []].append(index) }
        }
    }

    private func range(of box: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        func place(_ value: Double) -> Int { Int(clamping: (value / side).rounded(.down)) }
        let (left, top) = (place(box.minX), place(box.minY))
        return (left...max(left, place(box.maxX)), top...max(top, place(box.maxY)))
    }

    /// Returns the indices of the boxes that touch an area, in ascending order.
    func touching(_ area: Rect) -> [Int] {
        guard area.isFinite else { return [] }
        var found = Set(large.filter { boxes[$0].intersection(area) != nil })
        let (columns, rows) = range(of: area)
        if columns.count > 2000 || rows.count > 2000 || columns.count * rows.count > max(squares.count, 64) {
            for index in boxes.indices where boxes[index].intersection(area) != nil { found.insert(index) }
            return found.sorted()
        }
        for row in rows {
            for column in columns {
                for index in squares[Square(column: column, row: row)] ?? []
                where boxes[index].intersection(area) != nil { found.insert(index) }
            }
        }
        return found.sorted()
    }
}
