// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the codes and widths of a composite font (ISO 32000-2, 9.7).
struct CompositeFontReader {
    private let dictionary: PDFObject

    init(_ dictionary: PDFObject) { self.dictionary = dictionary }

    /// Reads the font if its codes are two-byte character IDs and /ToUnicode maps them to characters. Other fonts get
    /// no codes, because the meaning of a code would be a guess.
    func read(into font: inout FieldFont) {
        font.isComposite = true
        guard dictionary["/Encoding"]?.isName("/Identity-H") == true,
            let map = UnicodeMapReader(dictionary["/ToUnicode"], codeBytes: 2),
            let descendant = dictionary["/DescendantFonts"]?.item(0), descendant.isDictionary
        else { return }
        font.defaultWidth = (descendant["/DW"]?.number ?? 1000).clamped / 1000
        font.widths = Self.widths(descendant["/W"])
        for (code, scalar) in map.scalars.sorted(by: { $0.key < $1.key }) where font.codes[scalar] == nil {
            font.codes[scalar] = code
        }
    }

    /// Returns the widths by character ID, in em.
    private static func widths(_ list: PDFObject?) -> [UInt16: Double] {
        guard let list, list.isArray else { return [:] }
        var widths: [UInt16: Double] = [:]
        var index = 0
        let count = min(list.count, 200_000)
        // A hostile file may list the same array many times.
        var budget = 1_000_000
        while index + 1 < count, let first = list.item(index)?.int, let second = list.item(index + 1) {
            guard (0...65_535).contains(first), budget > 0 else { break }
            budget -= 1
            if second.isArray {
                budget -= second.count
                for place in 0..<min(second.count, 65_536) {
                    guard let code = UInt16(exactly: first + place), let width = second.item(place)?.number else {
                        continue
                    }
                    widths[code] = width.clamped / 1000
                }
                index += 2
            } else {
                guard let last = second.int, index + 2 < count, let width = list.item(index + 2)?.number else { break }
                if first <= last {
                    budget -= min(last, 65_535) - first
                    for code in first...min(last, 65_535) {
                        widths[UInt16(clamping: code)] = width.clamped / 1000
                    }
                }
                index += 3
            }
        }
        return widths
    }
}

extension Double {
    /// The number clamped to plausible widths in 1/1000 em.
    fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, 0), 10_000) : 0 }
}
