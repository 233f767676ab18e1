// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
public import LimnGeometry

/// Finds the places on a page where people are meant to write: by its lines, boxes, circles, blank lines and words.
///
/// All lengths are measured in units of a tenth of the usual height of the page's words, so that a page may have any
/// scale. The page is turned until its words are upright.
public struct FieldDetector {
    let page: SheetPage
    let unit: Double
    let rules: PageRules
    let text: PageText
    let cells: [CellGrid.Cell]
    let phraseIndex: BoxIndex
    let cellIndex: BoxIndex
    let horizontalIndex: BoxIndex
    let slantIndex: BoxIndex
    let markIndex: BoxIndex
    /// The shapes that are no rectangles and no straight lines.
    let art: [Rect]
    let artIndex: BoxIndex

    /// Returns the places on a page that is a picture, in reading order, without names. Their labels are the words that
    /// a program has recognized.
    ///
    /// - Parameters:
    ///   - scan: what can be seen on the page.
    ///   - number: the page, from 1.
    public static func fields(on scan: ScanReader, number: Int) -> [DetectedField] {
        fields(on: scan.page, number: number).map { found in
            var field = found
            // The page is askew, the fields are not.
            let center = scan.toPage.apply(field.rect.center)
            let (width, height) = (field.rect.width / 2, field.rect.height * scan.toPage.d / 2)
            field.rect = Rect(
                x0: center.x - width, y0: center.y - height, x1: center.x + width, y1: center.y + height)
            func known(_ text: String?) -> String? {
                text.map { $0.replacing(ScanReader.mark, with: "") }.flatMap {
                    $0.allSatisfy(\.isWhitespace) ? nil : $0
                }
            }
            field.label = known(field.label) ?? ""
            (field.choice, field.question, field.row) = (known(field.choice), known(field.question), known(field.row))
            return field
        }
    }

    private static let cellLimit = 20_000
    private static let placeLimit = 8000

    /// Returns the places on a page, in reading order, without names.
    ///
    /// - Parameters:
    ///   - page: what the page prints.
    ///   - number: the page, from 1.
    public static func fields(on page: SheetPage, number: Int) -> [DetectedField] {
        let (upright, back) = page.bounded.upright
        let detector = FieldDetector(upright)
        let found = ReadingOrder.sorted(detector.found(), by: \.rect)
        return Labeling(detector).grouped(found).map { place in
            var field = DetectedField(
                place.kind, page: number, rect: back.apply(place.rect), certainty: place.certainty, label: place.label)
            field.row = place.row
            field.number = place.number
            field.cells = place.cells
            field.choice = place.choice
            field.group = place.group
            field.question = place.question
            field.isMultiline = place.isMultiline
            field.isCentered = place.isCentered
            field.turn = page.turn
            return field.bounded
        }
    }

    /// A place that may become a field.
    struct Place {
        var kind = FormField.Kind.text
        var rect: Rect
        var certainty: Double
        var label = ""
        var row: String?
        var number: Int?
        var cells: Int?
        var group: Int?
        var choice: String?
        var question: String?
        /// The outline to which captions are near; nil for the place itself.
        var caption: Rect?
        var isMultiline = false
        var isCentered = false
        /// The index of the cell that it lies in.
        var cell: Int?
    }

    init(_ page: SheetPage) {
        self.page = page
        let heights = page.words.map(\.box.height).filter { $0.isFinite && $0 > 0 }.sorted()
        let natural = min(page.size.width, page.size.height) / 612
        let usual = heights.isEmpty ? natural : heights[heights.count / 2] / 10
        let unit = max(min(usual, 2.5 * natural), 0.4 * natural, 1e-2)
        self.unit = unit
        let rules = PageRules(page, unit: unit)
        self.rules = rules
        let verticals = BoxIndex(
            rules.vertical.map { Rect(x0: $0.place, y0: $0.start, x1: $0.place, y1: $0.end) }, side: 20 * unit)
        text = PageText(page) { left, right in
            let middle = (max(left.minY, right.minY) + min(left.maxY, right.maxY)) / 2
            guard right.minX > left.maxX else { return false }
            return !verticals.touching(Rect(x0: left.maxX, y0: middle, x1: right.minX, y1: middle)).isEmpty
        }
        cells = Array(CellGrid(rules, unit: unit).cells.prefix(Self.cellLimit))
        phraseIndex = BoxIndex(text.phrases.map(\.box), side: 20 * unit)
        art = page.shapes.filter { $0.outline == .other }.map(\.box)
        artIndex = BoxIndex(art, side: 20 * unit)
        horizontalIndex = BoxIndex(
            rules.horizontal.map { Rect(x0: $0.start, y0: $0.place, x1: $0.end, y1: $0.place) }, side: 20 * unit)
        markIndex = BoxIndex(text.marks.map(\.box), side: 20 * unit)
        slantIndex = BoxIndex(rules.slants, side: 20 * unit)
        cellIndex = BoxIndex(cells.map(\.box), side: 20 * unit)
    }

    /// Returns all places, without those that overlap better ones or fields that exist.
    private func found() -> [Place] {
        let runs = combRuns
        var places = marks() + combs(runs) + enclosed(besides: runs) + shapePlaces()
        places += blankLines(besides: places)
        let paper = Rect(origin: .zero, size: page.size)
        places.removeAll { !paper.contains($0.rect.center) }
        places.sort { $0.certainty > $1.certainty }
        places.removeLast(max(0, places.count - Self.placeLimit))
        var kept: [Place] = []
        var index: [Int: [Rect]] = [:]
        let side = 40 * unit
        func rows(_ box: Rect) -> ClosedRange<Int> {
            let first = Int(clamping: (box.minY / side).rounded(.down))
            return first...min(max(first, Int(clamping: (box.maxY / side).rounded(.down))), first &+ 2000)
        }
        func isTaken(_ box: Rect) -> Bool {
            rows(box).contains { row in
                index[row]?.contains { other in
                    guard let both = other.intersection(box) else { return false }
                    return both.width * both.height > 0.3 * min(box.width * box.height, other.width * other.height)
                } ?? false
            }
        }
        func take(_ box: Rect) { for row in rows(box) { index[row, default: []].append(box) } }
        for field in page.fields { take(field) }
        for place in places where !place.rect.isEmpty && !isTaken(place.rect) {
            take(place.rect)
            kept.append(place)
        }
        countCells(&kept)
        return Labeling(self).labeled(kept)
    }

    /// Finds short lines that divide a place into equal cells, one for each character.
    private func countCells(_ places: inout [Place]) {
        let ticks = rules.ticks + rules.vertical
        let index = BoxIndex(ticks.map { Rect(x0: $0.place, y0: $0.start, x1: $0.place, y1: $0.end) }, side: 20 * unit)
        for place in places.indices where places[place].kind == .text && places[place].cells == nil {
            let box = places[place].rect
            guard box.height < 40 * unit, box.width > 20 * unit else { continue }
            let xs = index.touching(box).map { ticks[$0] }
                .filter { $0.length >= 2 * unit && $0.length < 1.3 * box.height && $0.end > box.center.y }
                .map(\.place).filter { $0 > box.minX + 3 * unit && $0 < box.maxX - 3 * unit }.sorted()
            let edges = [box.minX] + xs + [box.maxX]
            let widths = zip(edges.dropFirst(), edges).map { $0 - $1 }
            guard let least = widths.min(), let most = widths.max(), xs.count >= 2, most < 1.4 * least,
                most < 30 * unit
            else { continue }
            places[place].cells = widths.count
        }
    }

    /// Returns the phrases whose middle is in an area.
    func phrases(in area: Rect) -> [PageText.Phrase] {
        phraseIndex.touching(area).map { text.phrases[$0] }.filter { area.contains($0.box.center) }
    }

    /// Returns whether a picture covers most of an area.
    func isPictured(_ area: Rect) -> Bool {
        page.pictures.contains { picture in
            guard let both = picture.intersection(area) else { return false }
            // A scan of the whole page is paper.
            let isPaper = picture.width * picture.height > 0.7 * page.size.width * page.size.height
            return !isPaper && both.width * both.height > 0.5 * area.width * area.height
        }
    }

    // MARK: Boxes to tick

    /// Returns the characters that are boxes and circles.
    private func marks() -> [Place] {
        text.marks.map { Place(kind: $0.isRound ? .radio : .check, rect: $0.box, certainty: 0.95) }
    }

    /// Returns whether an area has the size of a box to tick.
    private func isTickBox(_ box: Rect) -> Bool {
        let (small, large) = (min(box.width, box.height), max(box.width, box.height))
        return small >= 4.5 * unit && large <= 17 * unit && large <= 1.45 * small
    }

    // MARK: Combs

    /// Returns the cells that are one of several equal cells in a row, for one character each.
    private var combRuns: [[Int]] {
        let narrow = cells.indices.filter { index in
            let box = cells[index].box
            return cells[index].isRectangle && box.width <= 26 * unit && box.width >= 5 * unit
                && box.height >= 0.6 * box.width && box.height <= 34 * unit && box.height >= 9 * unit
                && phrases(in: box).isEmpty
        }
        let rows = Dictionary(grouping: narrow) { index in
            let box = cells[index].box
            return [box.minY, box.maxY].map { Int(clamping: ($0 / unit).rounded()) }
        }
        var runs: [[Int]] = []
        for row in rows.values where row.count >= 2 {
            var run: [Int] = []
            func end() {
                if run.count >= 2 { runs.append(run) }
                run = []
            }
            for index in row.sorted(by: { cells[$0].box.minX < cells[$1].box.minX }) {
                if let last = run.last {
                    let (a, b) = (cells[last].box, cells[index].box)
                    let isNext = (b.minX - a.maxX).magnitude <= 1.5 * unit
                    if !isNext || (a.width - b.width).magnitude > 0.25 * max(a.width, b.width) { end() }
                }
                run.append(index)
            }
            end()
        }
        // Short rows on one another, or rows that other cells continue, are a table.
        return runs.filter { run in
            if run.count >= 7 { return true }
            let isContinued = neighbor(of: run[0], .left) != nil || neighbor(of: run[run.count - 1], .right) != nil
            let isStacked = [Side.above, .below].contains { neighbor(of: run[0], $0) != nil }
            return !isStacked && !(isContinued && run.count < 5)
        }
    }

    private func combs(_ runs: [[Int]]) -> [Place] {
        runs.map { run in
            let box = cells[run[0]].box.union(cells[run[run.count - 1]].box)
            return Place(rect: box, certainty: 0.9, cells: run.count, cell: run[0])
        }
    }

    // MARK: Cells

    private func enclosed(besides combs: [[Int]]) -> [Place] {
        let parts = headedParts
        let used = Set(combs.joined()).union(parts.joined())
        let whole = parts.map { row in
            Place(
                rect: row.dropFirst().reduce(cells[row[0]].box) { $0.union(cells[$1].box) }, certainty: 0.7,
                cell: row[0])
        }
        return whole
            + cells.indices.filter { !used.contains($0) }.flatMap { index in
                let several = places(behindLabelsIn: index)
                return several.isEmpty ? place(inCell: index).map { [$0] } ?? [] : several
            }
    }

    /// Returns rows of at least three narrow empty cells below one heading that is as wide as all of them: the parts of a
    /// number.
    private var headedParts: [[Int]] {
        var rows: [[Int]] = []
        var used: Set<Int> = []
        for heading in cells.indices where cells[heading].isRectangle {
            let box = cells[heading].box
            guard box.width >= 30 * unit, box.width <= 200 * unit, !phrases(in: box).isEmpty else { continue }
            let below = Rect(x0: box.minX + unit, y0: box.maxY + unit, x1: box.maxX - unit, y1: box.maxY + 120 * unit)
            let inside = cellIndex.touching(below).filter { index in
                let cell = cells[index].box
                return cell.minX > box.minX - 3 * unit && cell.maxX < box.maxX + 3 * unit
                    && cell.width < 0.6 * box.width
                    && cell.height < 30 * unit
            }
            let lines = Dictionary(grouping: inside) { Int(clamping: (cells[$0].box.minY / unit).rounded()) }
            for line in lines.values where line.count >= 3 {
                let width = line.reduce(0) { $0 + cells[$1].box.width }
                guard (width - box.width).magnitude < 5 * unit, used.isDisjoint(with: line),
                    line.allSatisfy({ phrases(in: cells[$0].box).isEmpty })
                else { continue }
                used.formUnion(line)
                rows.append(line.sorted { cells[$0].box.minX < cells[$1].box.minX })
            }
        }
        return rows
    }

    /// Returns the field that a cell is or holds.
    private func place(inCell index: Int) -> Place? {
        let cell = cells[index]
        let box = cell.box
        guard box.width * box.height <= 0.5 * page.size.width * page.size.height, !isPictured(box) else { return nil }
        let words = phrases(in: box)
        if !cell.isRectangle, isTickBox(box), words.isEmpty { return Place(kind: .check, rect: box, certainty: 0.92) }
        if cell.isRectangle, isTickBox(box) {
            // A cross or a letter is an example of an answer or a choice.
            guard words.isEmpty else { return nil }
            let isTable = touches(index, .left) && touches(index, .right) && min(box.width, box.height) > 13 * unit
            if !isTable { return Place(kind: .check, rect: box, certainty: 0.9, cell: index) }
        }
        guard box.width >= 9 * unit, box.height >= 7 * unit, rules.brightness(at: box.center) > 0.82 else { return nil }
        let inner = box.expanded(by: -2 * unit)
        // What is hatched or crossed out is not for writing.
        let crossing = slantIndex.touching(inner).filter { rules.slants[$0].width >= min(8 * unit, 0.4 * box.width) }
        if crossing.count >= 2 { return nil }
        // Lines inside are what people write on.
        let isLined = horizontalIndex.touching(inner).contains { index in
            let rule = rules.horizontal[index]
            return min(rule.end, box.maxX) - max(rule.start, box.minX) > 0.3 * box.width
        }
        if isLined { return nil }
        // What is drawn in the middle is a picture.
        let middle = Rect(
            x0: box.minX + 0.25 * box.width, y0: box.minY + 0.25 * box.height, x1: box.maxX - 0.25 * box.width,
            y1: box.maxY - 0.25 * box.height)
        let pieces = artIndex.touching(middle).count {
            middle.contains(art[$0].center) && art[$0].width < 0.7 * box.width && art[$0].height < 0.7 * box.height
        }
        if pieces >= 3 { return nil }
        let nested = cellIndex.touching(inner).filter { $0 != index && box.contains(cells[$0].box.center) }.map {
            cells[$0].box
        }
        guard cell.isRectangle || nested.count <= 8 else { return nil }
        var field = box
        if !words.isEmpty || !nested.isEmpty {
            guard !isLabel(index, words), !nested.contains(where: isTickBox), !isChoice(words) else { return nil }
            guard let free = largestFree(in: box, words.map(\.box) + (cell.isRectangle ? [] : nested)) else {
                return nil
            }
            let share = free.width * free.height / (box.width * box.height)
            guard free.height >= 7.5 * unit, free.width >= 14 * unit, share >= 0.35,
                isMeant(free, in: box, beside: words)
            else { return nil }
            field = free
        }
        if words.isEmpty, isMargin(index) { return nil }
        var place = Place(rect: field, certainty: words.isEmpty ? 0.75 : 0.7, cell: index)
        if words.isEmpty, isCorner(index) { place.certainty = 0.3 }
        if !cell.isRectangle { place.certainty -= 0.2 }
        place.isMultiline = field.height >= 30 * unit && field.width >= 60 * unit
        place.isCentered = field.width < 60 * unit && field.height >= 0.35 * field.width
        return place
    }

    /// Returns the places behind several labels that follow one another in a cell and end with a colon.
    private func places(behindLabelsIn index: Int) -> [Place] {
        let box = cells[index].box
        guard cells[index].isRectangle, box.height <= 40 * unit else { return [] }
        let words = phrases(in: box).sorted { $0.box.minX < $1.box.minX }
        let asking = words.filter { $0.text.hasSuffix(":") }
        guard asking.count >= 2, words.count <= 24 else { return [] }
        return asking.compactMap { phrase in
            let end = words.map(\.box.minX).filter { $0 > phrase.box.maxX }.min() ?? box.maxX
            let (left, right) = (phrase.box.maxX + 2 * unit, min(end, box.maxX) - 2 * unit)
            guard right - left >= 20 * unit else { return nil }
            let rect = Rect(x0: left, y0: box.minY, x1: right, y1: box.maxY)
            return Place(rect: rect, certainty: 0.6, label: phrase.text)
        }
    }

    /// Returns whether people are meant to write into the free part of a cell with words.
    private func isMeant(_ free: Rect, in box: Rect, beside words: [PageText.Phrase]) -> Bool {
        guard let bounds = words.dropFirst().reduce(words.first?.box, { $0?.union($1.box) }) else { return true }
        if free.minY >= bounds.maxY - 2 * unit || free.maxY <= bounds.minY + 2 * unit {
            // A heading and the room below it would be half of a cell.
            return free.width > 0.6 * box.width
        }
        guard free.minX >= bounds.maxX - 2 * unit else { return false }
        let isShort = words.count == 1 && words[0].text.count <= 60
        let isAsking = words.contains { Self.isAsking($0.text) }
        return free.width >= 30 * unit && (isAsking || isShort && bounds.minX - box.minX < 12 * unit)
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

    private func touches(_ index: Int, _ side: Side) -> Bool { neighbor(of: index, side) != nil }

    /// Returns whether a cell with words only says what another cell is for, or is a row of a table of words.
    private func isLabel(_ index: Int, _ words: [PageText.Phrase]) -> Bool {
        func isEmpty(_ side: Side) -> Bool? { neighbor(of: index, side).map { phrases(in: cells[$0].box).isEmpty } }
        guard let first = words.first,
            words.contains(where: { $0.text.count { $0.isLetter || $0.isNumber || ScanReader.mark.contains($0) } >= 2 })
        else { return false }
        let box = cells[index].box
        let bounds = words.dropFirst().reduce(first.box) { $0.union($1.box) }
        let room = box.maxY - bounds.maxY
        if room >= 8 * unit, bounds.maxY <= box.minY + 0.6 * box.height {
            // A small label at the top leaves room for an answer below it; headings are in the middle.
            let isCentered = (bounds.center.x - box.center.x).magnitude < 0.05 * box.width
            return isEmpty(.below) == true && (isCentered || room < bounds.height)
        }
        if isEmpty(.right) == true || isEmpty(.below) == true { return true }
        let isAsking = words.contains { Self.isAsking($0.text) }
        guard !isAsking, let right = neighbor(of: index, .right), isEmpty(.right) == false else { return false }
        let isColumn = isEmpty(.above) == false || isEmpty(.below) == false
        let end = phrases(in: cells[right].box).map(\.box.maxX).max() ?? cells[right].box.maxX
        return isColumn || cells[right].box.maxX - end < 30 * unit
    }

    /// Returns whether an empty cell is what is left beside a box to tick that divides a larger cell.
    private func isMargin(_ index: Int) -> Bool {
        let sides = [(Side.left, Side.left), (Side.right, Side.right)]
        return sides.contains { side, next in
            guard let tick = neighbor(of: index, side), isTickBox(cells[tick].box),
                let other = neighbor(of: tick, next), phrases(in: cells[other].box).isEmpty
            else { return false }
            let (a, b) = (cells[index].box.width, cells[other].box.width)
            return min(a, b) > 0.6 * max(a, b) && !isTickBox(cells[other].box)
        }
    }

    /// Returns whether an empty cell is the corner between the headings of a table's columns and rows.
    private func isCorner(_ index: Int) -> Bool {
        func hasWords(_ side: Side) -> Bool {
            neighbor(of: index, side).map { !phrases(in: cells[$0].box).isEmpty } ?? false
        }
        return hasWords(.right) && hasWords(.below) && neighbor(of: index, .left) == nil
            && neighbor(of: index, .above) == nil
    }

    /// Returns whether words say what a box to tick means.
    private func isChoice(_ words: [PageText.Phrase]) -> Bool {
        guard let first = words.min(by: { $0.box.minX < $1.box.minX }),
            !words.contains(where: { Self.isAsking($0.text) })
        else { return false }
        let before = Rect(
            x0: first.box.minX - 12 * unit, y0: first.box.center.y, x1: first.box.minX, y1: first.box.center.y)
        return cellIndex.touching(before).contains { isTickBox(cells[$0].box) }
            || !markIndex.touching(before).isEmpty
    }

    /// Returns whether words ask for something that follows them.
    static func isAsking(_ text: String) -> Bool { text.last.map { ":►▶$€£".contains($0) } ?? false }

    /// Returns the largest area in a box that no obstacle touches. Areas as wide as the box are preferred.
    private func largestFree(in box: Rect, _ obstacles: [Rect]) -> Rect? {
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

    // MARK: Circles and other shapes

    private func shapePlaces() -> [Place] {
        let blobs = rules.blobs.filter { blob in
            // What is filled with something dark is a decoration.
            (blob.fillBrightness ?? 1) > 0.8
                && (blob.lineWidth != nil && blob.lineBrightness < 0.9
                    || (blob.fillBrightness ?? 1) - rules.brightness(at: blob.box.center) > 0.02)
        }
        guard blobs.count <= 4000 else { return [] }
        let index = BoxIndex(blobs.map(\.box), side: 20 * unit)
        func key(_ box: Rect) -> [Int] { [box.width, box.height].map { Int(clamping: ($0 / unit).rounded()) } }
        let sizes = Dictionary(grouping: blobs) { key($0.box) }.mapValues(\.count)
        let paper = Rect(origin: .zero, size: page.size).expanded(by: -0.06 * min(page.size.width, page.size.height))
        return blobs.indices.compactMap { place in
            let box = blobs[place].box
            let inside = index.touching(box).filter { other in
                other != place && box.contains(blobs[other].box.center)
                    && blobs[other].box.width * blobs[other].box.height < 0.95 * box.width * box.height
            }
            guard !isPictured(box), rules.brightness(at: box.center) > 0.6 || blobs[place].fillBrightness != nil
            else { return nil }
            let words = phrases(in: box)
            if isTickBox(box) {
                guard words.isEmpty, inside.isEmpty else { return nil }
                let small = min(box.width, box.height)
                guard max(box.width, box.height) <= 1.25 * small else { return nil }
                return Place(kind: .radio, rect: box, certainty: 0.6)
            }
            guard box.width >= 14 * unit, box.height >= 12 * unit, inside.count <= 1, words.count <= 2,
                box.width * box.height <= 0.25 * page.size.width * page.size.height
            else { return nil }
            let inset = min(0.12 * min(box.width, box.height), 5 * unit)
            var field = box.expanded(by: -inset)
            if !words.isEmpty {
                guard let free = largestFree(in: field, words.map(\.box)), free.height >= 8 * unit,
                    free.width >= 12 * unit, free.width * free.height >= 0.4 * field.width * field.height
                else { return nil }
                field = free
            }
            // Ornaments are in the corners of the page; what is repeated elsewhere is meant for something.
            let isRepeated = (2...40).contains(sizes[key(box)] ?? 0) && paper.contains(box.center)
            var found = Place(rect: field, certainty: isRepeated ? 0.5 : 0.42)
            found.caption = box
            found.label = words.map(\.text).joined(separator: " ")
            found.isMultiline = field.height >= 30 * unit && field.width >= 80 * unit
            found.isCentered = field.width < 60 * unit && field.height >= 0.35 * field.width
            return found
        }
    }

    // MARK: Lines to write on

    /// Returns the lines that do not enclose cells, without the parts on which something is printed.
    private func blankLines(besides others: [Place]) -> [Place] {
        let obstacles = BoxIndex(others.map(\.rect), side: 20 * unit)
        let ways = rules.horizontal.filter { !$0.isEdge && $0.thickness <= 2.2 * unit } + text.blanks
        let stops = BoxIndex(
            ways.map { Rect(x0: $0.start, y0: $0.place, x1: $0.end, y1: $0.place) }, side: 20 * unit)
        var places: [Place] = []
        for rule in ways where rule.length >= 16 * unit {
            let parts = freeParts(of: rule)
            for part in parts where part.upperBound - part.lowerBound >= 16 * unit {
                if let place = blank(rule, part, stops, ways, obstacles, others) { places.append(place) }
            }
        }
        return places
    }

    /// Returns the parts of a line that are no side of a cell and have no words on them.
    private func freeParts(of rule: Rule) -> [ClosedRange<Double>] {
        let above = Rect(x0: rule.start, y0: rule.place - 3 * unit, x1: rule.end, y1: rule.place - 0.5 * unit)
        var taken: [(Double, Double)] = []
        for index in cellIndex.touching(above) where cells[index].isRectangle && cells[index].box.height <= 70 * unit {
            let cell = cells[index].box
            if (cell.maxY - rule.place).magnitude < 2 * unit { taken.append((cell.minX, cell.maxX)) }
        }
        // The top of a cell is no line to write on, either.
        let below = Rect(x0: rule.start, y0: rule.place + 0.5 * unit, x1: rule.end, y1: rule.place + 3 * unit)
        for index in cellIndex.touching(below) where cells[index].isRectangle {
            let cell = cells[index].box
            if (cell.minY - rule.place).magnitude < 2 * unit { taken.append((cell.minX, cell.maxX)) }
        }
        let band = Rect(x0: rule.start, y0: rule.place - 7 * unit, x1: rule.end, y1: rule.place + 0.5 * unit)
        for index in phraseIndex.touching(band) {
            let box = text.phrases[index].box
            guard box.center.y < rule.place + 0.5 * unit, box.center.y > rule.place - 9 * unit else { continue }
            taken.append((box.minX - unit, box.maxX + unit))
        }
        var (parts, left) = ([ClosedRange<Double>](), rule.start)
        for (start, end) in taken.sorted(by: { $0.0 < $1.0 }) {
            if start > left { parts.append(left...start) }
            left = max(left, end)
        }
        if rule.end > left { parts.append(left...rule.end) }
        return parts
    }

    private func blank(
        _ rule: Rule, _ part: ClosedRange<Double>, _ stops: BoxIndex, _ ways: [Rule], _ obstacles: BoxIndex,
        _ others: [Place]
    ) -> Place? {
        let (start, end) = (part.lowerBound, part.upperBound)
        let width = end - start
        // How far up nothing is printed.
        let reach = Rect(x0: start + unit, y0: rule.place - 40 * unit, x1: end - unit, y1: rule.place - unit)
        var top = rule.place - 40 * unit
        for index in stops.touching(reach) where rule.place - ways[index].place > 4 * unit {
            top = max(top, ways[index].place)
        }
        for index in phraseIndex.touching(reach) {
            let box = text.phrases[index].box
            if box.center.y < rule.place - 4 * unit { top = max(top, box.maxY - 1.5 * unit) }
        }
        for index in obstacles.touching(reach) where others[index].rect.maxY < rule.place {
            top = max(top, others[index].rect.maxY)
        }
        let room = rule.place - top
        guard room >= 6.5 * unit else { return nil }
        let rect = Rect(x0: start, y0: rule.place - min(room, 16 * unit), x1: end, y1: rule.place)
        guard rules.brightness(at: rect.center) > 0.6, !isPictured(rect) else { return nil }
        if cellIndex.touching(rect).contains(where: {
            cells[$0].box.height < 12 * unit && cells[$0].box.contains(rect.center)
        }) {
            return nil
        }
        var certainty = 0.35
        let before = Rect(x0: start - 40 * unit, y0: rule.place - 9 * unit, x1: start + unit, y1: rule.place + unit)
        let hasLabel = phraseIndex.touching(before).contains { index in
            let box = text.phrases[index].box
            let words = text.phrases[index].text
            return box.maxX <= start + 2 * unit && (box.maxY - rule.place).magnitude < 7 * unit
                // Where the line is under the label, too, it is a heading or a row of a table.
                && (Self.isAsking(words)
                    || start <= rule.start + 3 * unit && !words.hasSuffix(".") && words.count <= 90)
        }
        let after = Rect(x0: start, y0: rule.place + 0.2 * unit, x1: end, y1: rule.place + 9 * unit)
        let hasCaption = phraseIndex.touching(after).contains { index in
            let box = text.phrases[index].box
            return box.minY > rule.place - 2 * unit && box.minX > start - 6 * unit && box.maxX < end + 12 * unit
        }
        // A sentence goes on behind the line.
        let behind = Rect(x0: end, y0: rule.place - 9 * unit, x1: end + 8 * unit, y1: rule.place + unit)
        let isInSentence = phraseIndex.touching(behind).contains { index in
            let box = text.phrases[index].box
            return box.minX >= end - 2 * unit && (box.maxY - rule.place).magnitude < 7 * unit
        }
        // Lines of the same place and length, one under the other, are lines to write on.
        let hasTwin = stops.touching(
            Rect(x0: start, y0: rule.place - 40 * unit, x1: end, y1: rule.place + 40 * unit)
        ).contains { index in
            let other = ways[index]
            let distance = (other.place - rule.place).magnitude
            return distance > 8 * unit && (other.start - rule.start).magnitude < 3 * unit
                && (other.end - rule.end).magnitude < 3 * unit
        }
        // What is printed on the line behind a part makes it a heading or a row of a table.
        let isWhole = width > 0.7 * rule.length
        let isTwin = hasTwin && isWhole
        if !isWhole, !hasLabel { return nil }
        if hasLabel {
            certainty = 0.8
        } else if hasCaption || isInSentence && rule.length < 0.5 * page.size.width {
            certainty = 0.7
        } else if isTwin {
            certainty = 0.6
        }
        if isTwin, hasLabel || hasCaption { certainty += 0.05 }
        // A line across the page separates its parts.
        if width > 0.8 * page.size.width, !hasLabel, !isTwin { certainty = min(certainty, 0.3) }
        // Running heads and feet are framed by lines, too.
        let margin = 0.06 * page.size.height
        if rule.place < margin || rule.place > page.size.height - margin { certainty -= 0.5 }
        return Place(rect: rect, certainty: certainty)
    }
}
