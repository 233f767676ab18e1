// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnGeometry
internal import LimnHandwriting
internal import LimnInk
internal import LimnJobs
package import LimnLibrary

/// The handwriting of a page, as far as it can be read.
///
/// The text of a line is a guess, and often wrong. ``hits(of:atLeast:)`` knows what else a line may say, and finds more.
public struct HandwrittenPage: Sendable {
    /// A line.
    public struct Line: Sendable {
        /// The most probable text.
        public let text: String
        /// The box of the points of its strokes, in page space.
        public let box: Rect
        /// The boxes of its words, from the left to the right, as gaps cut them. What is read does not depend on them. None for
        /// what a library keeps.
        public let words: [Rect]
        /// Whose layer it stands in.
        var audience = Drawing.Layer.Audience.everyone
        let phrases: [Phrase]
    }

    /// A place that may say what was looked for.
    public struct Hit: Hashable, Sendable, Encodable {
        /// The number of the page, from 1.
        public let page: Int
        /// The word of the query.
        public let query: String
        /// How sure it is, 0…1.
        public let certainty: Double
        /// The place, in page space.
        public let box: Rect
        /// The most probable text of the line.
        public let line: String

        /// How sure it is, in thousandths, as results tell it.
        package var roundedCertainty: Double { (certainty * 1000).rounded() / 1000 }

        private enum Key: String, CodingKey { case page, query, certainty, rect, line }

        /// Encodes `page`, `query`, `certainty`, `line` and `rect`, an array of the left, upper, right and lower edge in points.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(page, forKey: .page)
            try container.encode(query, forKey: .query)
            try container.encode(roundedCertainty, forKey: .certainty)
            try container.encode(box.roundedEdges, forKey: .rect)
            try container.encode(line, forKey: .line)
        }
    }

    /// Some words that were read as a whole, and their place.
    struct Phrase: Sendable {
        let lattice: Lattice
        /// The box of the straightened phrase.
        let box: Rect
        /// The angle of its line, in radians.
        let angle: Double

        /// Returns the box on the page of a range of steps.
        func box(ofSteps steps: Range<Int>) -> Rect {
            // The picture that was read has half a step beside the ink on both sides. A letter's step is in its middle, and a
            // letter is some three steps wide.
            let width = box.width / Double(max(1, lattice.steps.count - 1))
            let left = min(max(box.minX + (Double(steps.lowerBound) - 1.5) * width, box.minX), box.maxX)
            let right = min(max(box.minX + (Double(steps.upperBound) + 0.5) * width, left), box.maxX)
            let corners = Rect(x0: left, y0: box.minY, x1: right, y1: box.maxY).corners
            let turn = HandwrittenLine.straightening(-angle)
            return Rect(containing: corners.map { turn.apply($0) }) ?? box
        }
    }

    /// The number of the page, from 1.
    public let page: Int
    /// The lines from the top to the bottom.
    public let lines: [Line]
    /// What became of layers for the game master.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The fields with ink in them, as far as the page is one of a character with a form.
    package var fields: [HandwrittenField] = []
    /// The template whose form has the fields; nil for none.
    package var template: TemplateID?

    /// The certainty from which on hits are shown: of the places on pages of the measured writers that are so certain, 95 of a
    /// hundred have the word.
    public static let leastCertainty = 0.17

    /// The text: each line ends with a line feed.
    public var text: String { lines.map { $0.text + "\n" }.joined() }

    private static func words(of text: String) -> [WordQuery] {
        WordQuery.words(ofDecomposed: text.searched)
    }

    /// Returns whether a text has words to look for: each has at most 64 letters, and at least one letter or digit.
    public static func isQuery(_ text: String) -> Bool {
        let words = words(of: text)
        return !words.isEmpty && words.count == text.split(whereSeparator: \.isWhitespace).count
    }

    /// Returns the places that may say the words of a query, the surest first. A line has several if it says a word so often.
    ///
    /// A word is found by its beginning, and also where a hyphen breaks it at the end of a line; then both pieces are hits. Case and
    /// accents do not matter. All words must be on the page, in any order.
    ///
    /// - Parameters:
    ///   - isWhole: whether beginnings of longer words, as far as those can be read, do not count.
    ///   - least: the certainty that each hit has at least, 0…1.
    public func hits(
        of query: String, isWhole: Bool = false, atLeast least: Double = Self.leastCertainty
    ) -> [Hit] {
        let words = Self.words(of: query)
        let found = words.map { word in
            lines.flatMap { line in
                line.phrases.flatMap { phrase in
                    word.matches(in: phrase.lattice, atLeast: least).filter { match in
                        !isWhole || word.isWhole(match, in: phrase.lattice)
                    }.map { hit(of: word, $0, in: phrase, of: line) }
                }
            } + brokenHits(of: word, isWhole: isWhole, atLeast: least)
        }
        guard !found.isEmpty, found.allSatisfy({ !$0.isEmpty }) else { return [] }
        return found.joined().sorted { $0.certainty > $1.certainty }
    }

    /// The pieces of a word that goes on in the next line.
    private func brokenHits(of word: WordQuery, isWhole: Bool, atLeast least: Double) -> [Hit] {
        zip(lines, lines.dropFirst()).flatMap { line, next -> [Hit] in
            // A line of another column does not go on with it.
            guard line.audience == next.audience, line.box.minX < next.box.maxX, next.box.minX < line.box.maxX,
                line.box.center.y < next.box.center.y, let end = line.phrases.last, let start = next.phrases.first,
                let (first, second) = word.match(from: end.lattice, into: start.lattice, atLeast: least),
                !isWhole || WordQuery.beginsWord(first, in: end.lattice) && word.endsWord(second, in: start.lattice)
            else { return [] }
            return [hit(of: word, first, in: end, of: line), hit(of: word, second, in: start, of: next)]
        }
    }

    private func hit(of word: WordQuery, _ match: WordQuery.Match, in phrase: Phrase, of line: Line) -> Hit {
        Hit(
            page: page, query: word.text, certainty: match.certainty, box: phrase.box(ofSteps: match.steps),
            line: line.text)
    }
}

extension HandwrittenPage: Encodable {
    private enum Key: String, CodingKey { case page, text, lines, notes }

    private struct PlacedLine: Encodable {
        let text: String
        let rect: [Double]
        let words: [[Double]]
    }

    /// Encodes `page`, `text`, `lines` and the diagnostics as `notes`. Each line has `text`, `rect`, an array of its left, upper, right and lower edge in
    /// points, and `words`, such an array for each word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(page, forKey: .page)
        try container.encode(text, forKey: .text)
        try container.encode(
            lines.map { PlacedLine(text: $0.text, rect: $0.box.roundedEdges, words: $0.words.map(\.roundedEdges)) },
            forKey: .lines)
        try container.encode(diagnostics.map(\.text), forKey: .notes)
    }
}
