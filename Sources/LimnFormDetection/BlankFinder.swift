// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Finds lines to write on: rules, underscores and dots.
struct BlankFinder {
    private let page: PrintedPage
    private var unit: Double { page.unit }
    /// All lines that may be written on.
    private let blanks: [Rule]
    private let blankIndex: BoxIndex
    /// The places that were found before.
    private let others: [Rect]
    private let otherIndex: BoxIndex

    init(_ page: PrintedPage, besides others: [Place]) {
        self.page = page
        self.others = others.map(\.rect)
        otherIndex = BoxIndex(self.others, side: 20 * page.unit)
        blanks = page.rules.horizontal.filter { !$0.isEdge && $0.thickness <= 2.2 * page.unit } + page.text.blanks
        blankIndex = BoxIndex(blanks.map(\.horizontalBox), side: 20 * page.unit)
    }

    /// Returns the lines that do not enclose cells, without the parts on which something is printed.
    func places() -> [Place] {
        var places: [Place] = []
        for rule in blanks where rule.length >= 16 * unit {
            let parts = freeParts(of: rule)
            for part in parts where part.upperBound - part.lowerBound >= 16 * unit {
                if let place = place(on: rule, part) { places.append(place) }
            }
        }
        return places
    }

    /// Returns the parts of a line that are no side of a cell and have no words on them.
    private func freeParts(of rule: Rule) -> [ClosedRange<Double>] {
        let above = Rect(x0: rule.start, y0: rule.place - 3 * unit, x1: rule.end, y1: rule.place - 0.5 * unit)
        var taken: [(Double, Double)] = []
        for index in page.cellIndex.touching(above)
        where page.cells[index].isRectangle && page.cells[index].box.height <= 70 * unit {
            let cell = page.cells[index].box
            if (cell.maxY - rule.place).magnitude < 2 * unit { taken.append((cell.minX, cell.maxX)) }
        }
        // The top of a cell is no line to write on, either.
        let below = Rect(x0: rule.start, y0: rule.place + 0.5 * unit, x1: rule.end, y1: rule.place + 3 * unit)
        for index in page.cellIndex.touching(below) where page.cells[index].isRectangle {
            let cell = page.cells[index].box
            if (cell.minY - rule.place).magnitude < 2 * unit { taken.append((cell.minX, cell.maxX)) }
        }
        let band = Rect(x0: rule.start, y0: rule.place - 7 * unit, x1: rule.end, y1: rule.place + 0.5 * unit)
        for index in page.phraseIndex.touching(band) {
            let box = page.text.phrases[index].box
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

    /// Returns whether a label stands above a line, with room for a line of words between them.
    private func isHeaded(_ place: Rect, room: Double) -> Bool {
        guard (10 * unit...26 * unit).contains(room) else { return false }
        let top = place.maxY - room
        let area = Rect(x0: place.minX - 6 * unit, y0: top - 6 * unit, x1: place.minX + 12 * unit, y1: top + 3 * unit)
        return page.phraseIndex.touching(area).contains { index in
            let box = page.text.phrases[index].box
            return (box.minX - place.minX).magnitude < 6 * unit && box.maxX < place.maxX + 6 * unit
                && (box.maxY - top).magnitude < 3 * unit
        }
    }

    /// Returns whether there are no words between two lines, but for a small label at the top.
    private func isBlank(between rule: Rule, _ other: Rule) -> Bool {
        let (top, bottom) = (min(rule.place, other.place), max(rule.place, other.place))
        let area = Rect(x0: rule.start, y0: top, x1: rule.end, y1: bottom)
        return page.phrases(in: area).allSatisfy { $0.box.maxY < area.center.y }
    }

    /// Returns the first words between a line and the next one above it that is as long.
    private func labelBetween(_ rule: Rule) -> String? {
        let reach = Rect(x0: rule.start, y0: rule.place - 40 * unit, x1: rule.end, y1: rule.place - 8 * unit)
        let tops = blankIndex.touching(reach).map { blanks[$0] }.filter { other in
            (other.start - rule.start).magnitude < 3 * unit && (other.end - rule.end).magnitude < 3 * unit
        }
        guard let top = tops.map(\.place).max() else { return nil }
        let words = page.phrases(in: Rect(x0: rule.start, y0: top, x1: rule.end, y1: rule.place))
        return words.min { ($0.box.minY, $0.box.minX) < ($1.box.minY, $1.box.minX) }?.text
    }

    /// Returns the place above a part of a line.
    private func place(on rule: Rule, _ part: ClosedRange<Double>) -> Place? {
        let (start, end) = (part.lowerBound, part.upperBound)
        let width = end - start
        // How far up nothing is printed.
        let reach = Rect(x0: start + unit, y0: rule.place - 40 * unit, x1: end - unit, y1: rule.place - unit)
        var top = rule.place - 40 * unit
        for index in blankIndex.touching(reach) where rule.place - blanks[index].place > 4 * unit {
            top = max(top, blanks[index].place)
        }
        for index in page.phraseIndex.touching(reach) {
            let box = page.text.phrases[index].box
            if box.center.y < rule.place - 4 * unit { top = max(top, box.maxY - 1.5 * unit) }
        }
        for index in otherIndex.touching(reach) where others[index].maxY < rule.place {
            top = max(top, others[index].maxY)
        }
        let room = rule.place - top
        guard room >= 6.5 * unit else { return nil }
        let rect = Rect(x0: start, y0: rule.place - min(room, 16 * unit), x1: end, y1: rule.place)
        guard page.rules.brightness(at: rect.center) > 0.6, !page.isPictured(rect) else { return nil }
        if page.cellIndex.touching(rect).contains(where: {
            page.cells[$0].box.height < 12 * unit && page.cells[$0].box.contains(rect.center)
        }) {
            return nil
        }
        var certainty = 0.35
        let before = Rect(x0: start - 40 * unit, y0: rule.place - 9 * unit, x1: start + unit, y1: rule.place + unit)
        let hasLabel = page.phraseIndex.touching(before).contains { index in
            let box = page.text.phrases[index].box
            let words = page.text.phrases[index].text
            return box.maxX <= start + 2 * unit && (box.maxY - rule.place).magnitude < 7 * unit
                // Where the line is under the label, too, it is a heading or a row of a table.
                && (PrintedPage.isAsking(words)
                    || start <= rule.start + 3 * unit && !words.hasSuffix(".") && words.count <= 90)
        }
        let after = Rect(x0: start, y0: rule.place + 0.2 * unit, x1: end, y1: rule.place + 9 * unit)
        let hasCaption = page.phraseIndex.touching(after).contains { index in
            let box = page.text.phrases[index].box
            return box.center.y > rule.place + 2 * unit && box.minX > start - 6 * unit && box.maxX < end + 12 * unit
        }
        // A sentence goes on behind the line.
        let behind = Rect(x0: end, y0: rule.place - 9 * unit, x1: end + 8 * unit, y1: rule.place + unit)
        let isInSentence = page.phraseIndex.touching(behind).contains { index in
            let box = page.text.phrases[index].box
            return box.minX >= end - 2 * unit && (box.maxY - rule.place).magnitude < 7 * unit
        }
        // Lines of the same place and length, one under the other, are lines to write on. Across the page, they may also
        // separate its parts, which have words.
        let isAcross = width > 0.8 * page.sheet.size.width
        let hasTwin = blankIndex.touching(
            Rect(x0: start, y0: rule.place - 40 * unit, x1: end, y1: rule.place + 40 * unit)
        ).contains { index in
            let other = blanks[index]
            let distance = (other.place - rule.place).magnitude
            return distance > 8 * unit && (other.start - rule.start).magnitude < 3 * unit
                && (other.end - rule.end).magnitude < 3 * unit && (!isAcross || isBlank(between: rule, other))
        }
        // What is printed on the line behind a part makes it a heading or a row of a table.
        let isWhole = width > 0.7 * rule.length
        let isTwin = hasTwin && isWhole
        if !isWhole, !hasLabel { return nil }
        if hasLabel {
            certainty = 0.8
        } else if hasCaption || isInSentence && rule.length < 0.5 * page.sheet.size.width {
            certainty = 0.7
        } else if isTwin {
            certainty = 0.6
        } else if width < 0.6 * page.sheet.size.width, isHeaded(rect, room: room) {
            certainty = 0.45
        }
        if isTwin, hasLabel || hasCaption { certainty += 0.05 }
        // What stands at the top between two lines across the page is the label of the lower one.
        let above = isAcross && isTwin ? labelBetween(rule) : nil
        // A line across the page separates its parts.
        if isAcross, !hasLabel, !isTwin { certainty = min(certainty, 0.3) }
        // Running heads and feet are framed by lines, too.
        let margin = 0.06 * page.sheet.size.height
        if rule.place < margin || rule.place > page.sheet.size.height - margin { certainty -= 0.5 }
        return Place(rect: rect, certainty: certainty, label: above ?? "")
    }
}
