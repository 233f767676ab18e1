// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// An upright page with everything that is found by place: phrases, cells, lines and shapes.
struct PrintedPage {
    let sheet: SheetPage
    /// A tenth of the usual height of the page's words, in points.
    let unit: Double
    let rules: PageRules
    let text: PageText
    let cells: [CellGrid.Cell]
    /// The shapes that are no rectangles and no straight lines.
    let art: [Rect]
    let phraseIndex: BoxIndex
    let cellIndex: BoxIndex
    let horizontalIndex: BoxIndex
    let slantIndex: BoxIndex
    let markIndex: BoxIndex
    let artIndex: BoxIndex

    private static let cellLimit = 20_000

    init(_ sheet: SheetPage) {
        self.sheet = sheet
        let heights = sheet.words.map(\.box.height).filter { $0.isFinite && $0 > 0 }.sorted()
        let natural = min(sheet.size.width, sheet.size.height) / 612
        let usual = heights.isEmpty ? natural : heights[heights.count / 2] / 10
        let unit = max(min(usual, 2.5 * natural), 0.4 * natural, 1e-2)
        self.unit = unit
        let rules = PageRules(sheet, unit: unit)
        self.rules = rules
        let verticals = BoxIndex(rules.vertical.map(\.verticalBox), side: 20 * unit)
        text = PageText(sheet) { left, right in
            let middle = (max(left.minY, right.minY) + min(left.maxY, right.maxY)) / 2
            guard right.minX > left.maxX else { return false }
            return !verticals.touching(Rect(x0: left.maxX, y0: middle, x1: right.minX, y1: middle)).isEmpty
        }
        cells = Array(CellGrid(rules, unit: unit).cells.prefix(Self.cellLimit))
        phraseIndex = BoxIndex(text.phrases.map(\.box), side: 20 * unit)
        art = sheet.shapes.filter { $0.outline == .other }.map(\.box)
        artIndex = BoxIndex(art, side: 20 * unit)
        horizontalIndex = BoxIndex(rules.horizontal.map(\.horizontalBox), side: 20 * unit)
        markIndex = BoxIndex(text.marks.map(\.box), side: 20 * unit)
        slantIndex = BoxIndex(rules.slants, side: 20 * unit)
        cellIndex = BoxIndex(cells.map(\.box), side: 20 * unit)
    }

    /// Returns the phrases whose middle is in an area.
    func phrases(in area: Rect) -> [PageText.Phrase] {
        phraseIndex.touching(area).map { text.phrases[$0] }.filter { area.contains($0.box.center) }
    }

    /// Returns whether a picture covers most of an area.
    func isPictured(_ area: Rect) -> Bool {
        sheet.pictures.contains { picture in
            guard let both = picture.intersection(area) else { return false }
            // A scan of the whole page is paper.
            let isPaper = picture.width * picture.height > 0.7 * sheet.size.width * sheet.size.height
            return !isPaper && both.width * both.height > 0.5 * area.width * area.height
        }
    }

    /// Returns whether an area has the size of a box to tick.
    func isTickBox(_ box: Rect) -> Bool {
        let (small, large) = (min(box.width, box.height), max(box.width, box.height))
        return small >= 4.5 * unit && large <= 17 * unit && large <= 1.45 * small
    }

    /// A side of a cell.
    enum Side { case left, right, above, below }

    /// Returns the cell of the same height at the left or right, or of the same width above or below.
    func neighbor(of index: Int, _ side: Side) -> Int? {
        let box = cells[index].box
        let reach = 4 * unit
        let area: Rect =
            switch side {
            case .left: Rect(x0: box.minX - reach, y0: box.center.y, x1: box.minX - 0.5 * unit, y1: box.center.y)
            case .right: Rect(x0: box.maxX + 0.5 * unit, y0: box.center.y, x1: box.maxX + reach, y1: box.center.y)
            case .above: Rect(x0: box.center.x, y0: box.minY - reach, x1: box.center.x, y1: box.minY - 0.5 * unit)
            case .below: Rect(x0: box.center.x, y0: box.maxY + 0.5 * unit, x1: box.center.x, y1: box.maxY + reach)
            }
        return cellIndex.touching(area).first { other in
            let cell = cells[other].box
            guard other != index, min(cell.width, cell.height) > 4.5 * unit else { return false }
            let isBeside = side == .left || side == .right
            return isBeside
                ? (cell.minY - box.minY).magnitude < 3 * unit && (cell.maxY - box.maxY).magnitude < 3 * unit
                : (cell.minX - box.minX).magnitude < 3 * unit && (cell.maxX - box.maxX).magnitude < 3 * unit
        }
    }

    /// Returns whether words ask for something that follows them.
    static func isAsking(_ text: String) -> Bool { text.last.map { ":►▶$€£".contains($0) } ?? false }

    /// Returns the largest area in a box that no obstacle touches. Areas as wide as the box are preferred.
    func largestFree(in box: Rect, _ obstacles: [Rect]) -> Rect? {
        guard obstacles.count <= 24 else { return nil }
        let margin = 1.0 * unit
        let taken = obstacles.map { Rect(x0: $0.minX - margin, y0: $0.minY, x1: $0.maxX + margin, y1: $0.maxY) }
        let tops = [box.minY] + taken.map(\.maxY).filter { $0 > box.minY && $0 < box.maxY }
        let bottoms = [box.maxY] + taken.map(\.minY).filter { $0 > box.minY && $0 < box.maxY }
        var best: (score: Double, area: Rect)?
        for top in tops {
            for bottom in bottoms where bottom - top >= 7 * unit {
                let between = taken.filter { $0.minY < bottom - 0.3 * unit && $0.maxY > top + 0.3 * unit }
                    .sorted { $0.minX < $1.minX }
                var left = box.minX
                for edge in between.map({ ($0.minX, $0.maxX) }) + [(box.maxX, box.maxX)] {
                    let width = min(edge.0, box.maxX) - left
                    if width > 0 {
                        let isWide = width > 0.95 * box.width
                        let score = width * (bottom - top) * (isWide ? 1.4 : 1)
                        if score > best?.score ?? 0 {
                            best = (score, Rect(x0: left, y0: top, x1: left + width, y1: bottom))
                        }
                    }
                    left = max(left, edge.1)
                }
            }
        }
        return best?.area
    }
}
