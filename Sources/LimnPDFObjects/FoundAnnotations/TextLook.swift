// SPDX-License-Identifier: GPL-3.0-or-later

/// The style of an annotation's text, as stated in style sheets (/DS, and the `style` attributes of /RC).
struct TextLook: Hashable {
    /// The settings of a paragraph.
    struct Paragraph: Hashable {
        var alignment: FoundText.Alignment = .left
        /// Whether the paragraph runs from right to left; nil if its letters determine the direction.
        var isRightToLeft: Bool?
        /// The line height as a multiple of the font size; nil for the font's own line height.
        var lineHeight: Double?
    }

    var style: RichTextRun.Style
    var paragraph = Paragraph()

    /// Applies the declarations of a style sheet. Unknown declarations are ignored.
    mutating func apply(css: String) {
        for declaration in css.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].filter { !$0.isWhitespace }.lowercased()
            let value = Self.trimmed(declaration[declaration.index(after: colon)...])
            switch name {
            case "font": setFont(value)
            case "font-family": setFamily(value)
            case "font-size": setSize(value)
            case "font-weight": style.weight = Self.weight(value) ?? style.weight
            case "font-style": style.isItalic = value == "italic" || value == "oblique"
            case "text-decoration":
                style.isUnderlined = value.contains("underline") || value.contains("word")
                style.isStruck = value.contains("line-through")
            case "color": style.color = RGBColor(css: value) ?? style.color
            case "text-align": paragraph.alignment = FoundText.Alignment(rawValue: value) ?? paragraph.alignment
            case "line-height": setLineHeight(value)
            default: break
            }
        }
    }

    /// Applies the `font` property. Acrobat writes the size after the family; CSS has it before the family.
    private mutating func setFont(_ value: String) {
        var family = ""
        (style.weight, style.isItalic) = (400, false)
        for part in Self.parts(of: value) {
            let (size, line) = Self.split(part)
            if Self.length(size) != nil {
                setSize(size)
                if let line { setLineHeight(line) }
            } else if part == "italic" || part == "oblique" {
                style.isItalic = true
            } else if let weight = Self.weight(part) {
                style.weight = weight
            } else {
                family += (family.isEmpty ? "" : " ") + part
            }
        }
        if !family.isEmpty { setFamily(family) }
    }

    /// Applies a list of families, of which only the first counts.
    private mutating func setFamily(_ value: String) {
        let first = value.prefix { $0 != "," }.filter { $0 != "'" && $0 != "\"" }
        let family = Self.trimmed(Substring(first))
        if !family.isEmpty { style.family = String(family.prefix(200)) }
    }

    private mutating func setSize(_ value: String) {
        if let size = Self.length(value), (0.1...10_000).contains(size) { style.size = size }
    }

    private mutating func setLineHeight(_ value: String) {
        if value.hasSuffix("%"), let percent = Double(value.dropLast()), (10...1000).contains(percent) {
            paragraph.lineHeight = percent / 100
        }
    }

    /// Splits a value at spaces. Quoted parts stay whole.
    private static func parts(of value: String) -> [String] {
        var parts = [""]
        var quote: Character?
        for character in value {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
            if quote == nil, character == " " { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.filter { !$0.isEmpty }
    }

    private static func split(_ part: String) -> (size: String, line: String?) {
        let parts = part.split(separator: "/", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// Returns a length in points; nil if it cannot be read.
    private static func length(_ value: String) -> Double? {
        let units = [("pt", 1.0), ("px", 0.75), ("in", 72), ("mm", 72 / 25.4), ("cm", 72 / 2.54)]
        for (unit, points) in units where value.hasSuffix(unit) {
            return Double(value.dropLast(2)).flatMap { $0.isFinite ? $0 * points : nil }
        }
        return nil
    }

    private static func weight(_ value: String) -> Int? {
        switch value {
        case "normal": 400
        case "bold", "bolder": 700
        default: Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension RGBColor {
    /// Makes a color from CSS: `#rgb`, `#rrggbb`, `rgb(r, g, b)` with numbers up to 255, or one of a few names.
    init?(css: String) {
        let names = [
            "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
            "yellow": "#ffff00", "gray": "#808080", "grey": "#808080",
        ]
        let text = names[css.lowercased()] ?? css.lowercased()
        if text.hasPrefix("rgb("), text.hasSuffix(")") {
            let parts = text.dropFirst(4).dropLast().split(separator: ",").compactMap { part in
                Double(part.filter { !$0.isWhitespace }).flatMap { $0.isFinite ? $0 / 255 : nil }
            }
            guard parts.count == 3 else { return nil }
            self.init(parts: parts)
            return
        }
        guard text.hasPrefix("#"), let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
        let digits = text.utf8.count - 1
        guard digits == 3 || digits == 6 else { return nil }
        let (bits, most): (UInt32, UInt32) = digits == 3 ? (4, 15) : (8, 255)
        let parts = [2, 1, 0].map { Double(number >> (bits * $0) & most) / Double(most) }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }
}
