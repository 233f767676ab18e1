// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// What a widget shows, as one form XObject (ISO 32000-2, 12.5.5).
public struct FormAppearance: Hashable, Sendable {
    /// Operators in form space, uncompressed and balanced.
    public var content: [UInt8]
    /// What is clipped to, in form space (/BBox).
    public var boundingBox: Rect
    /// The map from form space to the widget's rectangle but for a translation (/Matrix).
    public var matrix: AffineTransform
    /// The fonts of the document, or of every viewer, by the names that the content selects them with. As all names of
    /// resources they are letters, digits and what else a PDF name needs no escape for.
    public var documentFonts: [String: DocumentFont]
    /// The fonts that Limn embeds, by name.
    public var fonts: [String: EmbeddedFont]
    /// The fonts whose glyphs are drawn, by name.
    public var drawnFonts: [String: DrawnFont]
    /// The pictures by name, which the content paints into the unit square with `/name Do`.
    public var pictures: [String: EmbeddedPicture]
    /// The appearance stream whose other parts the content has kept, and whose resources it therefore needs as well.
    public var kept: DocumentObject?

    /// Makes an appearance.
    public init(
        content: [UInt8], boundingBox: Rect, matrix: AffineTransform = .identity,
        documentFonts: [String: DocumentFont] = [:], fonts: [String: EmbeddedFont] = [:],
        drawnFonts: [String: DrawnFont] = [:], pictures: [String: EmbeddedPicture] = [:], kept: DocumentObject? = nil
    ) {
        self.content = content
        self.boundingBox = boundingBox
        self.matrix = matrix
        self.documentFonts = documentFonts
        self.fonts = fonts
        self.drawnFonts = drawnFonts
        self.pictures = pictures
        self.kept = kept
    }

    /// Whether something shows through, which needs PDF 1.4.
    var isTransparent: Bool { pictures.values.contains { $0.alpha != nil } }
}

/// An indirect object of a document by its number.
public struct DocumentObject: Hashable, Sendable {
    /// The number.
    public var number: Int
    /// The generation.
    public var generation: Int

    /// Makes a reference.
    public init(number: Int, generation: Int = 0) {
        self.number = number
        self.generation = generation
    }
}

/// A font that need not be embedded, since the document or every viewer has it.
public enum DocumentFont: Hashable, Sendable {
    /// An indirect font dictionary.
    case object(DocumentObject)
    /// A direct font dictionary: the indirect object that it lies in, and the keys with their slashes that lead to it.
    case entry(DocumentObject, path: [String])
    /// One of the 14 standard fonts, of which the document gets a dictionary.
    case standard(StandardFont)
}
