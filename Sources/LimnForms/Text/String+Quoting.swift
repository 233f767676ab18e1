// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text in quotation marks for use in a sentence: on one line, truncated to 60 Unicode scalars.
    var quoted: String {
        // Truncate by scalars, since one character can have millions of them.
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
    /// The first ten texts in quotation marks, separated by commas, and the number of remaining texts.
    var quotedList: String {
        var names: [String] = []
        var rest = 0
        for name in self { if names.count < 10 { names.append(name.quoted) } else { rest += 1 } }
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
