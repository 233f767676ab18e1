// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
internal import LimnGeometry

/// Finds places in cells: boxes to tick, combs, empty cells, and the free parts of cells with words.
struct CellFinder {
    private let page: PrintedPage
    private var unit: Double { page.unit }

    init(_ page: PrintedPage) { self.page = page }

    func places() -> [Place] {
        let runs = combRuns
        return combs(runs) + enclosed(besides: runs)
    }

    /// Returns the cells that are one of several equal cells in a row, for one character each.
    private var combRuns: [[Int]] {
        let narrow = page.cells.indices.filter { index in
            let box = page.cells[index].box
            return page.cells[index].isRectangle && box.width <= 26 * unit && box.width >= 5 * unit
                && box.height >= 0.6 * box.width && box.height <= 34 * unit && box.height >= 9 * unit
                && page.phrases(in: box).isEmpty
        }
        let rows = Dictionary(grouping: narrow) { index in
            let box = page.cells[index].box
            return [box.minY, box.maxY].map { Int(clamping: ($0 / unit).rounded()) }
        }
        var runs: [[Int]] = []
        for row in rows.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).map(\.value) where row.count >= 2 {
            var run: [Int] = []
            func end() {
                if run.count >= 2 { runs.append(run) }
                run = []
            }
            for index in row.sorted(by: { page.cells[$0].box.minX < page.cells[$1].box.minX }) {
                if let last = run.last {
                    let (a, b) = (page.cells[last].box, page.cells[index].box)
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
            let isContinued =
                page.neighbor(of: run[0], .left) != nil || page.neighbor(of: run[run.count - 1], .right) != nil
            let isStacked = [PrintedPage.Side.above, .below].contains { page.neighbor(of: run[0], $0) != nil }
            return !isStacked && !(isContinued && run.count < 5)
        }
    }

    private func combs(_ runs: [[Int]]) -> [Place] {
        runs.map { run in
            let box = page.cells[run[0]].box.union(page.cells[run[run.count - 1]].box)
            return Place(rect: box, certainty: 0.9, cells: run.count, cell: run[0])
        }
    }

    private func enclosed(besides combs: [[Int]]) -> [Place] {
        let parts = headedParts
        let used = Set(combs.joined()).union(parts.joined())
        let whole = parts.map { row in
            Place(
                rect: row.dropFirst().reduce(page.cells[row[0]].box) { $0.union(page.cells[$1].box) }, certainty: 0.7,
                cell: row[0])
        }
        return whole
            + page.cells.indices.filter { !used.contains($0) }.flatMap { index in
                let several = places(behindLabelsIn: index)
                return several.isEmpty ? place(inCell: index).map { [$0] } ?? [] : several
            }
    }

    /// Returns rows of at least three narrow empty cells below one heading that is as wide as all of them: the parts of a
    /// number.
    private var headedParts: [[Int]] {
        var rows: [[Int]] = []
        var used: Set<Int> = []
        for heading in page.cells.indices where page.cells[heading].isRectangle {
            let box = page.cells[heading].box
            guard box.width >= 30 * unit, box.width <= 200 * unit, !page.phrases(in: box).isEmpty else { continue }
            let below = Rect(x0: box.minX + unit, y0: box.maxY + unit, x1: box.maxX - unit, y1: box.maxY + 120 * unit)
            let inside = page.cellIndex.touching(below).filter { index in
                let cell = page.cells[index].box
                return cell.minX > box.minX - 3 * unit && cell.maxX < box.maxX + 3 * unit
                    && cell.width < 0.6 * box.width
                    && cell.height < 30 * unit
            }
            let lines = Dictionary(grouping: inside) { Int(clamping: (page.cells[$0].box.minY / unit).rounded()) }
            for line in lines.sorted(by: { $0.key < $1.key }).map(\.value) where line.count >= 3 {
                let width = line.reduce(0) { $0 + page.cells[$1].box.width }
                guard (width - box.width).magnitude < 5 * unit, used.isDisjoint(with: line),
                    line.allSatisfy({ page.phrases(in: page.cells[$0].box).isEmpty })
                else { continue }
                used.formUnion(line)
                rows.append(line.sorted { page.cells[$0].box.minX < page.cells[$1].box.minX })
            }
        }
        return rows
    }

    /// Returns the field that a cell is or holds.
    private func place(inCell index: Int) -> Place? {
        let cell = page.cells[index]
        let box = cell.box
        guard box.width * box.height <= 0.5 * page.sheet.size.width * page.sheet.size.height, !page.isPictured(box)
        else { return nil }
        let words = page.phrases(in: box)
        if !cell.isRectangle, page.isTickBox(box), words.isEmpty {
            return Place(kind: .check, rect: box, certainty: 0.92)
        }
        if cell.isRectangle, page.isTickBox(box) {
            // A cross or a letter is an example of an answer or a choice.
            guard words.isEmpty else { return nil }
            let isTable =
                page.neighbor(of: index, .left) != nil && page.neighbor(of: index, .right) != nil
                && min(box.width, box.height) > 13 * unit
            if !isTable { return Place(kind: .check, rect: box, certainty: 0.9, cell: index) }
        }
        guard box.width >= 9 * unit, box.height >= 7 * unit, page.rules.brightness(at: box.center) > 0.82 else {
            return nil
        }
        let inner = box.expanded(by: -2 * unit)
        // What is hatched or crossed out is not for writing.
        let crossing = page.slantIndex.touching(inner).filter {
            page.rules.slants[$0].width >= min(8 * unit, 0.4 * box.width)
        }
        if crossing.count >= 2 { return nil }
        // Lines inside are what people write on.
        let isLined = page.horizontalIndex.touching(inner).contains { index in
            let rule = page.rules.horizontal[index]
            return min(rule.end, box.maxX) - max(rule.start, box.minX) > 0.3 * box.width
        }
        if isLined { return nil }
        // What is drawn in the middle is a picture.
        let middle = Rect(
            x0: box.minX + 0.25 * box.width, y0: box.minY + 0.25 * box.height, x1: box.maxX - 0.25 * box.width,
            y1: box.maxY - 0.25 * box.height)
        let pieces = page.artIndex.touching(middle).count {
            middle.contains(page.art[$0].center) && page.art[$0].width < 0.7 * box.width
                && page.art[$0].height < 0.7 * box.height
        }
        if pieces >= 3 { return nil }
        let nested = page.cellIndex.touching(inner).filter { $0 != index && box.contains(page.cells[$0].box.center) }
            .map {
                page.cells[$0].box
            }
        guard cell.isRectangle || nested.count <= 8 else { return nil }
        var field = box
        if !words.isEmpty || !nested.isEmpty {
            guard !isLabel(index, words), !nested.contains(where: page.isTickBox), !isChoice(words) else { return nil }
            guard let free = page.largestFree(in: box, words.map(\.box) + (cell.isRectangle ? [] : nested)) else {
                return nil
            }
            let share = free.width * free.height / (box.width * box.height)
            guard free.height >= 7.5 * unit, free.width >= 14 * unit, share >= 0.35,
                isMeant(free, in: box, beside: words)
            else { return nil }
            field = free
        }
        if words.isEmpty, isMargin(index) || isBlocked(index) { return nil }
        var place = Place(rect: field, certainty: words.isEmpty ? 0.75 : 0.7, cell: index)
        if words.isEmpty, isCorner(index) { place.certainty = 0.3 }
        if !cell.isRectangle { place.certainty -= 0.2 }
        place.isMultiline = field.height >= 30 * unit && field.width >= 60 * unit
        place.isCentered = field.width < 60 * unit && field.height >= 0.35 * field.width
        return place
    }

    /// Returns the places behind several labels that follow one another in a cell and end with a colon.
    private func places(behindLabelsIn index: Int) -> [Place] {
        let box = page.cells[index].box
        guard page.cells[index].isRectangle, box.height <= 40 * unit else { return [] }
        let words = page.phrases(in: box).sorted { $0.box.minX < $1.box.minX }
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
        let isShort = words.count == 1 && words[0].text.count <= 60 && !Self.isHeading(words[0].text)
        let isAsking = words.contains { PrintedPage.isAsking($0.text) }
        return free.width >= 30 * unit && (isAsking || isShort && bounds.minX - box.minX < 12 * unit)
    }

    /// Returns whether words begin like the heading of a part of a form.
    private static func isHeading(_ text: String) -> Bool {
        let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard parts.count >= 2, parts[1].count <= 4 else { return false }
        return headings.contains(String(parts[0]))
            && parts[1].allSatisfy { $0.isNumber || "ivxabcde".contains($0) }
    }

    private static let headings: Set = [
        "section", "part", "chapter", "schedule", "teil", "abschnitt", "partie", "sección", "parte", "sezione", "deel",
    ]

    /// Returns whether a cell with words only says what another cell is for, or is a row of a table of words.
    private func isLabel(_ index: Int, _ words: [PageText.Phrase]) -> Bool {
        func isEmpty(_ side: PrintedPage.Side) -> Bool? {
            page.neighbor(of: index, side).map { page.phrases(in: page.cells[$0].box).isEmpty }
        }
        guard let first = words.first,
            words.contains(where: { $0.text.count { $0.isLetter || $0.isNumber || ScanReader.mark.contains($0) } >= 2 })
        else { return false }
        let box = page.cells[index].box
        let bounds = words.dropFirst().reduce(first.box) { $0.union($1.box) }
        let room = box.maxY - bounds.maxY
        if room >= 8 * unit, bounds.maxY <= box.minY + 0.6 * box.height {
            // A small label at the top leaves room for an answer below it; headings are in the middle.
            let isCentered = (bounds.center.x - box.center.x).magnitude < 0.05 * box.width
            return isEmpty(.below) == true && (isCentered || room < bounds.height)
        }
        if isEmpty(.right) == true || isEmpty(.below) == true { return true }
        let isAsking = words.contains { PrintedPage.isAsking($0.text) }
        guard !isAsking, let right = page.neighbor(of: index, .right), isEmpty(.right) == false else { return false }
        let isColumn = isEmpty(.above) == false || isEmpty(.below) == false
        let end = page.phrases(in: page.cells[right].box).map(\.box.maxX).max() ?? page.cells[right].box.maxX
        return isColumn || page.cells[right].box.maxX - end < 30 * unit
    }

    /// Returns whether an empty cell is what is left beside a box to tick that divides a larger cell.
    private func isMargin(_ index: Int) -> Bool {
        let sides = [(PrintedPage.Side.left, PrintedPage.Side.left), (.right, .right)]
        return sides.contains { side, next in
            guard let tick = page.neighbor(of: index, side), page.isTickBox(page.cells[tick].box),
                let other = page.neighbor(of: tick, next), page.phrases(in: page.cells[other].box).isEmpty
            else { return false }
            let (a, b) = (page.cells[index].box.width, page.cells[other].box.width)
            return min(a, b) > 0.6 * max(a, b) && !page.isTickBox(page.cells[other].box)
        }
    }

    /// Returns whether the number of a line is blocked out before an empty cell, in a column of such numbers.
    private func isBlocked(_ index: Int) -> Bool {
        guard let left = page.neighbor(of: index, .left) else { return false }
        let box = page.cells[left].box
        guard box.width <= 40 * unit, page.rules.brightness(at: box.center) < 0.9, page.phrases(in: box).isEmpty
        else { return false }
        return [PrintedPage.Side.above, .below].contains { side in
            let words = page.neighbor(of: left, side).map { page.phrases(in: page.cells[$0].box) } ?? []
            return words.count == 1 && words[0].text.count <= 4
        }
    }

    /// Returns whether an empty cell is the corner between the headings of a table's columns and rows.
    private func isCorner(_ index: Int) -> Bool {
        func hasWords(_ side: PrintedPage.Side) -> Bool {
            page.neighbor(of: index, side).map { !page.phrases(in: page.cells[$0].box).isEmpty } ?? false
        }
        return hasWords(.right) && hasWords(.below) && page.neighbor(of: index, .left) == nil
            && page.neighbor(of: index, .above) == nil
    }

    /// Returns whether words say what a box to tick means.
    private func isChoice(_ words: [PageText.Phrase]) -> Bool {
        guard let first = words.min(by: { $0.box.minX < $1.box.minX }),
            !words.contains(where: { PrintedPage.isAsking($0.text) })
        else { return false }
        let before = Rect(
            x0: first.box.minX - 12 * unit, y0: first.box.center.y, x1: first.box.minX, y1: first.box.center.y)
        return page.cellIndex.touching(before).contains { page.isTickBox(page.cells[$0].box) }
            || !page.markIndex.touching(before).isEmpty
    }
}
