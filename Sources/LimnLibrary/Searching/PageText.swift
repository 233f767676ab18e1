// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnForms
public import LimnGeometry
public import LimnInk

/// The words of a search. They are compared without case and diacritics, and all must occur.
public struct SearchWords: Hashable, Sendable {
    let words: [String]

    /// Reads the words, which white space separates.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(SearchQuery.maximumParts).map {
            String($0).precomposedStringWithCanonicalMapping.foldedForSearch
        }
    }

    /// Whether there are no words.
    public var isEmpty: Bool { words.isEmpty }

    /// Returns whether all words occur in a text.
    public func occur(in text: String) -> Bool { occur(inFolded: text.foldedForSearch) }

    fileprivate func occur(inFolded text: String) -> Bool {
        !words.isEmpty && words.allSatisfy { text.range(of: $0, options: .literal) != nil }
    }

    /// Returns the runs of consecutive words in which the words of the search occur in their order, each in one word.
    public func runs(in texts: [String]) -> [Range<Int>] {
        guard !words.isEmpty, texts.count >= words.count else { return [] }
        let folded = texts.map(\.foldedForSearch)
        return (0...(folded.count - words.count)).compactMap { start in
            let isFound = zip(words, folded[start...]).allSatisfy { $1.range(of: $0, options: .literal) != nil }
            return isFound ? start..<(start + words.count) : nil
        }
    }

    /// Returns whether all words occur in a value of a field.
    public func occur(in value: FieldEntry) -> Bool {
        switch value {
        case .text(let text), .number(let text): occur(in: text)
        case .list(let texts): texts.contains { occur(in: $0) }
        case .flag, .picture: false
        }
    }
}

/// A typed text, a note, or a comment on marked words of a page.
public struct PageText: Hashable, Sendable {
    /// The kind of the item.
    public let kind: PageObject.Kind
    /// The box in page space, in points; nil if it is not finite.
    public let box: Rect?
    /// What is written there. The title of a note and its text are separated by a line feed.
    public let text: String
    /// For whom its layer is meant.
    public let audience: Drawing.Layer.Audience
    private let folded: String

    /// Returns whether all words of a search occur in it.
    public func contains(_ words: SearchWords) -> Bool { words.occur(inFolded: folded) }

    /// Reads the typed texts, the notes and the comments of a drawing, in painting order.
    public static func all(in drawing: Drawing) -> [PageText] {
        drawing.objects.compactMap { placed in
            let text: String
            switch placed.object {
            case .text(let item): text = item.string
            case .note(let note): text = [note.title, note.text].filter { !$0.isEmpty }.joined(separator: "\n")
            case .markup(let markup):
                guard !markup.text.isEmpty else { return nil }
                text = markup.text
            case .picture, .link: return nil
            }
            let layer = placed.object.layer
            // An item in a layer that is not there is nobody's but the owner's.
            let audience =
                drawing.layers.indices.contains(layer) ? drawing.layers[layer].audience : .gameMaster
            return PageText(
                kind: placed.object.kind, box: placed.object.bounds, text: text, audience: audience,
                folded: text.foldedForSearch)
        }
    }
}
