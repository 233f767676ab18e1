// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A straight horizontal or vertical edge on a page.
struct Rule: Hashable {
    /// The coordinate across the rule: y of a horizontal one, x of a vertical one.
    var place: Double
    /// Where it begins and ends.
    var start: Double
    var end: Double
    /// The thickness in points.
    var thickness = 0.0
    /// Whether it is only the edge of a tinted area.
    var isEdge = false
    /// Whether it is made of short lines, as a dashed line is.
    var isDashed = false

    var length: Double { end - start }
    /// The line, if it is horizontal.
    var horizontalBox: Rect { Rect(x0: start, y0: place, x1: end, y1: place) }
    /// The line, if it is vertical.
    var verticalBox: Rect { Rect(x0: place, y0: start, x1: place, y1: end) }
}

/// The horizontal and vertical edges of a page: lines, thin rectangles, the sides of rectangles, and dots in a row.
struct PageRules {
    private(set) var horizontal: [Rule] = []
    private(set) var vertical: [Rule] = []
    /// Small and medium shapes that are no rectangles, such as circles, hexagons and boxes with round corners.
    private(set) var blobs: [SheetPage.Shape] = []
    /// The areas that are filled, in painting order.
    private(set) var areas: [(box: Rect, brightness: Double)] = []

    /// Dashed vertical lines.
    private(set) var ticks: [Rule] = []
    /// The bounding boxes of lines at an angle.
    private(set) var slants: [Rect] = []
    /// Filled areas that are as bright as what is below them.
    private var pale: [Rect] = []
    private let unit: Double
    private static let areaLimit = 3000
    /// Lines that are brighter than this are not seen on white paper.
    private static let brightest = 0.96

    /// - Parameter unit: the tenth part of the usual height of words, in points.
    init(_ page: SheetPage, unit: Double) {
        self.unit = unit
        var dots: [Rect] = []
        for shape in page.shapes where shape.box.isFinite { add(shape, &dots, on: page.size) }
        addDots(dots)
        addBevels()
        dropEdges(under: page.words)
        addPaleSides()
        horizontal = Self.joined(horizontal, unit)
        vertical = Self.joined(vertical, unit)
        closeTables()
    }

    /// Adds the outer sides of tables that have none: between two lines that begin or end at the same place, and between
    /// which a vertical line runs.
    private mutating func closeTables() {
        let columns = BoxIndex(vertical.map(\.verticalBox), side: 20 * unit)
        var added: [Rule] = []
        for side in [\Rule.start, \Rule.end] {
            let lines = horizontal.filter { $0.length >= 40 * unit }
                .sorted {
                    (($0[keyPath: side] / unit).rounded(), $0.place) < (($1[keyPath: side] / unit).rounded(), $1.place)
                }
            for (upper, lower) in zip(lines, lines.dropFirst()) {
                let (top, bottom, x) = (upper.place, lower.place, upper[keyPath: side])
                guard (upper.start - lower.start).magnitude < 2 * unit,
                    (upper.end - lower.end).magnitude < 2 * unit, bottom - top > 7 * unit,
                    bottom - top < 200 * unit
                else { continue }
                let middle = Rect(
                    x0: max(upper.start, lower.start) + 3 * unit, y0: (top + bottom) / 2,
                    x1: min(upper.end, lower.end) - 3 * unit, y1: (top + bottom) / 2)
                let isDivided = columns.touching(middle).contains { index in
                    vertical[index].start <= top + 3 * unit && vertical[index].end >= bottom - 3 * unit
                }
                if isDivided { added.append(Rule(place: x, start: top, end: bottom, isEdge: true)) }
            }
        }
        vertical += added
    }

    private mutating func add(_ shape: SheetPage.Shape, _ dots: inout [Rect], on size: Size) {
        let box = shape.box
        let isStroked = shape.lineWidth != nil && shape.lineBrightness < Self.brightest
        let thin = min(box.width, box.height)
        switch shape.outline {
        case .line:
            guard isStroked else { return }
            if max(box.width, box.height) <= 2 * unit { return dots.append(box) }
            // A dashed line divides the places for characters or the digits of an amount.
            if shape.isDashed, box.height > box.width {
                return ticks.append(Rule(place: box.center.x, start: box.minY, end: box.maxY))
            }
            addLine(along: box, thickness: shape.lineWidth ?? 0)
        case .slantedLine: if isStroked { slants.append(box) }
        case .rectangle where thin <= 2.5 * unit:
            guard isStroked || (shape.fillBrightness ?? 1) < Self.brightest else { return }
            if max(box.width, box.height) <= 2.5 * unit { return dots.append(box) }
            addLine(along: box, thickness: thin)
        case .rectangle:
            if let brightness = shape.fillBrightness {
                let below = areas.last { $0.box.contains(box.center) }?.brightness ?? 1
                if !isStroked, (below - brightness).magnitude > 0.02 { addSides(of: box, 0, isEdge: true) }
                let isPale = !isStroked && (below - brightness).magnitude <= 0.02 && box.height < 60 * unit
                if isPale, pale.count < Self.areaLimit { pale.append(box) }
                if areas.count < Self.areaLimit { areas.append((box, brightness)) }
            }
            if isStroked { addSides(of: box, shape.lineWidth ?? 0, isEdge: false) }
        case .other:
            let isLarge = box.width > 0.7 * size.width && box.height > 0.5 * size.height
            let isFilled = (shape.fillBrightness ?? 1) < Self.brightest
            guard isStroked || shape.fillBrightness != nil, !isLarge else { return }
            if isFilled, !isStroked, thin <= 2.5 * unit {
                return max(box.width, box.height) <= 2.5 * unit
                    ? dots.append(box) : addLine(along: box, thickness: thin)
            }
            if thin >= 4 * unit { blobs.append(shape) }
        }
    }

    private mutating func addLine(along box: Rect, thickness: Double) {
        let isDashed = max(box.width, box.height) < 10 * unit
        if box.width >= box.height {
            horizontal.append(
                Rule(
                    place: box.center.y, start: box.minX, end: box.maxX, thickness: thickness, isDashed: isDashed))
        } else {
            vertical.append(
                Rule(
                    place: box.center.x, start: box.minY, end: box.maxY, thickness: thickness, isDashed: isDashed))
        }
    }

    private mutating func addSides(of box: Rect, _ thickness: Double, isEdge: Bool) {
        for y in [box.minY, box.maxY] {
            horizontal.append(Rule(place: y, start: box.minX, end: box.maxX, thickness: thickness, isEdge: isEdge))
        }
        for x in [box.minX, box.maxX] {
            vertical.append(Rule(place: x, start: box.minY, end: box.maxY, thickness: thickness, isEdge: isEdge))
        }
    }

    /// Adds the left and right sides of areas that are as white as their paper, but end at the bottom on a line: the line
    /// is drawn for them.
    private mutating func addPaleSides() {
        let lines = BoxIndex(horizontal.map(\.horizontalBox), side: 20 * unit)
        for box in pale {
            let foot = Rect(x0: box.minX, y0: box.maxY - 1.5 * unit, x1: box.maxX, y1: box.maxY + 1.5 * unit)
            let isOnLine = lines.touching(foot).contains { index in
                let line = horizontal[index]
                return min(line.end, box.maxX) - max(line.start, box.minX) >= 0.9 * box.width
            }
            guard isOnLine else { continue }
            for x in [box.minX, box.maxX] {
                vertical.append(Rule(place: x, start: box.minY, end: box.maxY, isEdge: true))
            }
        }
    }

    /// Removes the edges of tinted areas on which words are printed: they separate nothing.
    private mutating func dropEdges(under words: [SheetPage.Word]) {
        let index = BoxIndex(words.map(\.box), side: 20 * unit)
        vertical.removeAll { rule in
            rule.isEdge
                && index.touching(rule.verticalBox).contains { word in
                    let box = words[word].box
                    return box.minX < rule.place - 2 * unit && box.maxX > rule.place + 2 * unit
                        && box.center.y > rule.start && box.center.y < rule.end
                }
        }
    }

    /// Adds the sides of frames that are painted as several dark shapes with the same bounding box, for instance one for
    /// the upper left and one for the lower right.
    private mutating func addBevels() {
        var seen: Set<[Int]> = []
        var framed: Set<[Int]> = []
        for blob in blobs where blob.lineWidth == nil && (blob.fillBrightness ?? 1) < 0.9 {
            let box = blob.box
            let key = [box.minX, box.minY, box.maxX, box.maxY].map { Int(clamping: ($0 / unit * 2).rounded()) }
            if !seen.insert(key).inserted, framed.insert(key).inserted { addSides(of: box, unit, isEdge: false) }
        }
    }

    /// Adds lines through dots that follow one another at most 5 units apart.
    private mutating func addDots(_ dots: [Rect]) {
        let rows = Dictionary(grouping: dots) { Int(clamping: ($0.center.y / unit).rounded()) }
        for row in rows.sorted(by: { $0.key < $1.key }).map(\.value) where row.count >= 6 {
            var run: [Rect] = []
            func end(_ horizontal: inout [Rule]) {
                if run.count >= 6 {
                    horizontal.append(
                        Rule(place: run[0].center.y, start: run[0].minX, end: run[run.count - 1].maxX, thickness: 0))
                }
                run = []
            }
            for dot in row.sorted(by: { $0.minX < $1.minX }) {
                if let last = run.last, dot.minX - last.maxX > 5 * unit { end(&horizontal) }
                run.append(dot)
            }
            end(&horizontal)
        }
    }

    /// Joins rules that lie on one another or follow one another.
    private static func joined(_ rules: [Rule], _ unit: Double) -> [Rule] {
        let sorted = rules.sorted { ($0.place, $0.start) < ($1.place, $1.start) }
        var result: [Rule] = []
        var first = 0
        while first < sorted.count {
            var end = first
            while end < sorted.count, sorted[end].place - sorted[first].place <= 0.6 * unit { end += 1 }
            var open: Rule?
            for rule in sorted[first..<end].sorted(by: { $0.start < $1.start }) {
                if var one = open, rule.isEdge == one.isEdge,
                    rule.start - one.end <= (one.isDashed && rule.isDashed ? 4.5 : 1.5) * unit
                {
                    one.isDashed = one.isDashed && rule.isDashed
                    one.end = max(one.end, rule.end)
                    one.thickness = max(one.thickness, rule.thickness)
                    open = one
                } else {
                    if let open { result.append(open) }
                    open = rule
                }
            }
            if let open { result.append(open) }
            first = end
        }
        return result
    }

    /// Returns the brightness of the paper or of the area that was painted last at a point.
    func brightness(at point: Point) -> Double { areas.last { $0.box.contains(point) }?.brightness ?? 1 }
}
