// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The visible contents of a page, in page space: words, form fields, pictures, and drawn rectangles and lines.
public struct PageLayout: Hashable, Sendable, Codable {
    /// A word.
    public struct Word: Hashable, Sendable, Codable {
        /// The text, without spaces.
        public var text: String
        /// The bounding box, in points.
        public var box: Rect
        /// Whether the word is the last of its line.
        public var endsLine: Bool
        /// The degrees by which the word is turned clockwise: 90, 180 or 270; nil for an upright word, and for a single letter. It
        /// is not compared.
        public var turn: Int?
        /// Where each letter (Unicode scalar) begins and ends along the word, as they are read, in points; nil if that is not
        /// wanted. It is not compared.
        public var edges: [Double]?

        /// Creates a word.
        public init(_ text: String, box: Rect, endsLine: Bool = false, turn: Int? = nil, edges: [Double]? = nil) {
            self.text = text
            self.box = box
            self.endsLine = endsLine
            self.turn = turn
            self.edges = edges
        }
    }

    /// A widget of a form field.
    public struct Field: Hashable, Sendable, Codable {
        /// The full name of the field.
        public var name: String
        /// The kind, such as `text`.
        public var kind: String
        /// The bounding box, in points.
        public var box: Rect

        /// Creates a field.
        public init(_ name: String, kind: String, box: Rect) {
            self.name = name
            self.kind = kind
            self.box = box
        }
    }

    /// A picture.
    public struct Picture: Hashable, Sendable, Codable {
        /// A hash of the picture's content. Equal pictures have equal hashes.
        public var hash: String
        /// The bounding box, in points.
        public var box: Rect

        /// Creates a picture.
        public init(hash: String, box: Rect) {
            self.hash = hash
            self.box = box
        }
    }

    /// A drawn line.
    public struct Line: Hashable, Sendable, Codable {
        /// One end.
        public var start: Point
        /// The other end.
        public var end: Point

        /// Creates a line.
        public init(from start: Point, to end: Point) {
            self.start = start
            self.end = end
        }
    }

    /// A mark on text that an annotation shows.
    public struct Markup: Hashable, Sendable, Codable {
        /// The kind: `highlight`, `underline`, `strikeOut` or `squiggly`.
        public var kind: String
        /// The bounding boxes of its parts, in points, in their order.
        public var boxes: [Rect]
        /// The color, such as `#ffd100`; nil if there is none.
        public var color: String?
        /// The annotation's text.
        public var note: String
        /// The title of its window, where most programs write the author.
        public var author: String

        /// Creates a mark.
        public init(kind: String, boxes: [Rect], color: String?, note: String, author: String) {
            (self.kind, self.boxes, self.color, self.note, self.author) = (kind, boxes, color, note, author)
        }
    }

    /// A link of the document.
    public struct Link: Hashable, Sendable, Codable {
        /// The area, in points.
        public var box: Rect
        /// The URI that it opens, unchanged from the file; nil if it leads to a page.
        public var uri: String?
        /// The number of the page that it leads to, from 1; nil if it opens a URI.
        public var page: Int?
        /// The distance of the place from the upper edge of that page, in points; nil for the whole page.
        public var top: Double?

        /// Creates a link.
        public init(box: Rect, uri: String? = nil, page: Int? = nil, top: Double? = nil) {
            (self.box, self.uri, self.page, self.top) = (box, uri, page, top)
        }
    }

    /// Words that are a heading, by the tags of the document.
    public struct Heading: Hashable, Sendable, Codable {
        /// The level, from 1 to 6.
        public var level: Int
        /// The index of its first word.
        public var first: Int
        /// The index of its last word.
        public var last: Int

        /// Creates a heading.
        public init(level: Int, first: Int, last: Int) { (self.level, self.first, self.last) = (level, first, last) }
    }

    /// The displayed size of the page, in points.
    public var size: Size
    /// The words in reading order.
    public var words: [Word]
    /// The form fields.
    public var fields: [Field]
    /// The pictures.
    public var pictures: [Picture]
    /// The drawn rectangles.
    public var boxes: [Rect]
    /// The drawn lines.
    public var lines: [Line]
    /// The marks on text, which are not compared.
    public var markups: [Markup]
    /// The links, which are not compared.
    public var links: [Link]
    /// The natural language of the document as a tag such as `de-CH` (BCP 47), which is not compared; nil if it tells none.
    public var language: String?
    /// The headings in the order of their words, which are not compared.
    public var headings: [Heading]

    /// Creates a layout.
    public init(
        size: Size, words: [Word] = [], fields: [Field] = [], pictures: [Picture] = [], boxes: [Rect] = [],
        lines: [Line] = [], markups: [Markup] = [], links: [Link] = [], language: String? = nil,
        headings: [Heading] = []
    ) {
        self.size = size
        self.words = words
        self.fields = fields
        self.pictures = pictures
        self.boxes = boxes
        self.lines = lines
        self.markups = markups
        self.links = links
        self.language = language
        self.headings = headings
    }

    /// Whether a text has the form of the tag of a language (BCP 47) that a layout may have.
    public static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return tag.utf8.count <= 35
            && parts.allSatisfy { part in
                (1...8).contains(part.count)
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    }
            }
    }

    /// Whether the page shows nothing that can be compared with another page.
    public var isBlank: Bool { partCount == 0 }

    /// The number of words, fields, pictures, rectangles and lines.
    public var partCount: Int { words.count + fields.count + pictures.count + boxes.count + lines.count }

    /// Returns whether two pages show the same things in the same order at the same places, within a distance in
    /// points.
    func agrees(with other: PageLayout, within distance: Double) -> Bool {
        func near(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= distance }
        func near(_ a: Rect, _ b: Rect) -> Bool {
            near(a.minX, b.minX) && near(a.minY, b.minY) && near(a.maxX, b.maxX) && near(a.maxY, b.maxY)
        }
        return near(size.width, other.size.width) && near(size.height, other.size.height)
            && words.count == other.words.count && fields.count == other.fields.count
            && pictures.count == other.pictures.count && boxes.count == other.boxes.count
            && lines.count == other.lines.count
            && zip(words, other.words).allSatisfy { $0.text == $1.text && near($0.box, $1.box) }
            && zip(fields, other.fields).allSatisfy { $0.name == $1.name && near($0.box, $1.box) }
            && zip(pictures, other.pictures).allSatisfy { $0.hash == $1.hash && near($0.box, $1.box) }
            && zip(boxes, other.boxes).allSatisfy { near($0, $1) }
            && zip(lines, other.lines).allSatisfy {
                near($0.start.x, $1.start.x) && near($0.start.y, $1.start.y) && near($0.end.x, $1.end.x)
                    && near($0.end.y, $1.end.y)
            }
    }

    /// Returns whether two pages show the same words and pictures at the same places, in any order, within a distance
    /// in points.
    func showsSame(as other: PageLayout, within distance: Double) -> Bool {
        guard words.count == other.words.count, pictures.count == other.pictures.count, !isBlank else { return false }
        func things(_ page: PageLayout) -> [String: [Point]] {
            Dictionary(
                (page.words.map { ($0.text, $0.box) } + page.pictures.map { ($0.hash, $0.box) })
                    .map { ($0, [$1.center]) }, uniquingKeysWith: +)
        }
        let others = things(other)
        return things(self).allSatisfy { name, places in
            guard let found = others[name], found.count == places.count else { return false }
            return places.allSatisfy { place in found.contains { $0.distance(to: place) <= distance } }
        }
    }

    /// Returns the layout after a transform that maps rectangles to rectangles.
    ///
    /// - Parameter size: the size of the resulting page, in points.
    func transformed(by t: AffineTransform, size: Size) -> PageLayout {
        PageLayout(
            size: size, words: words.map { Word($0.text, box: t.apply($0.box)) },
            fields: fields.map { Field($0.name, kind: $0.kind, box: t.apply($0.box)) },
            pictures: pictures.map { Picture(hash: $0.hash, box: t.apply($0.box)) }, boxes: boxes.map { t.apply($0) },
            lines: lines.map { Line(from: t.apply($0.start), to: t.apply($0.end)) })
    }
}

/// The visible contents of all pages of a document.
public struct DocumentLayout: Hashable, Sendable, Codable {
    /// The pages in order.
    public var pages: [PageLayout]

    /// Creates a layout.
    public init(pages: [PageLayout]) { self.pages = pages }
}
