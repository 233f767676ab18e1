// SPDX-License-Identifier: Apache-2.0

/// Converts HTML to plain text. Games store biographies as HTML.
enum HTMLText {
    private static let blocks: Set<String> = [
        "p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "section", "blockquote",
        "hr",
    ]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "times": "×", "auml": "ä",
        "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è",
    ]

    /// Returns the text without tags, comments, scripts and styles. Each block element becomes a line, and white space
    /// within a line collapses to one space.
    static func plain(_ html: String) -> String {
        var lines = [""]
        var rest = Substring(html).unicodeScalars
        func append(_ scalar: Unicode.Scalar) {
            let isSpace = scalar.properties.isWhitespace
            if isSpace, lines[lines.count - 1].unicodeScalars.last.map({ $0 == " " }) ?? true { return }
            lines[lines.count - 1].unicodeScalars.append(isSpace ? " " : scalar)
        }
        while let next = rest.first {
            if next == "<", let tag = takeTag(&rest) {
                if tag.name == "script" || tag.name == "style", !tag.isEnd { skip(to: tag.name, &rest) }
                if blocks.contains(tag.name), !(lines.last?.isEmpty ?? true) { lines.append("") }
            } else if next == "&", let scalar = takeEntity(&rest) {
                append(scalar)
            } else {
                append(next)
                rest.removeFirst()
            }
        }
        return lines.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Consumes a tag or a comment; nil if the `<` starts neither.
    private static func takeTag(_ rest: inout Substring.UnicodeScalarView) -> (name: String, isEnd: Bool)? {
        var after = rest.dropFirst()
        if after.starts(with: "!--".unicodeScalars) {
            after = after.dropFirst(3)
            while !after.isEmpty, !after.starts(with: "-->".unicodeScalars) { after = after.dropFirst() }
            rest = after.dropFirst(3)
            return ("", false)
        }
        let isEnd = after.first == "/"
        if isEnd { after = after.dropFirst() }
        guard let letter = after.first, letter.properties.isAlphabetic || letter == "!" else { return nil }
        var name = ""
        while let next = after.first, next != ">", next != "/", !next.properties.isWhitespace {
            if name.utf8.count < 20 { name.unicodeScalars.append(next) }
            after = after.dropFirst()
        }
        while let next = after.first, next != ">" {
            _ = next
            after = after.dropFirst()
        }
        rest = after.dropFirst()
        return (name.lowercased(), isEnd)
    }

    /// Skips to the end tag of a script or style.
    private static func skip(to name: String, _ rest: inout Substring.UnicodeScalarView) {
        let end = Array("</\(name)".unicodeScalars)
        while !rest.isEmpty {
            if rest.first == "<",
                rest.prefix(end.count).elementsEqual(end, by: { $0.properties.lowercaseMapping == String($1) })
            {
                return
            }
            rest = rest.dropFirst()
        }
    }

    private static func takeEntity(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let window = rest.dropFirst().prefix(10)
        guard let end = window.firstIndex(of: ";") else { return nil }
        let name = String(window[..<end])
        var scalar = entities[name]
        if name.hasPrefix("#") {
            let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
            scalar = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10).flatMap(
                Unicode.Scalar.init)
        }
        guard let scalar, scalar.value >= 32 || scalar == "\n" else { return nil }
        rest = rest[rest.index(after: end)...]
        return scalar
    }
}
