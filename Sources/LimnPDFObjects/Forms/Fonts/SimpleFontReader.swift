// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the codes and widths of a simple font (ISO 32000-2, 9.6).
struct SimpleFontReader {
    private let dictionary: PDFObject
    private let descriptor: PDFObject?
    private let standard: StandardFont?

    init(_ dictionary: PDFObject, _ descriptor: PDFObject?, _ standard: StandardFont?) {
        self.dictionary = dictionary
        self.descriptor = descriptor
        self.standard = standard
    }

    func read(into font: inout FieldFont) {
        let widths = widths
        let glyphs = EmbeddedGlyphs(dictionary, descriptor)
        for (code, entry) in encoding.enumerated() {
            guard let entry, let scalar = entry.scalar else { continue }
            let code16 = UInt16(clamping: code)
            var width = widths[code16]
            if width == nil, let standard { width = standard.shownWidth(of: scalar) }
            guard let width, glyphs.has(code: code, scalar: scalar, name: entry.name) else { continue }
            // In a subset, a width of 0 means that the glyph is missing.
            if width == 0, glyphs.isSubset { continue }
            font.widths[code16] = width
            if font.codes[scalar] == nil { font.codes[scalar] = code16 }
        }
        if standard == .helvetica { font.setHelveticaInk() }
        font.addAliases()
    }

    /// The widths by code in em.
    private var widths: [UInt16: Double] {
        guard let list = dictionary["/Widths"], list.isArray, let first = dictionary["/FirstChar"]?.int,
            (0...255).contains(first)
        else { return [:] }
        var widths: [UInt16: Double] = [:]
        for index in 0..<min(list.count, 256 - first) {
            guard let width = list.item(index)?.number, (0...10_000).contains(width) else { continue }
            widths[UInt16(clamping: first + index)] = width / 1000
        }
        return widths
    }

    /// The meaning of a code.
    private struct Entry {
        var scalar: Unicode.Scalar?
        /// The glyph's name if /Differences gives one.
        var name: String?
    }

    private var encoding: [Entry?] {
        var codes = baseEncoding.map { $0.map { Entry(scalar: $0) } }
        guard let list = dictionary["/Encoding"]?["/Differences"], list.isArray else { return codes }
        var code = 0
        for index in 0..<min(list.count, 1000) {
            guard let item = list.item(index) else { continue }
            if let number = item.int {
                code = number
            } else if let name = item.name {
                if codes.indices.contains(code) {
                    codes[code] = Entry(scalar: GlyphTable.scalar(named: name), name: name)
                }
                code = code < 256 ? code + 1 : code
            }
        }
        return codes
    }

    private var baseEncoding: [Unicode.Scalar?] {
        let object = dictionary["/Encoding"]
        if let known = BaseEncoding(named: object?.name ?? object?["/BaseEncoding"]?.name) { return known.scalars }
        if let standard, standard.isSymbolic {
            let own = GlyphTable.ownEncoding(of: standard)
            return (0..<256).map { own[UInt8(clamping: $0)]?.scalar }
        }
        let isSymbolic = (descriptor?["/Flags"]?.int ?? 32) & 4 != 0
        if standard != nil || !isSymbolic { return BaseEncoding.standard.scalars }
        // The program's built-in encoding, as far as /ToUnicode describes it.
        guard let map = UnicodeMapReader(dictionary["/ToUnicode"], codeBytes: 1) else {
            return [Unicode.Scalar?](repeating: nil, count: 256)
        }
        return (0..<256).map { map.scalars[UInt16(clamping: $0)] }
    }
}
