// SPDX-License-Identifier: GPL-3.0-or-later

extension FontFace {
    /// Whether the font's licence bits allow documents to embed it (OpenType, table OS/2, `fsType`).
    public enum Embedding: Hashable, Sendable {
        /// It may be embedded as a subset.
        case allowed
        /// It may be embedded as a whole but not as a subset.
        case whole
        /// It must not be embedded.
        case forbidden
        /// Only its bitmaps may be embedded.
        case bitmapsOnly
    }

    /// Whether documents may embed the font. A font without licence bits may be embedded.
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
