// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnRaster

/// One document on a contact sheet.
public struct SheetCard {
    /// The content of a card.
    public enum Face {
        /// A small picture of the document's first page.
        case picture(PixelBuffer)
        /// An empty card with a word and a sentence that explain why there is no picture.
        case failure(word: String, reason: String)
    }

    /// The name under the picture, on one line.
    public var name: String
    /// The text below the name, on one line.
    public var note: String
    /// Whether the picture may be wrong.
    public var hasWarnings: Bool
    /// The content of the card.
    public var face: Face

    /// Makes a card.
    public init(name: String, note: String, hasWarnings: Bool = false, face: Face) {
        self.name = name
        self.note = note
        self.hasWarnings = hasWarnings
        self.face = face
    }
}
