// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the rich text of annotations (/RC): XHTML as in ISO 32000-2, 12.7.4.4 (Adobe XML Architecture, chapter 27).
///
/// The reader is lenient: it keeps the text of unknown elements.
struct RichTextReader {
    private(set) var runs: [RichTextRun] = []
    /// The paragraph settings of the last paragraph.
    private(set) var paragraph = TextLook.Paragraph()

    private var stack: [(name: Substring, look: TextLook)]
    private var isFirstParagraph = true

    private static let depthLimit = 64

    /// Reads rich text.
    ///
    /// - Parameter look: the style of text that has no style of its own.
    init(_ text: String, _ look: TextLook) {
        stack = [("", look)]
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "<") {
            add(rest[..<start])
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ">") else { return }
            tag(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        }
        add(rest)
    }

    private mutating func tag(_ tag: Substring) {
        guard let first = tag.first, first != "?", first != "!" else { return }
        if first == "/" {
            let name = tag.dropFirst().prefix { !$0.isWhitespace }
            // An end tag without a start tag is ignored.
            guard let place = stack.lastIndex(where: { $0.name == name }), place > 0 else { return }
            return stack.removeSubrange(place...)
        }
        let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
        let isEmpty = tag.last == "/"
        if name == "br" { return breakLine() }
        if name == "p" {
            if !isFirstParagraph || !runs.isEmpty { breakLine() }
            isFirstParagraph = false
        }
        guard !isEmpty, stack.count < Self.depthLimit, var look = stack.last?.look else { return }
        switch name {
        case "b", "strong": look.style.weight = 700
        case "i", "em": look.style.isItalic = true
        default: break
        }
        if let style = Self.attribute("style", of: tag) { look.apply(css: Self.plain(style)) }
        if let direction = Self.attribute("dir", of: tag) { look.paragraph.isRightToLeft = direction == "rtl" }
        if name == "p" || name == "body" { paragraph = look.paragraph }
        stack.append((name, look))
    }

    /// Adds text to the last run. White space between paragraphs is ignored.
    private mutating func add(_ text: Substring) {
        guard !text.isEmpty, let name = stack.last?.name else { return }
        if ["", "body", "html"].contains(name), text.allSatisfy(\.isWhitespace) { return }
        append(String(Self.plain(text).map { $0.isNewline ? " " : $0 }))
    }

    /// Adds a line feed to the last run.
    private mutating func breakLine() {
        if runs.isEmpty { append("\n") } else { runs[runs.count - 1].text += "\n" }
    }

    private mutating func append(_ text: String) {
        guard !text.isEmpty, let style = stack.last?.look.style else { return }
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(RichTextRun(text, style))
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> Substring? {
        var rest = tag
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals].reversed().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: quote) else { return nil }
            if String(key.reversed()) == name { return rest[..<end] }
            rest = rest[rest.index(after: end)...]
        }
        return nil
    }

    private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": "\u{a0}"]

    /// Returns the text with its XML entities replaced.
    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
            let end = rest.index(rest.startIndex, offsetBy: name.count + 1)
            guard end < rest.endIndex, rest[end] == ";", let value = character(name) else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result += value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}
