// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
internal import LimnRebase

/// The printed text of a page in reading order, with its places in page space.
public struct PrintedText: Hashable, Sendable {
    /// A word.
    public struct Word: Hashable, Sendable {
        /// The characters, without white space.
        public let text: String
        /// The bounding box, in points.
        public let box: Rect
        /// The degrees by which the word is turned clockwise: 0, 90, 180 or 270.
        public let turn: Int
        /// Where each letter begins and ends along the word, as they are read, in points; nil if that was not read.
        package let edges: [Double]?
    }

    /// A line of words.
    public struct Line: Hashable, Sendable {
        /// The words, at least one.
        public let words: [Word]
        /// The bounding box, in points.
        public let box: Rect

        init(_ words: [Word]) {
            self.words = words
            box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        }

        /// The words with spaces between them.
        public var text: String { words.map(\.text).joined(separator: " ") }
    }

    /// Lines that stand close below each other, such as a paragraph or a cell of a table.
    public struct Block: Hashable, Sendable {
        /// The lines, at least one.
        public let lines: [Line]
        /// The bounding box, in points.
        public let box: Rect
        /// The level of the heading that the block is by the tags of the document, from 1 to 6; nil for other text.
        public let headingLevel: Int?

        init(_ lines: [Line], headingLevel: Int?) {
            (self.lines, self.headingLevel) = (lines, headingLevel)
            box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
        }
    }

    /// A link of the document.
    public struct Link: Hashable, Sendable {
        /// The targets of links.
        public enum Target: Hashable, Sendable {
            /// A URI, unchanged from the file. It is not validated, so programs must ask the user before opening it.
            case uri(String)
            /// A page, from 1, and the distance of the place from its upper edge in points; nil for the whole page.
            case page(Int, top: Double?)
        }

        /// The area, in points.
        public let box: Rect
        /// The target.
        public let target: Target
    }

    /// The number of the page, from 1.
    public let page: Int
    /// The displayed size of the page, in points.
    public let size: Size
    /// The blocks in reading order.
    public let blocks: [Block]
    /// The links in painting order.
    public private(set) var links: [Link]
    /// The natural language of the document as a tag such as `de-CH` (BCP 47); nil if it tells none.
    public let language: String?

    init(page: Int, _ layout: PageLayout) {
        self.page = page
        (size, language) = (layout.size, layout.language)
        blocks = Self.blocks(of: Self.lines(of: layout.words, layout.headings), layout.headings)
        links = layout.links.compactMap { link in
            let target = link.uri.map { Link.Target.uri($0) } ?? link.page.map { .page($0, top: link.top) }
            return target.map { Link(box: link.box, target: $0) }
        }
    }

    /// The text without the links to pages, for pages that were taken out of their document.
    package var withoutPageLinks: PrintedText {
        var text = self
        text.links.removeAll { if case .page = $0.target { true } else { false } }
        return text
    }

    /// Returns the text with the links to pages of the same page in its document, from which this one was taken and turned.
    package func withPageLinks(of original: PrintedText, turnedBy turn: PageGeometry.Rotation) -> PrintedText {
        var text = withoutPageLinks
        let transform = turn.transform(turning: original.size)
        for link in original.links {
            if case .page = link.target { text.links.append(Link(box: transform.apply(link.box), target: link.target)) }
        }
        return text
    }

    /// The number of words.
    package var wordCount: Int { blocks.reduce(0) { $1.lines.reduce($0) { $0 + $1.words.count } } }

    /// The text: each line ends with a line feed, and an empty line separates blocks.
    public var text: String {
        blocks.map { $0.lines.map { $0.text + "\n" }.joined() }.joined(separator: "\n")
    }

    /// A line, and the index of its heading; nil for other text.
    private typealias FoundLine = (line: Line, heading: Int?)

    /// Collects words into lines, without control characters.
    private static func lines(of words: [PageLayout.Word], _ headings: [PageLayout.Heading]) -> [FoundLine] {
        var lines: [FoundLine] = []
        var line: [Word] = []
        var heading = 0
        for (index, word) in words.enumerated() {
            while heading < headings.count, headings[heading].last < index { heading += 1 }
            let isHeading = heading < headings.count && headings[heading].first <= index
            // A terminal would obey control characters.
            let characters = word.text.unicodeScalars.filter { $0.properties.generalCategory != .control }
            if !characters.isEmpty {
                let isWhole = characters.count == word.text.unicodeScalars.count
                line.append(
                    Word(
                        text: String(characters), box: word.box, turn: word.turn ?? 0,
                        edges: isWhole ? word.edges : nil))
            }
            guard word.endsLine || index == words.count - 1, !line.isEmpty else { continue }
            lines.append((Line(line), isHeading ? heading : nil))
            line = []
        }
        return lines
    }

    private static func blocks(of lines: [FoundLine], _ headings: [PageLayout.Heading]) -> [Block] {
        var blocks: [Block] = []
        var block: [FoundLine] = []
        func end() {
            guard let first = block.first else { return }
            blocks.append(Block(block.map(\.line), headingLevel: first.heading.map { headings[$0].level }))
            block = []
        }
        for line in lines {
            if let last = block.last,
                last.heading != line.heading || line.heading == nil && !continues(last.line.box, line.line.box)
            {
                end()
            }
            block.append(line)
        }
        end()
        return blocks
    }

    /// Whether a line stands so close below another one that people read them as one block.
    private static func continues(_ above: Rect, _ below: Rect) -> Bool {
        let (low, high) = (min(above.height, below.height), max(above.height, below.height))
        let shared = min(above.maxX, below.maxX) - max(above.minX, below.minX)
        let gap = below.minY - above.maxY
        return high <= 1.5 * low && shared > 0 && gap <= 0.7 * low && gap >= -0.5 * low
    }
}

extension PrintedText: Encodable {
    private enum Key: String, CodingKey { case page, width, height, language, text, words, headings, links }

    private struct PlacedWord: Encodable {
        let text: String
        let rect: [Double]
        let line: Int
        let block: Int
        /// Nil for an upright word, which nearly all are.
        let turn: Int?
        let edges: [Double]?
    }

    private struct PlacedHeading: Encodable {
        let block: Int
        let level: Int
    }

    private struct PlacedLink: Encodable {
        let rect: [Double]
        let uri: String?
        let page: Int?
        let top: Double?

        init(_ link: Link) {
            rect = link.box.roundedEdges
            switch link.target {
            case .uri(let uri): (self.uri, page, top) = (uri, nil, nil)
            case .page(let page, let top): (uri, self.page, self.top) = (nil, page, top)
            }
        }
    }

    /// Encodes `page`, `width`, `height`, `language`, `text`, `words` and `links`. Each word has `text`, `rect`, an array of its
    /// left, upper, right and lower edge in points, and the numbers of its `line` and of its `block` on the page, from 1; a word
    /// that is turned has `turn`, in degrees, and a word whose letters were read has their `edges`. Each heading has its `block`
    /// and its `level`. Each link has `rect`, and `uri`, or `page` and perhaps `top`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(page, forKey: .page)
        try container.encode(size.width, forKey: .width)
        try container.encode(size.height, forKey: .height)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encode(text, forKey: .text)
        var words: [PlacedWord] = []
        var line = 0
        for (block, content) in blocks.enumerated() {
            for one in content.lines {
                line += 1
                words += one.words.map {
                    PlacedWord(
                        text: $0.text, rect: $0.box.roundedEdges, line: line, block: block + 1,
                        turn: $0.turn == 0 ? nil : $0.turn, edges: $0.edges)
                }
            }
        }
        try container.encode(words, forKey: .words)
        let headings = blocks.enumerated().compactMap { index, block in
            block.headingLevel.map { PlacedHeading(block: index + 1, level: $0) }
        }
        if !headings.isEmpty { try container.encode(headings, forKey: .headings) }
        try container.encode(links.map { PlacedLink($0) }, forKey: .links)
    }
}
