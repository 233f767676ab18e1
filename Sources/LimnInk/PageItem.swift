// SPDX-License-Identifier: Apache-2.0

/// Something on a page that is no ink and that Limn does not draw: it is kept as the file it came from holds it, so that
/// a file of the same format can be written with it.
public struct PageItem: Hashable, Sendable, Codable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Typed text.
        case text
        /// A picture.
        case image
        /// A typeset formula.
        case formula
        /// A link.
        case link
    }

    /// What it is.
    public var kind: Kind
    /// The short name of the format that ``content`` is in, such as `xopp`.
    public var format: String
    /// The index of its layer in ``Drawing/layers``.
    public var layer: Int
    /// How many strokes of the page were painted before it; more than there are means all.
    public var position: Int
    /// The item in its own format, byte for byte.
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
