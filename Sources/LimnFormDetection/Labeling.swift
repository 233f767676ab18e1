// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
internal import LimnGeometry

/// Finds the printed words that say what belongs into places, and what follows from them: signatures, pictures,
/// doubtful places without words.
struct Labeling {
    private let page: PrintedPage
    private let unit: Double

    init(_ page: PrintedPage) { (self.page, unit) = (page, page.unit) }

    func labeled(_ places: [Place]) -> [Place] {
        var places = places
        for index in places.indices {
            switch places[index].kind {
            case .check, .radio: places[index].label = tickLabel(places[index].rect)
            default: label(&places[index])
            }
        }
        numberColumns(&places)
        for index in places.indices { judge(&places[index]) }
        for index in places.indices where places[index].label.isEmpty { labelFromAside(&places[index]) }
        return places
    }

    /// Gives places without words of their own the label of the place above them, and a number: the rows of a table whose
    /// headings are in no cells, and lines below one another.
    private func numberColumns(_ places: inout [Place]) {
        let order = places.indices.sorted { places[$0].rect.minY < places[$1].rect.minY }
        // The lowest place so far of each column, by its left edge.
        var columns: [Int: [Int]] = [:]
        for index in order {
            let box = places[index].rect
            let column = Int(clamping: (box.minX / (3 * unit)).rounded())
            let above = (column &- 1...column &+ 1).lazy.flatMap { columns[$0] ?? [] }.first { other in
                let last = places[other].rect
                let gap = box.minY - last.maxY
                return (last.minX - box.minX).magnitude < 3 * unit && (last.maxX - box.maxX).magnitude < 3 * unit
                    && places[other].kind == places[index].kind
                    && gap > -3 * unit && gap < max(1.8 * box.height, 18 * unit)
            }
            if let above, places[index].label.isEmpty, !places[above].label.isEmpty,
                places[above].row == nil
            {
                let number = places[above].number ?? 1
                places[above].number = number
                places[index].label = places[above].label
                places[index].number = number + 1
            }
            if let above {
                columns[Int(clamping: (places[above].rect.minX / (3 * unit)).rounded())]?.removeAll { $0 == above }
            }
            columns[column, default: []].append(index)
        }
    }

    private func judge(_ place: inout Place) {
        let words = place.label.lowercased()
        if place.kind == .text {
            if place.certainty < 0.95, !place.label.isEmpty { place.certainty += 0.1 }
            // Nobody writes a word where no line of words has room, unless words ask for it.
            if place.label.isEmpty, place.cells == nil, min(place.rect.width, place.rect.height) < 11 * unit {
                place.certainty = min(place.certainty, 0.4)
            }
            let parts = words.split { !$0.isLetter }
            if place.cells == nil, parts.count <= 8, parts.contains(where: { Self.signatures.contains(String($0)) }) {
                place.kind = .signature
            }
            if place.isMultiline, place.rect.height > 60 * unit, parts.count <= 3,
                parts.contains(where: { Self.pictures.contains(String($0)) })
            {
                place.kind = .push
            }
        }
        if Self.bans.contains(where: words.contains) { place.certainty = min(place.certainty, 0.2) }
        place.certainty = min(max((place.certainty * 100).rounded() / 100, 0), 1)
    }

    /// Words that keep people from writing.
    private static let bans = [
        "do not write", "do not use", "not write in", "office use", "official use", "internal use", "use only",
        "no escriba", "nicht ausfüllen", "nicht beschriften", "réservé", "ne rien", "ne pas écrire",
        "date stamp", "riservato", "não preencher", "niet invullen",
    ]
    private static let signatures: Set = ["signature", "unterschrift", "firma", "handtekening", "podpis", "assinatura"]
    private static let pictures: Set = [
        "portrait", "photo", "picture", "likeness", "porträt", "bild", "foto", "sketch",
    ]

    // MARK: Boxes to tick

    private func tickLabel(_ box: Rect) -> String {
        let right = phrase(in: Rect(x0: box.maxX - unit, y0: box.minY, x1: box.maxX + 25 * unit, y1: box.maxY)) {
            $0.minX
        }
        if let right, right.box.minX >= box.center.x { return right.text }
        let left = phrase(in: Rect(x0: box.minX - 120 * unit, y0: box.minY, x1: box.minX + unit, y1: box.maxY)) {
            -$0.maxX
        }
        if let left, left.box.maxX <= box.minX + 2 * unit { return left.text }
        let above = phrase(in: Rect(x0: box.minX, y0: box.minY - 14 * unit, x1: box.maxX, y1: box.minY)) { -$0.maxY }
        return above?.text ?? ""
    }

    /// Returns whether a phrase has words, and not only signs such as those of a sum.
    private static func saysSomething(_ phrase: PageText.Phrase) -> Bool {
        phrase.text.contains { $0.isLetter || $0.isNumber || ScanReader.mark.contains($0) }
    }

    /// Returns the phrase with words that touches an area and comes first by an order.
    private func phrase(in area: Rect, _ order: (Rect) -> Double) -> PageText.Phrase? {
        page.phraseIndex.touching(area).map { page.text.phrases[$0] }.filter(Self.saysSomething)
            .min { order($0.box) < order($1.box) }
    }

    /// Sorts circles into groups of which one is chosen: those that follow one another in a line, or else below one
    /// another. A circle that is alone is a check box. A group is labeled by the words before or above it.
    func grouped(_ places: [Place]) -> [Place] {
        var places = places
        let circles = places.indices.filter { places[$0].kind == .radio }
        var groups: [[Int]] = []
        for index in circles {
            let box = places[index].rect
            func follows(_ other: Int, down: Bool) -> Bool {
                let last = places[other].rect
                return down
                    ? (last.minX - box.minX).magnitude < 4 * unit && (0...32 * unit).contains(box.minY - last.minY)
                    : (last.center.y - box.center.y).magnitude < 5 * unit
                        && (0...160 * unit).contains(box.minX - last.maxX)
            }
            let line = groups.firstIndex { group in
                follows(group[group.count - 1], down: false)
                    && (group.count == 1 || (places[group[0]].rect.center.y - box.center.y).magnitude < 5 * unit)
            }
            let column = groups.firstIndex { group in
                follows(group[group.count - 1], down: true)
                    && (group.count == 1 || (places[group[0]].rect.minX - box.minX).magnitude < 4 * unit)
            }
            if let at = line ?? column { groups[at].append(index) } else { groups.append([index]) }
        }
        for (number, group) in groups.enumerated() {
            guard group.count > 1, group.contains(where: { !places[$0].label.isEmpty && places[$0].number == nil })
            else {
                for index in group { places[index].kind = .check }
                continue
            }
            let question = self.question(before: places[group[0]].rect).map { words in
                String(words.last == ":" ? words.dropLast() : words[...])
            }
            for index in group {
                places[index].choice = places[index].label
                places[index].group = number + 1
                places[index].label = question.map { "\($0): \(places[index].label)" } ?? places[index].label
                places[index].question = question
            }
        }
        return places
    }

    /// Returns the words left of a circle, or else above it.
    private func question(before box: Rect) -> String? {
        let left = phrase(in: Rect(x0: box.minX - 200 * unit, y0: box.minY, x1: box.minX - unit, y1: box.maxY)) {
            -$0.maxX
        }
        if let left, left.box.maxX <= box.minX { return left.text }
        let above = phrase(
            in: Rect(x0: box.minX - 80 * unit, y0: box.minY - 24 * unit, x1: box.maxX + 60 * unit, y1: box.minY - unit)
        ) { -$0.maxY }
        return above?.text
    }

    // MARK: Text

    private func label(_ place: inout Place) {
        if !place.label.isEmpty { return }
        if let cell = place.cell {
            let box = page.cells[cell].box
            let inside = page.phrases(in: box).filter(Self.saysSomething)
            if !inside.isEmpty {
                place.label = Self.joined(inside)
                return
            }
            if let column = heading(of: cell, .above), let row = heading(of: cell, .left) {
                (place.label, place.row) = (column.text, row.text)
                return
            }
            if let row = heading(of: cell, .left), row.steps == 0 {
                place.label = row.text
                return
            }
            if let column = heading(of: cell, .above) {
                place.label = column.text
                if column.steps > 0 || page.neighbor(of: cell, .below) != nil { place.number = column.steps + 1 }
                return
            }
        }
        let box = place.rect
        let middle = box.maxY - min(box.height, 10 * unit) / 2
        let left = phrase(
            in: Rect(x0: box.minX - 60 * unit, y0: middle - 3 * unit, x1: box.minX + unit, y1: middle + 3 * unit)
        ) { -$0.maxX }
        if let left, left.box.maxX <= box.minX + 3 * unit, box.minX - left.box.maxX <= 25 * unit {
            place.label = withMore(left)
            return
        }
        let outline = place.caption ?? box
        let below = phrase(
            in: Rect(
                x0: box.minX - 2 * unit, y0: outline.maxY, x1: box.maxX,
                y1: outline.maxY + (place.caption == nil ? 10 : 16) * unit)
        ) { $0.minY }
        let above = phrase(
            in: Rect(x0: box.minX - 2 * unit, y0: outline.minY - 12 * unit, x1: box.maxX, y1: outline.minY)
        ) { -$0.maxY }
        // A caption below is nearer to its line than to what follows.
        let down = below.map { $0.box.minY - box.maxY } ?? .infinity
        let up = above.map { box.minY - $0.box.maxY } ?? .infinity
        if let above, up <= down { place.label = above.text } else if let below { place.label = below.text }
        if place.label.isEmpty, let left { place.label = withMore(left) }
        if place.label.isEmpty {
            let far = phrase(
                in: Rect(x0: box.minX - 130 * unit, y0: middle - 3 * unit, x1: box.minX + unit, y1: middle + 3 * unit)
            ) { -$0.maxX }
            if let far, far.box.maxX <= box.minX + 3 * unit { place.label = withMore(far) }
        }
    }

    /// Names a place without a label after the words behind it, or after those far before it. They say less about whether
    /// it is one.
    private func labelFromAside(_ place: inout Place) {
        let box = place.rect
        let middle = box.maxY - min(box.height, 10 * unit) / 2
        let right = phrase(
            in: Rect(x0: box.maxX, y0: middle - 3 * unit, x1: box.maxX + 25 * unit, y1: middle + 3 * unit)
        ) { $0.minX }
        if let right, right.box.minX >= box.maxX - 3 * unit {
            place.label = right.text
            return
        }
        let left = phrase(in: Rect(x0: box.minX - 130 * unit, y0: box.minY, x1: box.minX + unit, y1: box.maxY)) {
            -$0.maxX
        }
        if let left, left.box.maxX <= box.minX + 3 * unit { place.label = left.text }
    }

    /// Returns the words of a phrase, with those before it on its line if it is only an abbreviation.
    private func withMore(_ phrase: PageText.Phrase) -> String {
        guard phrase.text.count <= 4 else { return phrase.text }
        let box = phrase.box
        let before = self.phrase(
            in: Rect(
                x0: box.minX - 120 * unit, y0: box.center.y - 2 * unit, x1: box.minX - unit, y1: box.center.y + 2 * unit
            )
        ) { -$0.maxX }
        guard let before, before.box.maxX < box.minX else { return phrase.text }
        return "\(before.text) \(phrase.text)"
    }

    /// Returns the words of the first cell with words in a direction, and the number of empty cells before it.
    private func heading(of cell: Int, _ side: PrintedPage.Side) -> (text: String, steps: Int)? {
        var (current, steps) = (cell, 0)
        while let next = page.neighbor(of: current, side), steps < 200 {
            let words = page.phrases(in: page.cells[next].box)
            if words.contains(where: Self.saysSomething) { return (Self.joined(words), steps) }
            // Signs, such as those of a sum, stand between cells that belong together.
            (current, steps) = (next, words.isEmpty ? steps + 1 : steps)
        }
        return nil
    }

    /// Joins the lines of a label. A long text keeps its beginning.
    private static func joined(_ phrases: [PageText.Phrase]) -> String {
        let sorted = phrases.sorted { ($0.box.minY, $0.box.minX) < ($1.box.minY, $1.box.minX) }
        return sorted.prefix(6).map(\.text).joined(separator: " ")
    }
}
