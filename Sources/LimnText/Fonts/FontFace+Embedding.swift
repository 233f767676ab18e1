// SPDX-License-Identifier: GPL-3.0-or-later

extension FontFace {
    /// The embedding permission in the font's licensing bits (OpenType, table OS/2, `fsType`).
    public enum Embedding: Hashable, Sendable {
        /// The font may be embedded as a subset.
        case allowed
        /// The font may be embedded, but only as a whole.
        case whole
        /// The font must not be embedded.
        case forbidden
        /// Only the font's bitmaps may be embedded.
        case bitmapsOnly
    }

    /// The embedding permission. A font without licensing bits may be embedded.
    public var embedding: Embedding {
        let type = FontTable("OS/2", of: face).unsigned(at: 8) ?? 0
        // If several of the bits 1 to 3 are set, the least restrictive one applies.
        if type & 0x000e == 0x0002 { return .forbidden }
        if type & 0x0200 != 0 { return .bitmapsOnly }
        return type & 0x0100 != 0 ? .whole : .allowed
    }

    /// Whether a ``FontSubset`` of the face can be made. If not, choose another font or draw outlines or pictures.
    public var isEmbeddable: Bool {
        switch (outlines, embedding) {
        case (.trueType, .allowed), (.compact, .allowed), (.compactCID, .allowed): true
        case (.trueType, .whole), (.compact, .whole), (.compactCID, .whole): identity.variations.isEmpty
        default: false
        }
    }
}
