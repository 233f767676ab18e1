// SPDX-License-Identifier: GPL-3.0-or-later

/// A ToUnicode CMap (ISO 32000-2, 9.10.3), which maps the codes of a font to text.
struct UnicodeMap {
    /// The number of hexadecimal digits of a code: 2 or 4.
    let codeDigits: Int
    private let texts: [UInt16: String]

    init(codeDigits: Int, _ texts: [UInt16: String]) {
        self.codeDigits = codeDigits
        self.texts = texts
    }

    /// The uncompressed content of the CMap's stream.
    var bytes: [UInt8] {
        let pairs = texts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        var text = "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        // Some readers expect spaces where the standard needs none.
        text += "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        text += "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        text += "1 begincodespacerange\n<\(code(0))> <\(code(.max))>\nendcodespacerange\n"
        // A block has at most 100 entries.
        for start in stride(from: 0, to: pairs.count, by: 100) {
            let block = pairs[start..<min(start + 100, pairs.count)]
            text += "\(block.count) beginbfchar\n"
            for (number, string) in block {
                text += "<\(code(number))> <\(string.utf16.map(PDFNumber.hexadecimal).joined())>\n"
            }
            text += "endbfchar\n"
        }
        return Array((text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n").utf8)
    }

    private func code(_ number: UInt16) -> String { String(PDFNumber.hexadecimal(number).suffix(codeDigits)) }
}
