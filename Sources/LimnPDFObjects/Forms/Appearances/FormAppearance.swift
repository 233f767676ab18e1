// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The appearance of a widget, as one Form XObject (ISO 32000-2, 12.5.5).
public struct FormAppearance: Hashable, Sendable {
    /// The operators in form space, uncompressed and balanced.
    public var content: [UInt8]
    /// The clip rectangle in form space (/BBox).
    public var boundingBox: Rect
    /// The transform from form space to the widget's rectangle, except for a translation (/Matrix).
    public var matrix: AffineTransform
    /// The fonts that need not be embedded, by resource name. Like all resource names here, these names consist of
    /// characters that need no escapes in PDF.
    public var documentFonts: [String: DocumentFont]
    /// The fonts that Limn embeds, by name.
    public var fonts: [String: EmbeddedFont]
    /// The Type 3 fonts by name.
    public var drawnFonts: [String: DrawnFont]
    /// The pictures by name. The content paints them into the unit square with `/name Do`.
    public var pictures: [String: EmbeddedPicture]
    /// The appearance stream from which the content keeps parts, and whose resources it therefore needs; nil for none.
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

    /// Whether a picture is translucent, which requires PDF 1.4.
    var isTransparent: Bool { pictures.values.contains { $0.alpha != nil } }
}

/// The number and generation of an indirect object in a document.
public struct DocumentObject: Hashable, Sendable {
    /// The object number.
    public var number: Int
    /// The generation number.
    public var generation: Int

    /// Makes the identifier of an object.
    public init(number: Int, generation: Int = 0) {
        self.number = number
        self.generation = generation
    }
}

/// A font that need not be embedded, because the document or every viewer has it.
public enum DocumentFont: Hashable, Sendable {
    /// An indirect font dictionary.
    case object(DocumentObject)
    /// A direct font dictionary inside an indirect object. `path` lists the keys, with slashes, that lead to it.
    case entry(DocumentObject, path: [String])
    /// One of the 14 standard fonts. A dictionary for it is added to the document.
    case standard(StandardFont)
}
