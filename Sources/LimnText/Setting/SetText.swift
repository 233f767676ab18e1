// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// A laid-out text: the position of every glyph in the text's coordinate space, which is in points with the origin at
/// the top left and y downward.
public struct SetText: Hashable, Sendable {
    /// A line.
    public struct Line: Hashable, Sendable {
        /// The y coordinate of the baseline.
        public var baseline: Double
        /// The box of the line: from the left to the right end of its text, and as high as the line.
        public var box: Rect
        /// The range of the line in ``SetText/text``, in UTF-8 bytes, without the line feed.
        public var range: Range<Int>
        /// The indices of the line's runs in ``SetText/runs``.
        public var runs: Range<Int>
        /// Whether the paragraph's direction is right to left.
        public var isRightToLeft: Bool
    }

    /// A filled rectangle: a line under or through text.
    public struct Decoration: Hashable, Sendable {
        /// The kinds of decorations.
        public enum Kind: Hashable, Sendable {
            /// A line under the text.
            case underline
            /// A line through the text.
            case strike
        }

        /// The kind.
        public var kind: Kind
        /// The rectangle.
        public var rect: Rect
        /// The color.
        public var color: Color
    }

    /// A missing font family and its replacement.
    public struct Substitution: Hashable, Sendable {
        /// The family that the style requests.
        public var asked: String
        /// The family that is used instead.
        public var used: String
    }

    /// The text of all runs, with U+FFFD in place of each U+0000.
    public var text: String
    /// The size in points. The width is the larger of the line-breaking width and the widest line; the height is that
    /// of all lines.
    public var size: Size
    /// The lines from top to bottom.
    public var lines: [Line]
    /// The runs, line by line, from left to right.
    public var runs: [GlyphRun]
    /// The lines under and through text.
    public var decorations: [Decoration]
    /// The characters for which no font has a glyph, without duplicates. They take space in their line.
    public var missing: [Character]
    /// The missing families and their replacements, without duplicates.
    public var substitutions: [Substitution]
}
