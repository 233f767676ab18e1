// SPDX-License-Identifier: GPL-3.0-or-later

/// Glyphs of Type 3 fonts that say that they have no color (operator `d1`), and set colors all the same. Viewers ignore
/// these, and cairo does not (ISO 32000-2, 9.6.4).
enum UncoloredGlyph {
    /// Returns a glyph's content without the operators that set colors; nil if it has none, or may have colors.
    static func withoutColors(_ data: [UInt8]) -> [UInt8]? {
        data.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var isUncolored = false
            // The start of the operands of the next operator.
            var start: Int?
            var blanks: [Range<Int>] = []
            while let token = tokens.next() {
                start = start ?? token.start
                guard token.kind == .word else { continue }
                switch tokens.word(token) {
                case "d1": isUncolored = true
                case "d0": return nil
                case "g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN":
                    guard isUncolored else { return nil }
                    blanks.append((start ?? token.start)..<token.end)
                case "BI": if !tokens.skipInlineImage() { return nil }
                default: break
                }
                start = nil
            }
            guard !blanks.isEmpty else { return nil }
            var result = data
            for range in blanks { for index in range { result[index] = 32 } }
            return result
        }
    }
}
