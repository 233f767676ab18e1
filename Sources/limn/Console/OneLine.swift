// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// The text with control characters, including line ends, replaced with `\xNN`, so that it cannot control the
    /// terminal. Titles, outlines and messages of libraries contain text from the authors of files.
    var onOneLine: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isControl(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\x" + (digits.count == 1 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
