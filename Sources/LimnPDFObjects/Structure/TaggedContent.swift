// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A part of an overlay's content that belongs to a structure element of a tagged document. The content marks the n-th part
/// with the tag and the number n (`/P <</MCID n>> BDC`), from 0.
public struct TaggedContent: Hashable, Sendable {
    /// What the part is (ISO 32000-2, 14.8.4).
    public enum Tag: Hashable, Sendable {
        /// Text that is read as it is.
        case paragraph
        /// A picture, with the text that is read instead of it.
        case figure(String)

        /// The name of the tag, with its slash.
        public var name: String {
            switch self {
            case .paragraph: "/P"
            case .figure: "/Figure"
            }
        }
    }

    /// What the part is.
    public var tag: Tag
    /// The box that it fills, in user space.
    public var box: Rect

    /// Makes a part.
    public init(_ tag: Tag, box: Rect) { (self.tag, self.box) = (tag, box) }
}
