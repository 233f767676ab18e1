// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// Returns the object of a font (ISO 32000-2, 9.7). It is written on first use and then shared.
    mutating func object(of font: EmbeddedFont) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.fonts[font] { return known }
        let isTrueType = font.format == .trueType
        let file = try sink.add(
            stream: font.program,
            [isTrueType ? ("/Length1", .text("\(font.programLength)")) : ("/Subtype", .text("/CIDFontType0C"))])
        let map = try sink.add(stream: StreamData(UnicodeMap(codeDigits: 4, font.texts).bytes, level: 12), [])
        let descriptor = try sink.add(
            .dictionary(font.descriptorEntries + [(isTrueType ? "/FontFile2" : "/FontFile3", .reference(file))]),
            isCompressible: true)
        var entries: [PDFEntry] = [
            ("/Type", .text("/Font")), ("/Subtype", .text(isTrueType ? "/CIDFontType2" : "/CIDFontType0")),
            ("/BaseFont", .text("/\(font.name)")),
            ("/CIDSystemInfo", .text("<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")),
            ("/W", .text(font.widthArray)), ("/FontDescriptor", .reference(descriptor)),
        ]
        if isTrueType { entries.append(("/CIDToGIDMap", .text("/Identity"))) }
        let descendant = try sink.add(.dictionary(entries), isCompressible: true)
        let id = try sink.add(
            .dictionary([
                ("/Type", .text("/Font")), ("/Subtype", .text("/Type0")), ("/BaseFont", .text("/\(font.name)")),
                ("/Encoding", .text("/Identity-H")), ("/DescendantFonts", .array([.reference(descendant)])),
                ("/ToUnicode", .reference(map)),
            ]), isCompressible: true)
        shared.fonts[font] = id
        return id
    }
}

extension EmbeddedFont {
    /// The entries of the font descriptor except the font program.
    var descriptorEntries: [PDFEntry] {
        func whole(_ value: Double) -> PDFValue { .text(decimal(value.rounded())) }
        let box = metrics.boundingBox
        let corners = [box.minX.rounded(.down), box.minY.rounded(.down), box.maxX.rounded(.up), box.maxY.rounded(.up)]
        // The font is symbolic: it has characters outside Adobe's standard Latin character set.
        let flags = 4 + (metrics.isFixedPitch ? 1 : 0) + (metrics.isSerif ? 2 : 0) + (metrics.isItalic ? 64 : 0)
        return [
            ("/Type", .text("/FontDescriptor")), ("/FontName", .text("/\(name)")), ("/Flags", .text("\(flags)")),
            ("/FontBBox", .numbers(corners)), ("/ItalicAngle", .text(decimal(metrics.italicAngle))),
            ("/Ascent", whole(metrics.ascent)), ("/Descent", whole(metrics.descent)),
            ("/CapHeight", whole(metrics.capHeight)), ("/StemV", .text("80")),
        ]
    }

    /// The /W array: for each run of successive codes, the first code and the widths.
    var widthArray: String {
        var text = "["
        var last: UInt16?
        for (code, width) in widths.sorted(by: { $0.key < $1.key }) {
            if let last, last + 1 == code {
                text += " \(width)"
            } else {
                text += (last == nil ? "" : "]") + "\(code)[\(width)"
            }
            last = code
        }
        return text + (last == nil ? "]" : "]]")
    }
}
