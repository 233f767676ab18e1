// SPDX-License-Identifier: GPL-3.0-or-later

extension FontFace {
    /// Whether the font's maker lets documents contain it (OpenType, OS/2, `fsType`).
    public enum Embedding: Hashable, Sendable {
        /// As a subset.
        case allowed
        /// As a whole, never as a subset.
        case whole
        /// Not at all.
        case forbidden
        /// Only its pictures.
        case bitmapsOnly
    }

    /// Whether documents may contain the font. A font that does not tell may be embedded.
    public var embedding: Embedding {
        let type = FontTable("OS/2", of: face).unsigned(at: 8) ?? 0
        // The least restrictive of the bits 1 to 3 holds.
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
