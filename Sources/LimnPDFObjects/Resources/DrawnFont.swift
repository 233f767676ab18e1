// SPDX-License-Identifier: GPL-3.0-or-later

/// A Type 3 font (ISO 32000-2, 9.6.4), whose glyphs are small content streams.
///
/// It serves for glyphs that cannot be embedded otherwise, and for blank glyphs under colored emoji. Content selects a
/// glyph by a code of one byte, its index in ``glyphs``. Equal fonts are written to a document only once.
public struct DrawnFont: Hashable, Sendable {
    /// A glyph.
    public struct Glyph: Hashable, Sendable {
        /// The operators, uncompressed, in units of 1/1000 em with y up. The first operator is `d0` or `d1`.
        public var content: [UInt8]
        /// The width in 1/1000 em.
        public var width: Int
        /// The text that the glyph always represents; nil if there is none.
        public var text: String?

        /// Makes a glyph.
        public init(content: [UInt8], width: Int, text: String?) {
            self.content = content
            self.width = width
            self.text = text
        }
    }

    /// The maximum number of glyphs. The font contains one more glyph for internal use.
    public static let limit = 255

    /// The glyphs in the order of their codes, which count from 0. There are at most ``limit``.
    public let glyphs: [Glyph]

    /// Makes a font.
    ///
    /// - Parameter glyphs: the glyphs in the order of their codes.
    /// - Precondition: there are at most ``limit`` glyphs.
    public init(_ glyphs: [Glyph]) {
        precondition(glyphs.count <= Self.limit, "codes have one byte")
        self.glyphs = glyphs
    }

    /// Hashes only the contents of the glyphs.
    public func hash(into hasher: inout Hasher) {
        for glyph in glyphs { hasher.combine(glyph.content) }
    }
}

extension ChangeWriter {
    /// Returns the object of a drawn font. It is written on first use and then shared.
    mutating func object(of font: DrawnFont) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.drawnFonts[font] { return known }
        var procedures: [PDFEntry] = []
        for (code, glyph) in font.glyphs.enumerated() {
            procedures.append(("/g\(code)", .reference(try sink.add(stream: glyph.content))))
        }
        // Poppler assumes that a drawn glyph named m is 0.6 em wide. Without an m, it assumes that some other glyph is
        // 0.5 em wide.
        let last = font.glyphs.count
        procedures.append(("/m", .reference(try sink.add(stream: Array("600 0 d0\n".utf8)))))
        let texts = Dictionary(
            uniqueKeysWithValues: font.glyphs.enumerated().compactMap { code, glyph in
                glyph.text.map { (UInt16(clamping: code), $0) }
            })
        let map = try sink.add(stream: StreamData(UnicodeMap(codeDigits: 2, texts).bytes, level: 12), [])
        let names = font.glyphs.indices.map { "/g\($0)" }.joined() + "/m"
        let widths = font.glyphs.map { "\($0.width) " }.joined() + "600"
        let id = try sink.add(
            .dictionary([
                ("/Type", .text("/Font")), ("/Subtype", .text("/Type3")), ("/FontBBox", .text("[0 0 0 0]")),
                ("/FontMatrix", .text("[.001 0 0 .001 0 0]")), ("/CharProcs", .dictionary(procedures)),
                ("/Encoding", .text("<</Type/Encoding/Differences[0\(names)]>>")), ("/FirstChar", .text("0")),
                ("/LastChar", .text("\(last)")), ("/Widths", .text("[\(widths)]")),
                ("/Resources", .text("<<>>")), ("/ToUnicode", .reference(map)),
            ]), isCompressible: true)
        shared.drawnFonts[font] = id
        return id
    }
}
