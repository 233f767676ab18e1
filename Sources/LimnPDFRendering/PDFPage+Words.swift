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
        /// By how many degrees the word is turned clockwise: 0, 90, 180 or 270; nil for a single letter. The letters of a word
        /// that is written from right to left count as if they followed each other from the left.
        public let turn: Int?
        /// Where each letter (Unicode scalar) begins and ends along the word, in the order in which they are read, in points:
        /// from the left for a level word, from the top for another. There are two numbers for each letter.
        public let edges: [Double]

        fileprivate init(_ letters: [PlacedLetter]) {
            text = String(String.UnicodeScalarView(letters.map(\.scalar)))
            box = letters.dropFirst().reduce(letters[0].box) { $0.union($1.box) }
            let direction = letters.count > 1 ? Self.direction(from: letters[0].box, to: letters.last!.box) : nil
            let isLeftward = letters.contains { $0.isLeftward }
            turn = direction.map { isLeftward ? ($0 + 180) % 360 : $0 }
            let isUpright = direction == 90 || direction == 270
            let isBackward = direction.map { $0 >= 180 } ?? isLeftward
            edges = letters.flatMap { letter in
                let (low, high) =
                    isUpright ? (letter.box.minY, letter.box.maxY) : (letter.box.minX, letter.box.maxX)
                // In a word from the right, numbers and Latin letters run the other way.
                let runsOther = isLeftward && (letter.isDigit || letter.isRightward)
                return isBackward != runsOther ? [high, low] : [low, high]
            }
        }

        /// Returns the direction from one letter to another in degrees, clockwise from the right; nil if they are in one
        /// place.
        private static func direction(from first: Rect, to last: Rect) -> Int? {
            let (dx, dy) = (last.center.x - first.center.x, last.center.y - first.center.y)
            if max(dx.magnitude, dy.magnitude) < 1e-3 { return nil }
            return dx.magnitude >= dy.magnitude ? (dx > 0 ? 0 : 180) : (dy > 0 ? 90 : 270)
        }
    }

    /// The text of the page in poppler's reading order.
    public var text: String {
        String(String.UnicodeScalarView(selected().text.unicodeScalars.filter { !PlacedLetter.marks.contains($0) }))
    }

    /// Returns poppler's text of the page, and the area for which poppler has it.
    ///
    /// Poppler selects from one corner to the opposite one. On pages that are mostly written from right to left, it would leave
    /// out what stands above the last paragraph if that were the upper left corner.
    private func selected() -> (text: String, area: PopplerRectangle) {
        var (width, height) = (0.0, 0.0)
        poppler_page_get_size(handle, &width, &height)
        func text(in area: PopplerRectangle) -> String {
            var area = area
            return takeString(poppler_page_get_selected_text(handle, POPPLER_SELECTION_GLYPH, &area)) ?? ""
        }
        let fromLeft = PopplerRectangle(x1: 0, y1: 0, x2: width, y2: height)
        let found = text(in: fromLeft)
        let fromRight = PopplerRectangle(x1: width, y1: 0, x2: 0, y2: height)
        let other = text(in: fromRight)
        return other.utf8.count > found.utf8.count ? (other, fromRight) : (found, fromLeft)
    }

    /// Returns the words of the page in poppler's reading order.
    ///
    /// - Parameter limit: The maximum number of words. Further words are omitted.
    public func words(limit: Int) -> [Word] {
        var (text, area) = selected()
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: UInt32 = 0
        // "The returned array must be freed with g_free()"; it has a rectangle for each character of the text.
        guard poppler_page_get_text_layout_for_area(handle, &area, &rectangles, &count) != 0, let rectangles else {
            return []
        }
        defer { g_free(rectangles) }
        let boxes = UnsafeBufferPointer(start: rectangles, count: Int(count))
        var words: [Word] = []
        var line = TextLine()
        func endLine() {
            words += line.asRead(isPageLeftward: area.x1 > area.x2).map { Word($0.letters) }
            line = TextLine()
        }
        var piece: [PlacedLetter] = []
        func endPiece() {
            if !piece.isEmpty, piece.allSatisfy(\.box.isFinite) { line.pieces.append(TextLine.Piece(piece)) }
            piece = []
        }
        for letter in PlacedLetter.all(of: text, in: boxes, userUnit: userUnit) {
            guard words.count + line.pieces.count < limit else { break }
            if letter.scalar.properties.isWhitespace {
                endPiece()
                if letter.scalar == "\n" {
                    endLine()
                    if !words.isEmpty { words[words.count - 1].endsLine = true }
                }
                continue
            }
            // Poppler puts no white space between some lines and columns.
            if let last = piece.last, last.run != letter.run || Self.areApart(last.box, letter.box) { endPiece() }
            piece.append(letter)
        }
        endPiece()
        endLine()
        return Array(words.prefix(limit))
    }

    /// Whether the gap between two consecutive letters is too large for one word, in any writing direction.
    private static func areApart(_ a: Rect, _ b: Rect) -> Bool {
        let (dx, dy) = (max(b.minX - a.maxX, a.minX - b.maxX, 0), max(b.minY - a.maxY, a.minY - b.maxY, 0))
        let size = max(a.width, a.height, b.width, b.height)
        return (dx * dx + dy * dy).squareRoot() > 0.6 * size
    }
}

/// The pieces of a line, in the order in which poppler has them.
private struct TextLine {
    /// Letters that follow each other in one direction, without white space.
    struct Piece {
        private(set) var letters: [PlacedLetter]
        private(set) var box: Rect
        /// How the letters are written: from the left, from the right, or as what is beside them.
        private(set) var script: Script

        enum Script { case rightward, leftward, neutral }

        init(_ letters: [PlacedLetter]) {
            self.letters = letters
            box = letters.dropFirst().reduce(letters[0].box) { $0.union($1.box) }
            script =
                letters.contains { $0.isLeftward }
                ? .leftward : letters.contains { $0.isRightward } ? .rightward : .neutral
        }

        /// Whether the piece is level, as far as its letters tell.
        var isLevel: Bool {
            zip(letters, letters.dropFirst()).allSatisfy {
                ($0.box.center.y - $1.box.center.y).magnitude <= ($0.box.center.x - $1.box.center.x).magnitude
            }
        }

        /// Reorders a piece without letters as text from the right.
        mutating func turnAround() {
            if script == .neutral, letters[0].run == 0 { letters = PlacedLetter.turned(letters) }
        }

        /// Joins the piece with the next one if nothing is between them, and one of them is written from the right.
        mutating func join(_ next: Piece) -> Bool {
            let gap = max(next.box.minX - box.maxX, box.minX - next.box.maxX)
            guard script == .leftward || next.script == .leftward, script != .rightward, next.script != .rightward,
                gap <= 0.1 * max(box.height, next.box.height)
            else { return false }
            letters += next.letters
            (box, script) = (box.union(next.box), .leftward)
            return true
        }
    }

    var pieces: [Piece] = []

    /// Returns the words of the line as they are read. Poppler has them in the order of most words of the page.
    ///
    /// This is rule L2 of the Unicode Bidirectional Algorithm (UAX #9) for whole words, at two levels.
    func asRead(isPageLeftward: Bool) -> [Piece] {
        guard pieces.contains(where: { $0.script == .leftward }), pieces.allSatisfy(\.isLevel) else { return pieces }
        let fromLeft = pieces.enumerated().sorted { one, other in
            (one.element.box.minX, one.offset) < (other.element.box.minX, other.offset)
        }.map(\.element)
        let isLeftward = isLeftward(fromLeft, isPageLeftward)
        var ordered = isLeftward ? fromLeft.reversed() : fromLeft
        if isLeftward { for index in ordered.indices { ordered[index].turnAround() } }
        let other = isLeftward ? Piece.Script.rightward : .leftward
        var start = 0
        while start < ordered.count {
            guard ordered[start].script == other else {
                start += 1
                continue
            }
            // What has no letters belongs to what is on both sides of it.
            let end = ordered[start...].prefix { $0.script == other || $0.script == .neutral }
                .lastIndex { $0.script == other }!
            ordered[start...end].reverse()
            for index in start...end { ordered[index].turnAround() }
            start = end + 1
        }
        return ordered.reduce(into: []) { words, piece in
            if words.isEmpty || !words[words.count - 1].join(piece) { words.append(piece) }
        }
    }

    /// Whether the line is read from the right: both of its ends are, or else most of its words.
    private func isLeftward(_ fromLeft: [Piece], _ isPageLeftward: Bool) -> Bool {
        let scripts = fromLeft.map(\.script).filter { $0 != .neutral }
        if let first = scripts.first, first == scripts.last { return first == .leftward }
        let leftward = scripts.count { $0 == .leftward }
        return 2 * leftward == scripts.count ? isPageLeftward : 2 * leftward > scripts.count
    }
}

/// A letter of poppler's text and its box in page space.
private struct PlacedLetter {
    let scalar: Unicode.Scalar
    let box: Rect
    /// The number of its run from the right; 0 for none.
    let run: Int

    var isLeftward: Bool { scalar.isLeftward && !isDigit }
    var isRightward: Bool { !scalar.isLeftward && scalar.properties.isAlphabetic }
    var isDigit: Bool { scalar.properties.numericType == .decimal }

    private init(_ scalar: Unicode.Scalar, _ found: PopplerRectangle, run: Int, userUnit: Double) {
        (self.scalar, self.run) = (scalar, run)
        box = Rect(x0: found.x1 * userUnit, y0: found.y1 * userUnit, x1: found.x2 * userUnit, y1: found.y2 * userUnit)
    }

    /// The marks that poppler (`TextPage::dumpFragment`) puts around letters that are written from the left, or from the right,
    /// among others, and after them.
    private static let (rightwardMark, leftwardMark, endMark): (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) = (
        "\u{202a}", "\u{202b}", "\u{202c}"
    )
    static let marks = [rightwardMark, leftwardMark, endMark]

    /// Returns the letters of pieces in the order in which they are read. The pieces are as poppler has them.
    ///
    /// Poppler's boxes follow each other from the left to the right; the marks in its text have none.
    static func all(
        of text: String, in boxes: UnsafeBufferPointer<PopplerRectangle>, userUnit: Double
    ) -> [PlacedLetter] {
        let scalars = Array(text.unicodeScalars)
        let hasMarks = scalars.count > boxes.count
        var letters: [PlacedLetter] = []
        var (index, next, run) = (0, 0, 0)
        func add(_ scalar: Unicode.Scalar, at place: Int, run: Int) {
            guard boxes.indices.contains(place) else { return }
            letters.append(PlacedLetter(scalar, boxes[place], run: run, userUnit: userUnit))
        }
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if hasMarks, scalar == leftwardMark {
                let visual = visualOrder(of: scalars, at: &index)
                run += 1
                let start = letters.count
                for (offset, scalar) in visual.enumerated() { add(scalar, at: next + offset, run: run) }
                letters.replaceSubrange(start..., with: turned(Array(letters[start...])))
                next += visual.count
            } else if !hasMarks || !marks.contains(scalar) {
                add(scalar, at: next, run: 0)
                next += 1
            }
        }
        return letters
    }

    /// Returns the letters of a run from the right as they stand from the left to the right.
    ///
    /// - Parameter index: the first of its characters; then that behind its end.
    private static func visualOrder(of scalars: [Unicode.Scalar], at index: inout Int) -> [Unicode.Scalar] {
        var fromRight: [Unicode.Scalar] = []
        var inner: [Unicode.Scalar] = []
        var isInner = false
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case rightwardMark: isInner = true
            case endMark:
                fromRight += inner.reversed()
                if !isInner { return fromRight.reversed() }
                (inner, isInner) = ([], false)
            default: if isInner { inner.append(scalar) } else { fromRight.append(scalar) }
            }
        }
        return (fromRight + inner.reversed()).reversed()
    }

    /// Returns letters that stand from the left to the right in the order in which text from the right is read: numbers, and
    /// what lies between letters from the left, keep theirs (UAX #9, W4, W7 and L2).
    static func turned(_ letters: [PlacedLetter]) -> [PlacedLetter] {
        var turned = Array(letters.reversed())
        var start = 0
        while start < turned.count {
            let rest = turned[start...]
            let end: Int?
            if rest[start].isDigit {
                let number = rest.prefix { $0.isDigit || ".,:/-".unicodeScalars.contains($0.scalar) }
                end = number.lastIndex(where: \.isDigit)
            } else if rest[start].isRightward {
                end = rest.prefix { !$0.isLeftward }.lastIndex { $0.isRightward || $0.isDigit }
            } else {
                end = nil
            }
            if let end { turned[start...end].reverse() }
            start = (end ?? start) + 1
        }
        return turned
    }
}

extension Unicode.Scalar {
    /// Whether the letter is written from right to left: Hebrew, Arabic and their like.
    fileprivate var isLeftward: Bool {
        (0x590...0x8ff).contains(value) || (0xfb1d...0xfdff).contains(value) || (0xfe70...0xfeff).contains(value)
    }
}
