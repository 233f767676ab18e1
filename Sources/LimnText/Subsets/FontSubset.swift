// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz

/// A font program with the glyphs that a document uses, for a Type 0 font with the Identity-H encoding.
///
/// The same face and glyphs always produce the same bytes.
public struct FontSubset: Hashable, Sendable {
    /// The format of a font program, which determines its entry in a PDF's font descriptor.
    public enum Format: Hashable, Sendable {
        /// A TrueType file: /FontFile2 of a /CIDFontType2.
        case trueType
        /// A bare `CFF ` table: /FontFile3 with /Subtype /CIDFontType0C, for a /CIDFontType0.
        case compact
    }

    /// The face.
    public let face: FontFace
    /// The font program.
    public let program: [UInt8]
    /// The format of the program.
    public let format: Format
    /// The code of each glyph in content streams: its character id (CID), which is also the key in ``widths``.
    public let codes: [UInt32: UInt16]
    /// The width of each code in 1/1000 em, without kerning.
    public let widths: [UInt16: Double]
    /// The text of each code that always represents the same text, for /ToUnicode.
    public let texts: [UInt16: String]
    /// The font's name: six letters derived from the glyphs, `+`, and the PostScript name. The prefix is absent if the
    /// whole font is embedded.
    public let name: String

    /// Makes a subset of the glyphs in `use`.
    ///
    /// - Throws: ``TextError/Code/notEmbeddable`` if ``FontFace/isEmbeddable`` is false,
    ///   ``TextError/Code/damagedFont`` if HarfBuzz cannot make it.
    public init(_ use: FontUse) throws(TextError) {
        try self.init(use.face, glyphs: use.glyphs, texts: use.texts)
    }

    /// Makes a subset of `glyphs`. Glyph 0, for missing characters, is always included.
    ///
    /// - Throws: The same errors as ``init(_:)``.
    public init(
        _ face: FontFace, glyphs: some Sequence<UInt32>, texts: [UInt32: String] = [:]
    ) throws(TextError) {
        guard face.isEmbeddable else {
            throw TextError(.notEmbeddable, "The font \(face.postScriptName) cannot be embedded in a document.")
        }
        let glyphs = Set(glyphs).union([0]).filter { $0 < face.glyphCount }.sorted()
        let made = face.embedding == .whole ? FontProgram.whole(face) : try FontProgram.subset(face, glyphs)
        format = face.outlines == .trueType ? .trueType : .compact
        var codes = made.codes
        if face.outlines == .compactCID {
            // A CID-keyed subset keeps the whole font's character ids, although its glyphs are renumbered.
            codes = FontProgram.characterIDs(of: glyphs, in: face)
        }
        let wanted = Set(glyphs)
        codes = codes.filter { wanted.contains($0.key) }
        guard !made.bytes.isEmpty, codes.count == glyphs.count else { throw FontProgram.damaged(face) }
        self.face = face
        self.codes = codes
        program = made.bytes
        widths = Dictionary(codes.map { ($1, face.advance(of: $0) * 1000) }) { a, _ in a }
        self.texts = Dictionary(texts.compactMap { id, text in codes[id].map { ($0, text) } }) { a, _ in a }
        let tag = face.embedding == .whole ? "" : SubsetTag.letters(for: face, glyphs: glyphs) + "+"
        name = tag + face.postScriptName
    }
}
