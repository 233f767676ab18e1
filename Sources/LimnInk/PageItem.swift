// SPDX-License-Identifier: Apache-2.0

/// An object on a page that is not ink, such as typed text.
///
/// Limn does not draw page items. It keeps their source bytes to include them when it writes a file of the same format.
public struct PageItem: Hashable, Sendable, Codable {
    /// The kind of item.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Typed text.
        case text
        /// An image.
        case image
        /// A typeset formula.
        case formula
        /// A link.
        case link
    }

    /// The kind of item.
    public var kind: Kind
    /// The short name of the format of ``content``, such as `xopp`.
    public var format: String
    /// The index of the item's layer in ``Drawing/layers``.
    public var layer: Int
    /// The number of the page's strokes that are painted before the item. A number above the stroke count includes all
    /// strokes.
    public var position: Int
    /// The item's bytes, exactly as in the source file.
    public var content: [UInt8]

    /// Makes an item.
    public init(kind: Kind, format: String, layer: Int = 0, position: Int, content: [UInt8]) {
        self.kind = kind
        self.format = format
        self.layer = layer
        self.position = position
        self.content = content
    }
}
