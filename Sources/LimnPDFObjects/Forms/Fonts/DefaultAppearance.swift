// SPDX-License-Identifier: GPL-3.0-or-later

/// How a field's text looks, as its default appearance says (/DA; ISO 32000-2, 12.7.4.3).
public struct DefaultAppearance: Hashable, Sendable {
    /// The font's name in the resources, without slash.
    public var fontName: String
    /// The font size in points; 0 lets viewers choose one.
    public var size: Double
    /// The colour of text as components of 0…1: one for grey, three for RGB, four for CMYK.
    public var color: [Double]

    /// Makes an appearance; without arguments, that of a field that has none.
    public init(fontName: String = "Helv", size: Double = 0, color: [Double] = [0]) {
        self.fontName = fontName
        self.size = size
        self.color = color
    }

    /// Reads a default appearance, whose operators may stand in any order. The last one of each kind counts.
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
            // A size below 0 would turn the text upside down.
            if let name { (fontName, size) = (name, min(abs(numbers.last ?? 0), 1000)) }
            name = nil
        case "g": if let gray = numbers.last { color = [gray] }
        case "rg": if numbers.count >= 3 { color = Array(numbers.suffix(3)) }
        case "k": if numbers.count >= 4 { color = Array(numbers.suffix(4)) }
        default: break
        }
    }

    /// A number in PDF syntax, as far as it is one, within ±1e6.
    private static func number(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double {
        let value = Double(String(decoding: text, as: UTF8.self)) ?? 0
        return value.isFinite ? min(max(value, -1e6), 1e6) : 0
    }

    /// A name, with its `#` codes resolved.
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
