// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// Ink as PDF content: operators, the graphics states that they name, and the box around them.
///
/// Coordinates are whole multiples of ``unit``, which the form's matrix scales back: shorter than decimals, and never
/// more than half a unit off. They count from the first point of each stroke, to which a `cm` leads. An opaque stroke is
/// written as lines of one width each (``LineRuns``), what shows through as one outline.
public struct InkContent: Hashable, Sendable {
    /// A named graphics state: opacity and blend mode for filling and stroking.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity, 0…1.
        public var alpha: Double
        /// How the paint meets what is below.
        public var blend: Mark.Blend
    }

    /// The length of one unit of the content's coordinates, in points.
    public let unit: Double
    /// The operators.
    public private(set) var bytes: [UInt8] = []
    /// The states; the content names the n-th one `/Gn`, from 0.
    public private(set) var states: [GraphicsState] = []
    /// The number of points in the lines, and of the strokes whose outlines were written.
    public private(set) var pointCount = 0
    /// The box around everything painted, in page space; nil when nothing is.
    public private(set) var bounds: Rect?
    /// The largest distance that an edge may have moved, in points: by leaving out points as measured, and by what
    /// outlines and rounding can add at most.
    public private(set) var largestEdgeError = 0.0

    private var state = GraphicsState(alpha: 1, blend: .normal)
    private var fillColor: [Int]?
    private var lineColor: [Int]?
    private var lineStyle: Mark.Style?

    private var originX = 0
    private var originY = 0

    /// Writes a drawing.
    ///
    /// - Parameters:
    ///   - tolerance: how far an edge may move, besides rounding.
    ///   - unit: the step that coordinates are rounded to, in points. Rounding moves a point by at most √½ of it and a
    ///     radius by a quarter, so that one step covers both.
    public init(_ drawing: Drawing, tolerance: Tolerance = .outline, unit: Double = 0.01) {
        self.unit = unit
        // Arcs take little; most goes to leaving out points.
        let outline = Tolerance(points: tolerance.points * 0.15) ?? .exact
        let simplifier = Simplifier(tolerance: Tolerance(points: tolerance.points * 0.85) ?? .exact)
        // Lines know what rounding does to them, and need not set a step aside for it.
        let runs = LineRuns(tolerance: tolerance.points + unit, unit: unit)
        for stroke in drawing.strokes {
            guard let box = stroke.bounds, let first = stroke.points.positions.first else { continue }
            let lines =
                runs.suits(stroke)
                ? runs.cut(positions: stroke.points.positions, widths: stroke.points.widths) : []
            let placeCount = lines.reduce(0) { $0 + $1.places.count }
            // Only segments that were cut have more places than the stroke has points.
            let simplified =
                lines.isEmpty || placeCount > stroke.points.count ? simplifier.simplify(stroke) : nil
            let count = lines.isEmpty ? simplified?.stroke.points.count ?? 0 : 1 + placeCount - lines.count
            if let curves = Self.curves(along: stroke, tolerance, shorterThan: count), let width = stroke.constantWidth
            {
                begin(at: first)
                pointCount += 1 + 3 * curves.curveCount
                largestEdgeError = max(largestEdgeError, curves.largestError + unit)
                let style = Mark.Style.line(width: width, cap: stroke.brush.cap, dash: [])
                let blend: Mark.Blend = stroke.brush.kind == .highlighter ? .multiply : .normal
                write(style, curves.path, stroke.paintColor, blend)
            } else if !lines.isEmpty,
                // An outline has two corners for each point, and arcs.
                placeCount <= 3 * (simplified?.stroke.points.count ?? .max / 3)
            {
                begin(at: first)
                pointCount += 1 + placeCount - lines.count
                write(lines, cap: stroke.constantWidth == nil ? .round : stroke.brush.cap, stroke.paintColor)
            } else if let simplified {
                let marks = simplified.stroke.marks(tolerance: outline)
                guard !marks.isEmpty else { continue }
                begin(at: first)
                pointCount += simplified.stroke.points.count
                let isOutline = marks.contains { $0.style == .fill }
                largestEdgeError = max(
                    largestEdgeError, simplified.largestEdgeError + (isOutline ? outline.points : 0) + unit)
                for mark in marks { write(mark.style, mark.path, mark.color, mark.blend) }
            }
            bounds = bounds?.union(box) ?? box
        }
    }

    /// Curves for a line of one width, where they take fewer numbers than `count` points do; nil elsewhere.
    private static func curves(
        along stroke: Stroke, _ tolerance: Tolerance, shorterThan count: Int
    ) -> (path: Path, curveCount: Int, largestError: Double)? {
        let brush = stroke.brush
        // Dashes would move along with a line that becomes shorter.
        guard count > 4, stroke.constantWidth != nil, brush.dash.isEmpty, (brush.fill ?? 0) <= 0,
            stroke.paintColor.alpha > 0
        else { return nil }
        let curves = CurveFit(tolerance: tolerance).path(along: stroke.points.positions)
        return curves.curveCount > 0 && 3 * curves.curveCount + 1 < count ? curves : nil
    }

    /// Moves the origin to a point.
    private mutating func begin(at p: Point) {
        let next = (x: units(p.x), y: units(p.y))
        bytes.append(contentsOf: "1 0 0 1 ".utf8)
        number(next.x - originX)
        number(next.y - originY)
        emit("cm")
        (originX, originY) = next
    }

    private mutating func write(_ lines: [LineRuns.Run], cap: Brush.Cap, _ paint: Color) {
        write(GraphicsState(alpha: (paint.alpha * 1000).rounded() / 1000, blend: .normal))
        writeLineColor(paint)
        for line in lines {
            largestEdgeError = max(largestEdgeError, line.edgeError)
            write(.line(width: Double(line.width) * unit, cap: cap, dash: []))
            var last = line.places[0]
            var isDot = true
            write(last, "m")
            for place in line.places.dropFirst() where place != last {
                write(place, "l")
                last = place
                isDot = false
            }
            if isDot { write(last, "l") }
            emit("S")
        }
    }

    private mutating func write(_ place: GridPoint, _ name: String) {
        number(place.x - originX)
        number(place.y - originY)
        emit(name)
    }

    private mutating func writeLineColor(_ paint: Color) {
        let color = Self.parts(paint)
        if color != lineColor { write(color, gray: "G", rgb: "RG") }
        lineColor = color
    }

    private static func parts(_ paint: Color) -> [Int] {
        [paint.red, paint.green, paint.blue].map { Int(clamping: ($0 * 1000).rounded()) }
    }

    private mutating func write(_ style: Mark.Style, _ path: Path, _ paint: Color, _ blend: Mark.Blend) {
        write(GraphicsState(alpha: (paint.alpha * 1000).rounded() / 1000, blend: blend))
        switch style {
        case .fill:
            let color = Self.parts(paint)
            if color != fillColor { write(color, gray: "g", rgb: "rg") }
            fillColor = color
            write(path)
            emit("f")
        case .line:
            writeLineColor(paint)
            write(style)
            write(path)
            emit("S")
        }
    }

    private mutating func write(_ next: GraphicsState) {
        guard next != state else { return }
        state = next
        let index = states.firstIndex(of: next) ?? states.count
        if index == states.count { states.append(next) }
        emit("/G\(index) gs")
    }

    private mutating func write(_ color: [Int], gray: String, rgb: String) {
        let isGray = color[0] == color[1] && color[1] == color[2]
        for part in isGray ? [color[0]] : color { number(thousandths: part) }
        emit(isGray ? gray : rgb)
    }

    private mutating func write(_ style: Mark.Style) {
        guard style != lineStyle, case .line(let width, let cap, let dash) = style else { return }
        var (oldWidth, oldCap, oldDash): (Double?, Brush.Cap?, [Double]) = (nil, nil, [])
        if case .line(let width, let cap, let dash)? = lineStyle { (oldWidth, oldCap, oldDash) = (width, cap, dash) }
        if lineStyle == nil { emit("1 j") }
        if cap != oldCap {
            number(cap == .butt ? 0 : cap == .round ? 1 : 2)
            emit("J")
        }
        if width != oldWidth {
            number(max(1, units(width)))
            emit("w")
        }
        if dash != oldDash {
            byte("[")
            // Rounded to whole units, dashes of a long line would wander.
            for length in dash { number(precise: length / unit) }
            byte("]")
            emit("0 d")
        }
        lineStyle = style
    }

    private mutating func write(_ path: Path) {
        var last: (x: Int, y: Int)?
        var isAlone = true
        for (index, element) in path.elements.enumerated() {
            switch element {
            case .move(let p):
                point(p)
                emit("m")
                last = (units(p.x), units(p.y))
            case .line(let p):
                let next = (x: units(p.x), y: units(p.y))
                // A line that rounding made vanish is left out, unless it is all there is of a dot.
                if let last, last == next, path.elements.count > 2, !isAlone || index < path.elements.count - 1 {
                    continue
                }
                isAlone = false
                point(p)
                emit("l")
                last = next
            case .cubic(let a, let b, let p):
                point(a)
                point(b)
                point(p)
                emit("c")
                last = (units(p.x), units(p.y))
            case .close: emit("h")
            }
        }
    }

    private func units(_ value: Double) -> Int { Int(clamping: (value / unit).rounded().clamped(to: -1e9...1e9)) }

    private mutating func point(_ p: Point) {
        number(units(p.x) - originX)
        number(units(p.y) - originY)
    }

    private mutating func byte(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    /// Writes an integer and a blank.
    private mutating func number(_ value: Int) {
        var digits: (UInt64, Int) = (0, 0)
        var rest = value.magnitude
        if value < 0 { byte("-") }
        repeat {
            digits.0 = digits.0 << 4 | UInt64(rest % 10)
            digits.1 += 1
            rest /= 10
        } while rest > 0
        for _ in 0..<digits.1 {
            bytes.append(48 + UInt8(digits.0 & 15))
            digits.0 >>= 4
        }
        byte(" ")
    }

    /// Writes a number that is not negative with up to three decimals, and a blank.
    private mutating func number(precise value: Double) {
        let scaled = Int(clamping: (value * 1000).rounded().clamped(to: 0...1e12))
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return number(whole) }
        if whole > 0 { bytes.append(contentsOf: String(whole).utf8) }
        number(thousandths: rest)
    }

    /// Writes a number from 0 to 1 and a blank.
    private mutating func number(thousandths value: Int) {
        if value.isMultiple(of: 1000) { return number(value / 1000) }
        var text = String(value + 1000).dropFirst()
        while text.last == "0" { text.removeLast() }
        bytes.append(contentsOf: ".\(text) ".utf8)
    }

    private mutating func emit(_ name: String) {
        bytes.append(contentsOf: name.utf8)
        byte("\n")
    }
}

extension Path {
    fileprivate init(line positions: [Point]) {
        self.init()
        for (index, p) in positions.enumerated() { index == 0 ? move(to: p) : line(to: p) }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
