// SPDX-License-Identifier: GPL-3.0-or-later

@testable import LimnPDFObjects

/// What the marked text of an appearance does.
struct MarkedStream {
    /// A string and where it begins.
    struct Piece {
        var x: Double
        var y: Double
        var string: [UInt8]
    }

    /// The operands of the rectangle that the text is clipped to.
    private(set) var clip: [Double] = []
    /// The font and its size.
    private(set) var font: (name: String, size: Double)?
    private(set) var pieces: [Piece] = []
    /// The rectangles behind chosen rows.
    private(set) var rows: [[Double]] = []

    /// The first piece of each line from top to bottom, but for lines of blanks.
    var lineStarts: [Piece] {
        var starts: [Piece] = []
        for piece in pieces where !piece.string.allSatisfy({ $0 == 32 }) {
            if starts.last.map({ abs($0.y - piece.y) > 0.001 }) ?? true { starts.append(piece) }
        }
        return starts
    }

    /// Reads the part of a stream from `/Tx BMC` on.
    init(_ content: [UInt8]) {
        let range = MarkedText.range(in: content) ?? content.indices
        Array(content[range]).withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var numbers: [Double] = []
            var (name, string, rectangle) = ("", [UInt8](), [Double]())
            var (x, y) = (0.0, 0.0)
            while let token = tokens.next() {
                let text = bytes[token.start..<token.end]
                switch token.kind {
                case .number: numbers.append(Double(String(decoding: text, as: UTF8.self)) ?? .nan)
                case .name: name = String(decoding: text.dropFirst(), as: UTF8.self)
                case .string: string = Self.bytes(Array(text))
                case .word:
                    switch tokens.word(token) {
                    case "re": rectangle = numbers.suffix(4)
                    case "W": clip = clip.isEmpty ? rectangle : clip
                    case "f": rows.append(rectangle)
                    case "Tf": font = font ?? (name, numbers.last ?? 0)
                    case "BT": (x, y) = (0, 0)
                    case "Td": if numbers.count >= 2 { (x, y) = (x + numbers[0], y + numbers[1]) }
                    case "Tj": pieces.append(Piece(x: x, y: y, string: string))
                    default: break
                    }
                    numbers = []
                default: break
                }
            }
        }
    }

    /// The bytes of a string in PDF syntax.
    private static func bytes(_ text: [UInt8]) -> [UInt8] {
        if text.first == UInt8(ascii: "<") {
            let digits = text.compactMap { UInt8(hexDigit: $0) }
            return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
        var bytes: [UInt8] = []
        var rest = text.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "n"): bytes.append(10)
            case UInt8(ascii: "r"): bytes.append(13)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                var value = Int(next - 48)
                for _ in 0..<2 {
                    guard let digit = rest.first, (48...55).contains(digit) else { break }
                    value = value * 8 + Int(digit - 48)
                    rest.removeFirst()
                }
                bytes.append(UInt8(truncatingIfNeeded: value))
            default: bytes.append(next)
            }
        }
        return bytes
    }
}
