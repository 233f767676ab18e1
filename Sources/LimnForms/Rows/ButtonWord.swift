// SPDX-License-Identifier: Apache-2.0

/// A word that means on or off in data, ignoring case: `true`, `1`, `x`, `yes`, `on`, `ja` and so on, or `false`, `0`,
/// `no`, `off`, `nein`.
public enum ButtonWord: Sendable {
    /// The button is on.
    case on
    /// The button is off.
    case off

    private static let words: [String: ButtonWord] = [
        "true": .on, "1": .on, "x": .on, "yes": .on, "y": .on, "on": .on, "ja": .on, "j": .on, "wahr": .on,
        "checked": .on,
        "✓": .on, "✔": .on, "☑": .on, "☒": .on,
        "false": .off, "0": .off, "no": .off, "n": .off, "off": .off, "nein": .off, "falsch": .off, "unchecked": .off,
        "☐": .off,
    ]

    /// Parses a word; nil if the text is not one of these words.
    public init?(_ text: String) {
        guard text.utf8.count <= 40, let word = Self.words[text.trimmed.lowercased()] else { return nil }
        self = word
    }
}
