// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// The text as a terminal can show it without being told what to do: control characters, line ends among them,
    /// become `\xNN`. Titles, outlines and stderrLines of libraries hold what the author of a file put there.
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
