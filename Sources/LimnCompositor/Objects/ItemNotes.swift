// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnText

/// What a reader of a page should know about its texts and pictures, as sentences without repetition.
public struct ItemNotes: Hashable, Sendable {
    /// The sentences, in the order in which they came up.
    public private(set) var sentences: [String] = []

    /// Makes an empty list.
    public init() {}

    /// Adds the families that are missing and the characters that no font has.
    public mutating func add(_ text: SetText) {
        for one in text.substitutions {
            add("The font “\(one.asked)” is missing; “\(one.used)” stands in.")
        }
        if !text.missing.isEmpty {
            let shown = text.missing.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
            add("No font has \(shown)\(text.missing.count > 10 ? " and \(text.missing.count - 10) more" : "").")
        }
    }

    /// Adds a sentence, unless it is there.
    public mutating func add(_ sentence: String) {
        if !sentences.contains(sentence) { sentences.append(sentence) }
    }

    /// Adds the sentences of another list.
    public mutating func add(_ other: ItemNotes) { other.sentences.forEach { add($0) } }
}
