// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// A text with the position of every glyph, in the text's own space: points, origin at the top left, y downwards.
public struct SetText: Hashable, Sendable {
    /// A line.
    public struct Line: Hashable, Sendable {
        /// The y coordinate of the baseline.
        public var baseline: Double
        /// The box from the left to the right end of the line's text, as high as the line.
        public var box: Rect
        /// The range of the line in ``SetText/text``, in bytes of UTF-8, without the line feed.
        public var range: Range<Int>
        /// The indices of the line's runs in ``SetText/runs``.
        public var runs: Range<Int>
        /// Whether the paragraph runs from right to left.
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
        /// The colour.
        public var color: Color
    }

    /// A font family that the machine does not have, and its replacement.
    public struct Substitution: Hashable, Sendable {
        /// The family of the style.
        public var asked: String
        /// The family that is used instead.
        public var used: String
    }

    /// The text: that of all runs, with U+FFFD in place of each U+0000.
    public var text: String
    /// The size: as wide as the width at which lines break or as the widest line, and as high as all lines.
    public var size: Size
    /// The lines from top to bottom.
    public var lines: [Line]
    /// The runs, line by line, from left to right.
    public var runs: [GlyphRun]
    /// The lines under and through text.
    public var decorations: [Decoration]
    /// The characters that no font has, without duplicates. They take space in their line but have no glyph.
    public var missing: [Character]
    /// The missing families, without duplicates.
    public var substitutions: [Substitution]
}
