// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension InkContent {
    /// Moves the origin of coordinates to a point of page space.
    mutating func begin(at p: Point) {
        let next = (x: units(p.x), y: units(p.y))
        bytes.append(contentsOf: "1 0 0 1 ".utf8)
        number(next.x - originX)
        number(next.y - originY)
        emit("cm")
        (originX, originY) = next
    }

    mutating func write(_ place: GridPoint, _ name: String) {
        number(place.x - originX)
        number(place.y - originY)
        emit(name)
    }

    mutating func writeLineColor(_ color: Color, _ grain: Grain? = nil) {
        let paint = Paint(color: Self.parts(color), grain: grain)
        if paint != lineColor {
            write(paint, gray: "G", rgb: "RG", space: lineColor?.grain == nil ? "CS" : nil, pattern: "SCN")
        }
        lineColor = paint
    }

    mutating func writeFillColor(_ color: Color, _ grain: Grain? = nil) {
        let paint = Paint(color: Self.parts(color), grain: grain)
        if paint != fillColor {
            write(paint, gray: "g", rgb: "rg", space: fillColor?.grain == nil ? "cs" : nil, pattern: "scn")
        }
        fillColor = paint
    }

    static func parts(_ paint: Color) -> [Int] {
        [paint.red, paint.green, paint.blue].map { Int(clamping: ($0 * 1000).rounded()) }
    }

    mutating func write(_ mark: Mark) {
        write(GraphicsState(alpha: (mark.color.alpha * 1000).rounded() / 1000, blend: mark.blend))
        switch mark.style {
        case .fill:
            writeFillColor(mark.color, mark.grain)
            write(mark.path)
            emit("f")
        case .line:
            writeLineColor(mark.color, mark.grain)
            write(mark.style)
            write(mark.path)
            emit("S")
        }
    }

    mutating func write(_ next: GraphicsState) {
        guard next != state else { return }
        state = next
        let index = states.firstIndex(of: next) ?? states.count
        if index == states.count { states.append(next) }
        emit("/G\(index) gs")
    }

    /// Sets a color.
    ///
    /// - Parameters:
    ///   - space: the operator that sets the color space of patterns; nil if it is set.
    ///   - pattern: the operator that sets a pattern.
    private mutating func write(_ paint: Paint, gray: String, rgb: String, space: String?, pattern: String) {
        guard let grain = paint.grain else { return write(paint.color, gray: gray, rgb: rgb) }
        if let space { emit("/\(StencilPattern.colorSpace) \(space)") }
        let index = grains.firstIndex(of: grain) ?? grains.count
        if index == grains.count { grains.append(grain) }
        for part in paint.color { number(thousandths: part) }
        emit("/N\(index) \(pattern)")
    }

    private mutating func write(_ color: [Int], gray: String, rgb: String) {
        let isGray = color[0] == color[1] && color[1] == color[2]
        for part in isGray ? [color[0]] : color { number(thousandths: part) }
        emit(isGray ? gray : rgb)
    }

    mutating func write(_ style: Mark.Style) {
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
            // Dash lengths are not rounded to whole units, because the errors would add up along the line.
            for length in dash { number(precise: length / unit) }
            byte("]")
            emit("0 d")
        }
        lineStyle = style
    }

    mutating func write(_ path: Path) {
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
                // Skips a line that rounding has shortened to length 0, unless it is the only line of a dot.
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

    func units(_ value: Double) -> Int { Int(clamping: (value / unit).rounded().clamped(to: -1e9...1e9)) }

    mutating func point(_ p: Point) {
        number(units(p.x) - originX)
        number(units(p.y) - originY)
    }

    mutating func byte(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    /// Writes an integer and a space.
    mutating func number(_ value: Int) {
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

    /// Writes a non-negative number with up to three decimals, and a space.
    mutating func number(precise value: Double) {
        let scaled = Int(clamping: (value * 1000).rounded().clamped(to: 0...1e12))
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return number(whole) }
        if whole > 0 { bytes.append(contentsOf: String(whole).utf8) }
        number(thousandths: rest)
    }

    /// Writes a number from 0 to 1, given in thousandths, and a space.
    mutating func number(thousandths value: Int) {
        if value.isMultiple(of: 1000) { return number(value / 1000) }
        var text = String(value + 1000).dropFirst()
        while text.last == "0" { text.removeLast() }
        bytes.append(contentsOf: ".\(text) ".utf8)
    }

    mutating func emit(_ name: String) {
        bytes.append(contentsOf: name.utf8)
        byte("\n")
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
