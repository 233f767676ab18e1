// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnText

/// Notes for the user about the texts and pictures of a page, as sentences without duplicates.
public struct ItemNotes: Hashable, Sendable {
    /// The sentences, in the order in which they were added.
    public private(set) var sentences: [String] = []

    /// Makes an empty list.
    public init() {}

    /// Adds notes about the missing font families and characters of a text. At most 20 characters are listed; the others
    /// are counted.
    public mutating func add(_ text: SetText) {
        add(text.substitutions)
        add(missing: text.missing)
    }

    /// Adds notes about missing font families.
    mutating func add(_ substitutions: [SetText.Substitution]) {
        for one in substitutions { add("The font \(one.asked) is missing; \(one.used) replaces it.") }
    }

    /// Adds a note that lists characters that no font has, as code points.
    mutating func add(missing: [Character]) {
        guard !missing.isEmpty else { return }
        let shown = missing.prefix(20).map { character in
            character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
        }
        let others = missing.count > shown.count ? " and \(missing.count - shown.count) others" : ""
        add("No font has the characters \(shown.joined(separator: ", "))\(others); they are left out.")
    }

    /// Adds a sentence unless it is in the list already.
    public mutating func add(_ sentence: String) {
        if !sentences.contains(sentence) { sentences.append(sentence) }
    }

    /// Adds the sentences of another list.
    public mutating func add(_ other: ItemNotes) { other.sentences.forEach { add($0) } }
}
