// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text in quotation marks for a sentence: on one line, and not longer than 60 characters.
    var quoted: String {
        // A prefix of scalars first: one character may be made of millions of them.
        var scalars = String.UnicodeScalarView()
        var isCut = false
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == 60 {
                isCut = true
                break
            }
            scalars.append(scalar.value < 32 || 127...159 ~= scalar.value ? " " : scalar)
        }
        return "“\(String(scalars))\(isCut ? "…" : "")”"
    }
}

extension Sequence<String> {
    /// The first ten texts in quotation marks, with commas between them, and how many there are besides.
    var quotedList: String {
        var names: [String] = []
        var rest = 0
        for name in self { if names.count < 10 { names.append(name.quoted) } else { rest += 1 } }
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
