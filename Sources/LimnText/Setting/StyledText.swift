// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk

/// The text of an item as one string with styles, checked against the limits.
struct StyledText {
    /// A part of the text with one style, as a range of UTF-8 bytes.
    struct Span {
        var range: Range<Int>
        var style: TextItem.Style
    }

    /// The text in UTF-8, with U+FFFD in place of each U+0000.
    let bytes: [UInt8]
    /// The spans in order, without gaps. Adjacent spans have different styles. There is at least one span.
    let spans: [Span]

    init(_ item: TextItem) throws(TextError) {
        try Self.check(item)
        var bytes: [UInt8] = []
        var spans: [Span] = []
        for run in item.runs {
            let start = bytes.count
            for byte in run.text.utf8 { byte == 0 ? bytes.append(contentsOf: "\u{fffd}".utf8) : bytes.append(byte) }
            if let last = spans.last, last.style == run.style || last.range.isEmpty {
                spans[spans.count - 1] = Span(range: last.range.lowerBound..<bytes.count, style: run.style)
            } else {
                spans.append(Span(range: start..<bytes.count, style: run.style))
            }
        }
        // An empty text has the height of one line.
        if spans.isEmpty { spans = [Span(range: 0..<0, style: TextItem.Style())] }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.allSatisfy({ $0.unicodeScalars.count <= TextLimits.marks }) else { throw Self.tooLarge }
        self.bytes = bytes
        self.spans = spans
    }

    /// Returns the index of the span that contains a byte offset. The end of the text belongs to the last span.
    func span(at offset: Int) -> Int {
        var (low, high) = (0, spans.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The language that selects glyph forms of Han characters: Japanese if the text has kana, traditional Chinese if
    /// it has bopomofo. Otherwise the style's font determines the forms; the user's locale has no influence.
    var language: String {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x3041...0x30ff, 0xff66...0xff9d: return "ja"
            case 0x3105...0x312f: return "zh-tw"
            default: continue
            }
        }
        return "en"
    }

    /// The ranges of the text that exclude each soft hyphen (U+00AD) and the byte after it.
    var rangesWithoutSoftHyphens: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for (at, byte) in bytes.enumerated() where byte == 0xad && at > 0 && bytes[at - 1] == 0xc2 {
            if start < at - 1 { ranges.append(start..<at - 1) }
            start = at + 2
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        return ranges
    }

    private static func check(_ item: TextItem) throws(TextError) {
        func isValid(_ value: Double?, _ range: ClosedRange<Double>) -> Bool { value.map(range.contains) ?? true }
        guard item.runs.count <= TextLimits.runs else { throw tooLarge }
        guard isValid(item.width, 0...TextLimits.extent), isValid(item.lineHeight, TextLimits.lineHeights),
            item.runs.allSatisfy({ TextLimits.fontSizes.contains($0.style.size) })
        else {
            throw TextError(
                .invalidStyle, "A font size must be between 0.1 and 2000 points, and a line height between 0.1 and 100."
            )
        }
        var (bytes, characters, extent) = (0, 0, 0.0)
        for run in item.runs {
            bytes += run.text.utf8.count
            guard bytes <= TextLimits.bytes else { throw tooLarge }
            let count = run.text.unicodeScalars.count
            characters += count
            extent += Double(count) * run.style.size * max(1, item.lineHeight ?? 1)
        }
        guard characters <= TextLimits.glyphs, extent <= TextLimits.extent else { throw tooLarge }
    }

    static var tooLarge: TextError {
        TextError(.tooLarge, "The text is too long to be set in one piece; split it into several texts.")
    }
}
