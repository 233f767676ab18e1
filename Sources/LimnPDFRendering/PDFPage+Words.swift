// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
public import LimnGeometry

extension PDFPage {
    /// A word on a page and its box in page space.
    public struct Word: Hashable, Sendable {
        /// The text, without spaces.
        public let text: String
        /// The box, in points.
        public let box: Rect
        /// Whether the word is the last of its line.
        public var endsLine = false
        /// By how many degrees the word is turned clockwise: 0, 90, 180 or 270; nil for a single letter.
        public var turn: Int?
    }

    /// Returns the words of the page in poppler's reading order.
    ///
    /// - Parameter limit: The maximum number of words. Further words are omitted.
    public func words(limit: Int) -> [Word] {
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: UInt32 = 0
        // "The returned array must be freed with g_free()"; it has a rectangle for each character of the text.
        guard poppler_page_get_text_layout(handle, &rectangles, &count) != 0, let rectangles else { return [] }
        defer { g_free(rectangles) }
        var words: [Word] = []
        var letters = String.UnicodeScalarView()
        var box: Rect?
        var first: Rect?
        var last: Rect?
        func end() {
            if let box, box.isFinite {
                var word = Word(text: String(letters), box: box)
                if letters.count > 1, let first, let last { word.turn = Self.turn(from: first, to: last) }
                words.append(word)
            }
            (letters, box, first, last) = (.init(), nil, nil, nil)
        }
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard index < Int(count), words.count < limit else { break }
            if scalar.properties.isWhitespace {
                end()
                if scalar == "\n", !words.isEmpty { words[words.count - 1].endsLine = true }
                continue
            }
            let found = rectangles[index]
            let place = Rect(
                x0: found.x1 * userUnit, y0: found.y1 * userUnit, x1: found.x2 * userUnit, y1: found.y2 * userUnit)
            // Poppler puts no white space between some lines and columns.
            if let last, Self.areApart(last, place) { end() }
            letters.append(scalar)
            box = box?.union(place) ?? place
            first = first ?? place
            last = place
        }
        if words.count < limit { end() }
        return words
    }

    /// Returns the direction from one letter to another in degrees, clockwise from the right; nil if they are in one place.
    private static func turn(from first: Rect, to last: Rect) -> Int? {
        let (dx, dy) = (last.center.x - first.center.x, last.center.y - first.center.y)
        if max(dx.magnitude, dy.magnitude) < 1e-3 { return nil }
        return dx.magnitude >= dy.magnitude ? (dx > 0 ? 0 : 180) : (dy > 0 ? 90 : 270)
    }

    /// Whether the gap between two consecutive letters is too large for one word, in any writing direction.
    private static func areApart(_ a: Rect, _ b: Rect) -> Bool {
        let (dx, dy) = (max(b.minX - a.maxX, a.minX - b.maxX, 0), max(b.minY - a.maxY, a.minY - b.maxY, 0))
        let size = max(a.width, a.height, b.width, b.height)
        return (dx * dx + dy * dy).squareRoot() > 0.6 * size
    }
}
