// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A font name in Pango's notation: the family, followed by style words, such as `DejaVu Sans Bold Italic`.
///
/// The words are those of `pango_font_description_from_string`. Font widths and variants have no equivalent in
/// ``TextItem/Style`` and are ignored.
struct PangoFontName {
    /// The family; never empty.
    var family: String
    /// The weight as in CSS.
    var weight = 400
    /// Whether the font is italic or oblique.
    var isItalic = false

    private static let weights: [String: Int] = [
        "thin": 100, "ultra-light": 200, "extra-light": 200, "ultralight": 200, "extralight": 200, "light": 300,
        "semi-light": 350, "semilight": 350, "demi-light": 350, "book": 380, "regular": 400, "normal": 400,
        "medium": 500, "semi-bold": 600, "semibold": 600, "demi-bold": 600, "demibold": 600, "bold": 700,
        "ultra-bold": 800, "extra-bold": 800, "ultrabold": 800, "extrabold": 800, "heavy": 900, "black": 900,
        "ultra-heavy": 1000, "ultra-black": 1000, "extra-black": 1000,
    ]
    private static let ignored: Set<String> = [
        "roman", "small-caps", "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
        "expanded", "extra-expanded", "ultra-expanded",
    ]

    /// Parses a font name. A size at its end is ignored.
    init(_ text: String) {
        var words = text.split { $0 == " " || $0 == "," }.map { String($0) }
        if words.count > 1, let last = words.last, Double(last) != nil { words.removeLast() }
        while words.count > 1, let word = words.last?.lowercased() {
            if let weight = Self.weights[word] {
                self.weight = weight
            } else if word == "italic" || word == "oblique" {
                isItalic = true
            } else if !Self.ignored.contains(word) {
                break
            }
            words.removeLast()
        }
        family = words.joined(separator: " ")
        if family.isEmpty { family = "Sans" }
    }

    /// Makes the font of a text style.
    init(_ style: TextItem.Style) {
        family = style.family
        weight = style.weight
        isItalic = style.isItalic
    }

    /// The name in Pango's notation.
    var text: String {
        let names = [
            100: "Thin", 200: "Ultra-Light", 300: "Light", 500: "Medium", 600: "Semi-Bold", 700: "Bold",
            800: "Ultra-Bold", 900: "Heavy",
        ]
        let nearest = min(max((weight + 50) / 100 * 100, 100), 900)
        return [family, names[nearest], isItalic ? "Italic" : nil].compactMap(\.self).joined(separator: " ")
    }
}
