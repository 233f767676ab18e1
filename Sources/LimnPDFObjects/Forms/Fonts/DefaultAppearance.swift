// SPDX-License-Identifier: GPL-3.0-or-later

/// The font and color of a field's text, from its default appearance (/DA; ISO 32000-2, 12.7.4.3).
public struct DefaultAppearance: Hashable, Sendable {
    /// The font's name in the resources, without the slash.
    public var fontName: String
    /// The font size in points. For 0, viewers choose a size.
    public var size: Double
    /// The color of the text, as components in 0…1: one for gray, three for RGB, four for CMYK.
    public var color: [Double]

    /// Makes an appearance. The default values are those of a field without /DA: Helvetica, a size that viewers choose,
    /// and black.
    public init(fontName: String = "Helv", size: Double = 0, color: [Double] = [0]) {
        self.fontName = fontName
        self.size = size
        self.color = color
    }

    /// Reads a default appearance. Its operators may be in any order; the last one of each kind counts. What is missing
    /// or malformed has the default value; other operators are ignored.
    ///
    /// - Parameter content: the bytes of the string, which are content operators such as `/Helv 12 Tf 0 g`.
    public init(_ content: [UInt8]) {
        self.init()
        content.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var numbers: [Double] = []
            var name: String?
            while let token = tokens.next() {
                let text = bytes[token.start..<token.end]
                switch token.kind {
                case .number:
                    numbers.append(Self.number(text))
                    if numbers.count > 8 { numbers.removeFirst() }
                case .name: name = Self.name(text.dropFirst())
                case .word:
                    take(tokens.word(token), numbers, &name)
                    numbers = []
                default: break
                }
            }
        }
    }

    private mutating func take(_ word: StaticWord, _ numbers: [Double], _ name: inout String?) {
        switch word {
        case "Tf":
            // A negative size would turn the text upside down.
            if let name { (fontName, size) = (name, min(abs(numbers.last ?? 0), 1000)) }
            name = nil
        case "g": if let gray = numbers.last { color = [gray] }
        case "rg": if numbers.count >= 3 { color = Array(numbers.suffix(3)) }
        case "k": if numbers.count >= 4 { color = Array(numbers.suffix(4)) }
        default: break
        }
    }

    /// Returns a number in PDF syntax, clamped to ±1e6; 0 if it is malformed.
    private static func number(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double {
        let value = Double(String(decoding: text, as: UTF8.self)) ?? 0
        return value.isFinite ? min(max(value, -1e6), 1e6) : 0
    }

    /// Returns a name with its `#` escapes decoded.
    private static func name(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "#"), let high = rest.first.flatMap({ UInt8(hexDigit: $0) }),
                let low = rest.dropFirst().first.flatMap({ UInt8(hexDigit: $0) })
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
