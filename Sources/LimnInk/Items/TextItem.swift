// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Typed text: styled runs, laid out in lines from top to bottom.
///
/// The text's own space has its origin at the top left corner of the first line's box. The unit is the point; x
/// increases to the right and y downwards. ``transform`` maps it into page space.
public struct TextItem: Hashable, Sendable {
    /// The style of a run.
    public struct Style: Hashable, Sendable, Codable {
        /// The system's name for the font family, such as `DejaVu Sans` or `serif`.
        public var family: String
        /// The font size in points, above 0.
        public var size: Double
        /// The weight as in CSS, 1…1000: 400 is regular, 700 bold.
        public var weight: Int
        /// Whether the run is italic or oblique.
        public var isItalic: Bool
        /// Whether the run is underlined.
        public var isUnderlined: Bool
        /// Whether the run is struck through.
        public var isStruck: Bool
        /// The color.
        public var color: Color

        /// Makes a style.
        public init(
            family: String = "sans-serif", size: Double = 12, weight: Int = 400, isItalic: Bool = false,
            isUnderlined: Bool = false, isStruck: Bool = false, color: Color = .black
        ) {
            self.family = family
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
            self.isUnderlined = isUnderlined
            self.isStruck = isStruck
            self.color = color
        }
    }

    /// A piece of text in one style. A line feed starts a new paragraph.
    public struct Run: Hashable, Sendable, Codable {
        /// The text in logical order.
        public var text: String
        /// The style.
        public var style: Style

        /// Makes a run.
        public init(_ text: String, _ style: Style = Style()) {
            self.text = text
            self.style = style
        }
    }

    /// The alignment of lines between the left and the right edge of the text.
    public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
        /// At the start of the reading direction: on the left for Latin, on the right for Arabic.
        case start
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
        /// At both edges, except the last line of a paragraph.
        case justified
    }

    /// The direction of a paragraph.
    public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
        /// The direction of the first strongly directional character (rules P2 and P3 of Unicode's bidirectional
        /// algorithm).
        case automatic
        /// From left to right.
        case leftToRight
        /// From right to left.
        case rightToLeft
    }

    /// The runs in logical order.
    public var runs: [Run]
    /// The alignment of lines.
    public var alignment: Alignment
    /// The direction of paragraphs.
    public var direction: Direction
    /// The maximum width of a line in points; nil if lines break only at line feeds.
    public var width: Double?
    /// The distance between successive lines as a multiple of the font size; nil for the fonts' own line spacing.
    public var lineHeight: Double?
    /// The last measured size of the laid-out text in points; nil if it was never measured.
    public var measured: Size?
    /// The transform from the text's own space into page space.
    public var transform: AffineTransform
    /// The index of the text's layer in ``Drawing/layers``.
    public var layer: Int

    /// Makes a text.
    public init(
        runs: [Run], alignment: Alignment = .start, direction: Direction = .automatic, width: Double? = nil,
        lineHeight: Double? = nil, measured: Size? = nil, transform: AffineTransform = .identity, layer: Int = 0
    ) {
        self.runs = runs
        self.alignment = alignment
        self.direction = direction
        self.width = width
        self.lineHeight = lineHeight
        self.measured = measured
        self.transform = transform
        self.layer = layer
    }

    /// Makes a text in one style.
    ///
    /// - Parameter origin: the top left corner of the first line, in page space.
    public init(_ text: String, _ style: Style = Style(), at origin: Point, width: Double? = nil, layer: Int = 0) {
        self.init(
            runs: [Run(text, style)], width: width,
            transform: .translation(Vector(dx: origin.x, dy: origin.y)), layer: layer)
    }

    /// The text of all runs.
    public var string: String { runs.map(\.text).joined() }

    /// The box of the laid-out text in its own space, in points.
    ///
    /// If the text was never measured, the box is estimated from half the font size per character, and ``lineHeight``
    /// or 1.2 times the font size per line.
    public var box: Rect {
        let size = measured ?? estimatedSize
        return Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
    }

    private var estimatedSize: Size {
        let fontSize = runs.map(\.style.size).max() ?? 0
        let advance = fontSize / 2
        var lines = 0.0
        var widest = 0.0
        for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
            let length = Double(line.unicodeScalars.count) * advance
            widest = max(widest, length)
            lines += width.map { max(1, (length / max($0, advance, 1e-9)).rounded(.up)) } ?? 1
        }
        return Size(width: width ?? widest, height: lines * fontSize * (lineHeight ?? 1.2))
    }

    /// Whether all numbers of the text are finite and in range, as required for storing it.
    var isStorable: Bool {
        transform.isStorable && (width ?? 0) >= 0 && InkBounds.hold(width ?? 0) && InkBounds.hold(lineHeight ?? 1)
            && (lineHeight ?? 1) > 0
            && (measured.map { InkBounds.hold($0.width) && InkBounds.hold($0.height) } ?? true)
            && runs.allSatisfy {
                InkBounds.hold($0.style.size) && $0.style.size > 0 && (1...1000).contains($0.style.weight)
            }
    }
}
