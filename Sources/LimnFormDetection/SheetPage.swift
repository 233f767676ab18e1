// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// What a page prints, in page space, as far as it matters for finding the places where people write.
public struct SheetPage: Hashable, Sendable {
    /// A printed word.
    public struct Word: Hashable, Sendable {
        /// The text, without spaces.
        public var text: String
        /// The bounding box, in points.
        public var box: Rect

        /// Makes a word.
        public init(_ text: String, box: Rect) { (self.text, self.box) = (text, box) }
    }

    /// A painted part of a path.
    public struct Shape: Hashable, Sendable {
        /// The outlines of shapes.
        public enum Outline: String, Hashable, Sendable {
            /// A straight line parallel to a side of the page.
            case line
            /// Any other straight line.
            case slantedLine
            /// A rectangle whose sides are parallel to those of the page.
            case rectangle
            /// Any other outline.
            case other
        }

        /// The outline.
        public var outline: Outline
        /// The bounding box without the width of lines, in points.
        public var box: Rect
        /// The width of its lines, in points; nil if no lines are painted.
        public var lineWidth: Double?
        /// Whether its lines are dashed.
        public var isDashed: Bool
        /// The brightness of its lines, from 0 for black to 1 for white.
        public var lineBrightness: Double
        /// The brightness of its inside; nil if the inside is not painted.
        public var fillBrightness: Double?

        /// Makes a shape.
        public init(
            _ outline: Outline, box: Rect, lineWidth: Double? = nil, isDashed: Bool = false,
            lineBrightness: Double = 0, fillBrightness: Double? = nil
        ) {
            self.outline = outline
            self.box = box
            self.lineWidth = lineWidth
            self.isDashed = isDashed
            self.lineBrightness = lineBrightness
            self.fillBrightness = fillBrightness
        }
    }

    /// The displayed size of the page, in points.
    public var size: Size
    /// The words, in any order.
    public var words: [Word]
    /// The shapes in painting order.
    public var shapes: [Shape]
    /// The boxes of pictures.
    public var pictures: [Rect]
    /// The boxes of the form fields that the page already has.
    public var fields: [Rect]
    /// By how many degrees most of the text is turned clockwise: 0, 90, 180 or 270.
    public var turn: Int

    /// Makes a page.
    public init(
        size: Size, words: [Word] = [], shapes: [Shape] = [], pictures: [Rect] = [], fields: [Rect] = [],
        turn: Int = 0
    ) {
        self.size = size
        self.words = words
        self.shapes = shapes
        self.pictures = pictures
        self.fields = fields
        self.turn = turn
    }

    /// Whether the page is a picture of a page, perhaps with words that a program has recognized in it.
    public var isScan: Bool {
        shapes.count < 20
            && pictures.contains { $0.width * $0.height > 0.6 * size.width * size.height }
    }

    /// The page without what lies far outside of any page. Hostile pages have such things.
    var bounded: SheetPage {
        func isNear(_ box: Rect) -> Bool {
            [box.minX, box.minY, box.maxX, box.maxY].allSatisfy { $0.magnitude <= Self.farthest }
        }
        var page = self
        page.size = Size(
            width: size.width.isFinite ? min(max(size.width, 1), Self.farthest) : 1,
            height: size.height.isFinite ? min(max(size.height, 1), Self.farthest) : 1)
        page.words = words.filter { isNear($0.box) }
        page.shapes = shapes.filter { isNear($0.box) }
        page.pictures = pictures.filter(isNear)
        page.fields = fields.filter(isNear)
        return page
    }

    private static let farthest = 1e6

    /// The page turned until its text is upright, and the transform back.
    var upright: (page: SheetPage, back: AffineTransform) {
        guard let turn = PageGeometry.Rotation(rawValue: (360 - turn) % 360), turn != .none else {
            return (self, .identity)
        }
        let transform = turn.transform(turning: size)
        var page = self
        page.size = turn.isSideways ? Size(width: size.height, height: size.width) : size
        page.words = words.map { Word($0.text, box: transform.apply($0.box)) }
        page.shapes = shapes.map { shape in
            var shape = shape
            shape.box = transform.apply(shape.box)
            return shape
        }
        page.pictures = pictures.map { transform.apply($0) }
        page.fields = fields.map { transform.apply($0) }
        page.turn = 0
        return (page, transform.inverted ?? .identity)
    }
}
