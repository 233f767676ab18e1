// SPDX-License-Identifier: Apache-2.0

/// Letters as search compares them: without case and accents.
package enum Letters {
    /// Returns the letters of a text as search compares them: in lower case, without accents, and with compatible forms of a
    /// letter as one.
    ///
    /// - Parameter text: a text in lower case and in Unicode's form NFKD, which the library of the process makes.
    package static func folded(decomposed text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.compactMap { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .control, .format: nil
            default: apostrophes.contains(scalar) ? "'" : scalar
            }
        }
    }

    /// Returns whether a letter or digit.
    package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Returns whether something that breaks a word at the end of a line, or that readers take it for.
    package static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || hyphens.contains(scalar)
    }

    private static let hyphens: Set<Unicode.Scalar> = ["_", "~", "=", "\u{00ac}", "\u{2212}", "\u{4e00}"]
    private static let apostrophes: Set<Unicode.Scalar> = ["\u{2018}", "\u{2019}", "\u{02bc}", "\u{00b4}", "`"]
}
