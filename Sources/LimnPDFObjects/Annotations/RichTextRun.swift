// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of an annotation's text in one style.
public struct RichTextRun: Hashable, Sendable {
    /// The style of a run. Lengths are in units of user space.
    public struct Style: Hashable, Sendable {
        /// The font family.
        public var family: String
        /// The font size, above 0.
        public var size: Double
        /// The weight as in CSS, 1…1000.
        public var weight: Int
        /// Whether the text is italic.
        public var isItalic: Bool
        /// Whether the text is underlined.
        public var isUnderlined: Bool
        /// Whether the text is struck through.
        public var isStruck: Bool
        /// The color.
        public var color: RGBColor

        /// Makes a style.
        public init(
            family: String, size: Double, weight: Int = 400, isItalic: Bool = false, isUnderlined: Bool = false,
            isStruck: Bool = false, color: RGBColor = RGBColor(red: 0, green: 0, blue: 0)
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

    /// The text; a line feed ends a paragraph.
    public var text: String
    /// The style.
    public var style: Style

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - text: the text, which may have line breaks.
    ///   - style: the style of all of it.
    public init(_ text: String, _ style: Style) {
        self.text = text
        self.style = style
    }
}
