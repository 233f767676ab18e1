// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// A path that an overlay paints, as it was read from the bytes of an export.
package struct OverlayPath: Hashable, Sendable {
    /// How a path is painted.
    package enum Style: Hashable, Sendable {
        /// Fills the inside by the non-zero winding rule.
        case fill
        /// Strokes the path with round joins. The width and the dashes are in points; the cap is that of PDF: 0 butt, 1 round,
        /// 2 square.
        case line(width: Double, cap: Int, dash: [Double])
    }

    /// The path in page space.
    package var path: Path
    package var style: Style
    package var color: RGBColor
    /// The opacity, 0…1.
    package var alpha: Double
    /// Whether the color is multiplied with what is below.
    package var multiplies: Bool

    /// A box around what the path paints, in page space; nil for an empty path.
    package var bounds: Rect? {
        guard let box = path.controlBounds, box.isFinite else { return nil }
        guard case .line(let width, let cap, _) = style else { return box }
        return box.expanded(by: width / 2 * (cap == 2 ? 1.4143 : 1))
    }
}

/// Reads the paths that a form paints (ISO 32000-2, 8.5). Whatever else the form has makes it unreadable.
struct OverlayReader {
    /// A graphics state of the form's resources.
    struct BlendState {
        var fillAlpha: Double?
        var strokeAlpha: Double?
        var multiplies: Bool?
    }

    /// The part of the graphics state that matters.
    private struct State {
        var matrix: AffineTransform
        var fill = RGBColor(red: 0, green: 0, blue: 0)
        var stroke = RGBColor(red: 0, green: 0, blue: 0)
        var fillAlpha = 1.0
        var strokeAlpha = 1.0
        var multiplies = false
        var width = 1.0
        var cap = 0
        var join = 0
        var dash: [Double] = []
    }

    /// The most paths and operators of a page.
    private static let (pathLimit, operatorLimit) = (200_000, 5_000_000)

    private let states: [String: BlendState]
    private var state: State
    private var saved: [State] = []
    private var marked = 0
    private var path = Path()
    /// The operands since the last operator: numbers, or a name alone or with a number of marked content, or a dash with its
    /// phase.
    private var operands: [Double] = []
    private var name: String?
    private var hasProperties = false
    private var dash: [Double]?
    private var isInDash = false
    private(set) var paths: [OverlayPath] = []

    /// Prepares reading.
    ///
    /// - Parameters:
    ///   - matrix: the transform from form space to page space.
    ///   - states: the graphics states of the form's resources, by name.
    init(_ matrix: AffineTransform, _ states: [String: BlendState]) {
        self.states = states
        state = State(matrix: matrix)
    }

    /// Reads content to its end.
    ///
    /// - Returns: whether it has only paths, leaves nothing open, and is written so that all readers divide it alike.
    mutating func read(_ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var (operators, last) = (0, 0)
            while let token = tokens.next() {
                guard bytes[last..<token.start].allSatisfy({ ByteClass($0) == .space }) else { return false }
                let isRead =
                    switch token.kind {
                    case .number: take(number(bytes[token.start..<token.end]))
                    case .name: take(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
                    case .open: bytes[token.start] == UInt8(ascii: "[") ? beginDash() : takeProperties(&tokens)
                    case .close: bytes[token.start] == UInt8(ascii: "]") && endDash()
                    case .string: false
                    case .word: operate(tokens.word(token))
                    }
                last = tokens.at
                if token.kind == .word { operators += 1 }
                guard isRead, !tokens.hasGluedNumbers, operators <= Self.operatorLimit, paths.count <= Self.pathLimit
                else {
                    return false
                }
            }
            guard bytes[last...].allSatisfy({ ByteClass($0) == .space }) else { return false }
            return saved.isEmpty && marked == 0 && path.isEmpty && operands.isEmpty && name == nil && dash == nil
        }
    }

    private mutating func take(_ number: Double?) -> Bool {
        guard let number, name == nil, operands.count < 6 else { return false }
        if isInDash { dash?.append(number) } else { operands.append(number) }
        return (dash?.count ?? 0) <= 32
    }

    private mutating func take(_ name: String) -> Bool {
        guard self.name == nil, operands.isEmpty, dash == nil, !name.utf8.contains(UInt8(ascii: "#")) else {
            return false
        }
        self.name = name
        return true
    }

    private mutating func beginDash() -> Bool {
        guard dash == nil, operands.isEmpty, name == nil else { return false }
        (dash, isInDash) = ([], true)
        return true
    }

    private mutating func endDash() -> Bool {
        defer { isInDash = false }
        return isInDash
    }

    /// Reads the number of marked content, which must be all that its properties have.
    private mutating func takeProperties(_ tokens: inout ContentTokenizer) -> Bool {
        guard name != nil, !hasProperties, let key = tokens.next(), key.kind == .name, tokens.text(key, is: "/MCID"),
            let value = tokens.next(), let number = tokens.integer(value), number >= 0, let end = tokens.next(),
            end.kind == .close, tokens.bytes[end.start] != UInt8(ascii: "]")
        else { return false }
        hasProperties = true
        return true
    }

    /// Returns a number without exponent (ISO 32000-2, 7.3.3); nil for other words.
    private func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        var (value, scale, isNegative, hasDigit, isFraction) = (0.0, 1.0, false, false, false)
        for (place, byte) in digits.enumerated() {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard place == 0 else { return nil }
                isNegative = byte == UInt8(ascii: "-")
            case UInt8(ascii: "."):
                guard !isFraction else { return nil }
                isFraction = true
            case 48...57:
                hasDigit = true
                value = value * 10 + Double(byte - 48)
                if isFraction { scale *= 10 }
            default: return nil
            }
        }
        let result = (isNegative ? -value : value) / scale
        return hasDigit && result.isFinite && result.magnitude <= 1e12 ? result : nil
    }

    private mutating func operate(_ word: StaticWord) -> Bool {
        guard !isInDash else { return false }
        defer { (operands, name, dash, hasProperties) = ([], nil, nil, false) }
        // A name or a dash is no number.
        let count = name == nil && dash == nil ? operands.count : -1
        switch word {
        case "m" where count == 2: path.move(to: point(0))
        case "l" where count == 2 && !path.isEmpty: path.line(to: point(0))
        case "c" where count == 6 && !path.isEmpty: path.cubic(point(0), point(2), to: point(4))
        case "h" where count == 0 && !path.isEmpty: path.close()
        case "f" where count == 0: return paint(.fill, state.fill, state.fillAlpha)
        case "S" where count == 0:
            // A line that a matrix distorts has no single width.
            guard state.join == 1, let scale = state.matrix.uniformScale else { return false }
            return paint(
                .line(width: state.width * scale, cap: state.cap, dash: state.dash.map { $0 * scale }), state.stroke,
                state.strokeAlpha)
        // Within a path, other operators mean different things to different readers.
        case _ where !path.isEmpty: return false
        case "q" where count == 0: saved.append(state)
        case "Q" where count == 0:
            guard let last = saved.popLast() else { return false }
            state = last
        case "cm" where count == 6:
            state.matrix = AffineTransform(
                a: operands[0], b: operands[1], c: operands[2], d: operands[3], tx: operands[4], ty: operands[5]
            ).then(state.matrix)
        case "gs":
            guard let name, !hasProperties, let blend = states[name] else { return false }
            state.fillAlpha = blend.fillAlpha ?? state.fillAlpha
            state.strokeAlpha = blend.strokeAlpha ?? state.strokeAlpha
            state.multiplies = blend.multiplies ?? state.multiplies
        case "g" where count == 1, "rg" where count == 3: return setColor(\.fill)
        case "G" where count == 1, "RG" where count == 3: return setColor(\.stroke)
        case "w" where count == 1 && operands[0] > 0: state.width = operands[0]
        case "J" where count == 1 && [0, 1, 2].contains(operands[0]): state.cap = Int(clamping: operands[0])
        case "j" where count == 1 && [0, 1, 2].contains(operands[0]): state.join = Int(clamping: operands[0])
        case "d":
            guard let dash, operands == [0], dash.allSatisfy({ $0 >= 0 }) else { return false }
            state.dash = dash
        case "BMC" where name == "/Artifact" && !hasProperties: marked += 1
        case "BDC" where (name == "/P" || name == "/Figure") && hasProperties: marked += 1
        case "EMC" where count == 0 && marked > 0: marked -= 1
        default: return false
        }
        return saved.count <= 64 && marked <= 64
    }

    private mutating func setColor(_ target: WritableKeyPath<State, RGBColor>) -> Bool {
        guard operands.allSatisfy({ (0...1).contains($0) }) else { return false }
        state[keyPath: target] = RGBColor(
            red: operands[0], green: operands[operands.count / 2], blue: operands[operands.count - 1])
        return true
    }

    private func point(_ index: Int) -> Point { state.matrix.apply(Point(x: operands[index], y: operands[index + 1])) }

    private mutating func paint(_ style: OverlayPath.Style, _ color: RGBColor, _ alpha: Double) -> Bool {
        guard !path.isEmpty else { return false }
        paths.append(OverlayPath(path: path, style: style, color: color, alpha: alpha, multiplies: state.multiplies))
        path = Path()
        return true
    }
}

extension AffineTransform {
    /// The factor by which the transform scales every length; nil if it scales directions differently.
    fileprivate var uniformScale: Double? {
        let (x, y) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
        guard x > 0, y > 0, (x - y).magnitude <= 1e-6 * max(x, y), (a * c + b * d).magnitude <= 1e-6 * x * y else {
            return nil
        }
        return x
    }
}
