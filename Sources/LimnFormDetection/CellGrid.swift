// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Finds the rectangles that rules enclose.
///
/// The places of all rules divide the page into a grid. Squares of the grid belong together where no rule is between
/// them. Squares that belong together and fill their bounding box are a cell.
struct CellGrid {
    /// An enclosed area.
    struct Cell: Hashable {
        /// The bounding box, between the rules.
        var box: Rect
        /// Whether the area fills its box.
        var isRectangle: Bool
    }

    private(set) var cells: [Cell] = []

    private static let squareLimit = 3_000_000

    init(_ rules: PageRules, unit: Double) {
        let tolerance = 1.2 * unit
        let ys = Self.places(rules.horizontal.map(\.place), tolerance)
        let xs = Self.places(rules.vertical.map(\.place), tolerance)
        let (columns, rows) = (xs.count + 1, ys.count + 1)
        guard !xs.isEmpty, !ys.isEmpty, columns * rows <= Self.squareLimit else { return }
        // Whether a rule is above a square, and left of it.
        var above = [Bool](repeating: false, count: columns * (rows + 1))
        var left = [Bool](repeating: false, count: (columns + 1) * rows)
        let slack = 2.5 * unit
        for rule in rules.horizontal {
            let row = Self.nearest(rule.place, ys) + 1
            for column in Self.squares(along: rule, xs, slack) { above[row * columns + column] = true }
        }
        for rule in rules.vertical {
            let column = Self.nearest(rule.place, xs) + 1
            for row in Self.squares(along: rule, ys, slack) { left[row * (columns + 1) + column] = true }
        }
        var seen = [Bool](repeating: false, count: columns * rows)
        for start in 0..<(columns * rows) where !seen[start] {
            seen[start] = true
            var (stack, count, isOutside) = ([start], 0, false)
            var (minX, maxX, minY, maxY) = (Int.max, -1, Int.max, -1)
            while let square = stack.popLast() {
                let (row, column) = (square / columns, square % columns)
                count += 1
                (minX, maxX) = (min(minX, column), max(maxX, column))
                (minY, maxY) = (min(minY, row), max(maxY, row))
                if row == 0 || column == 0 || row == rows - 1 || column == columns - 1 { isOutside = true }
                func visit(_ next: Int) {
                    if !seen[next] {
                        seen[next] = true
                        stack.append(next)
                    }
                }
                if row > 0, !above[row * columns + column] { visit(square - columns) }
                if row < rows - 1, !above[(row + 1) * columns + column] { visit(square + columns) }
                if column > 0, !left[row * (columns + 1) + column] { visit(square - 1) }
                if column < columns - 1, !left[row * (columns + 1) + column + 1] { visit(square + 1) }
            }
            guard !isOutside else { continue }
            let box = Rect(x0: xs[minX - 1], y0: ys[minY - 1], x1: xs[maxX], y1: ys[maxY])
            guard min(box.width, box.height) >= 3.5 * unit else { continue }
            cells.append(Cell(box: box, isRectangle: count == (maxX - minX + 1) * (maxY - minY + 1)))
        }
    }

    /// Returns the squares of a row or a column beside which a rule runs. A square ends at the place with its number.
    private static func squares(along rule: Rule, _ places: [Double], _ slack: Double) -> [Int] {
        var found: [Int] = []
        for square in max(1, insertion(rule.start, places) - 1)..<max(1, places.count) {
            let (a, b) = (places[square - 1], places[square])
            if a > rule.end { break }
            if min(b, rule.end + slack) - max(a, rule.start - slack) >= 0.85 * (b - a) { found.append(square) }
        }
        return found
    }

    /// Returns places that are at least a tolerance apart, in ascending order.
    private static func places(_ values: [Double], _ tolerance: Double) -> [Double] {
        var places: [Double] = []
        var (sum, count) = (0.0, 0.0)
        for value in values.sorted() {
            if let last = places.last, value - last <= tolerance {
                (sum, count) = (sum + value, count + 1)
                continue
            }
            if count > 0 { places[places.count - 1] = sum / count }
            places.append(value)
            (sum, count) = (value, 1)
        }
        if count > 0 { places[places.count - 1] = sum / count }
        return places
    }

    /// Returns the index of the first place that is not less than a value.
    private static func insertion(_ value: Double, _ places: [Double]) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func nearest(_ value: Double, _ places: [Double]) -> Int {
        let at = insertion(value, places)
        if at == 0 { return 0 }
        if at == places.count { return at - 1 }
        return places[at] - value < value - places[at - 1] ? at : at - 1
    }
}
