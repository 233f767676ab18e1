// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The order in which the lines of a page are read: from the top to the bottom, column by column.
///
/// Lines stand in columns if an empty strip separates them, and if there are at least two lines beside two others, as wide as
/// words: the numbers behind the names of a list are no column.
struct ReadingOrder {
    /// The typical height of a stroke with letters, in points.
    let height: Double

    /// The narrowest strip between columns, in heights.
    private static let gutter = 1.5
    /// The least mean width of the lines of a column, in heights.
    private static let leastWidth = 4.0
    /// The maximum number of columns beside each other.
    private static let columnLimit = 16
    /// The maximum number of lines of columns that are read beside each other.
    private static let lineLimit = 500

    /// Lines with nothing on their left and on their right for the width of a strip.
    private struct Column {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        /// The number of lines.
        var count = 1
        /// The widths of the lines, added up.
        var width: Double

        init(_ box: Rect) {
            (left, right, top, bottom, width) = (box.minX, box.maxX, box.minY, box.maxY, box.width)
        }

        mutating func take(_ other: Column) {
            (left, right) = (min(left, other.left), max(right, other.right))
            (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
            (count, width) = (count + other.count, width + other.width)
        }

        /// Whether half of the lower column stands beside the other one.
        func isBeside(_ other: Column) -> Bool {
            let shared = min(bottom, other.bottom) - max(top, other.top)
            return shared >= 0.5 * min(bottom - top, other.bottom - other.top)
        }
    }

    /// Returns lines in the order in which they are read.
    func order(_ lines: [HandwrittenLine]) -> [HandwrittenLine] {
        var rest = lines.sorted { ($0.box.center.y, $0.box.minX) < ($1.box.center.y, $1.box.minX) }[...]
        var ordered: [HandwrittenLine] = []
        while let first = rest.first {
            guard let (count, edges) = columns(atTopOf: rest) else {
                ordered.append(first)
                rest = rest.dropFirst()
                continue
            }
            let places = rest.prefix(count).map { line in (edges.count { $0 <= line.box.minX }, line) }
            for column in 0...edges.count { ordered += places.filter { $0.0 == column }.map(\.1) }
            rest = rest.dropFirst(count)
        }
        return ordered
    }

    /// Returns how many of the first lines stand in columns, and the left edges of all columns but the first; nil if none do.
    private func columns(atTopOf lines: ArraySlice<HandwrittenLine>) -> (count: Int, edges: [Double])? {
        // From the left to the right.
        var strips: [Column] = []
        var found: (count: Int, edges: [Double])?
        for (index, line) in lines.prefix(Self.lineLimit).enumerated() {
            var own = Column(line.box)
            strips.removeAll { strip in
                let touches =
                    strip.left < own.right + Self.gutter * height && own.left < strip.right + Self.gutter * height
                if touches { own.take(strip) }
                return touches
            }
            strips.insert(own, at: strips.firstIndex { $0.left > own.left } ?? strips.count)
            guard strips.count <= Self.columnLimit else { break }
            let columns = columns(of: strips)
            if columns.count > 1 { found = (index + 1, columns.dropFirst().map(\.left)) }
        }
        return found
    }

    /// Joins what is no column with what stands before it.
    private func columns(of strips: [Column]) -> [Column] {
        var columns: [Column] = []
        for strip in strips {
            if let last = columns.last, isColumn(last), isColumn(strip), last.isBeside(strip) {
                columns.append(strip)
            } else if columns.isEmpty {
                columns.append(strip)
            } else {
                columns[columns.count - 1].take(strip)
            }
        }
        return columns
    }

    private func isColumn(_ lines: Column) -> Bool {
        lines.count >= 2 && lines.width >= Self.leastWidth * height * Double(lines.count)
    }
}
