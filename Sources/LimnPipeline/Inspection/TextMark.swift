// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnGeometry
internal import LimnJobs
internal import LimnRebase

/// A mark on printed text: a highlight or a line, with the words that it marks and the note of whoever made it.
public struct TextMark: Hashable, Sendable {
    /// The number of the page, from 1.
    public let page: Int
    /// The kind: `highlight`, `underline`, `strikeOut` or `squiggly`.
    public let kind: String
    /// The marked words, with spaces between them; empty on a page without text, such as a scan.
    public let text: String
    /// What its author noted about the words; empty if there is nothing.
    public let note: String
    /// The author; empty if unknown.
    public let author: String
    /// The color, such as `#ffd100`; nil if there is none.
    public let color: String?
    /// The boxes of the mark in page space, in points, one for each line.
    public let boxes: [Rect]
    /// The index of the first marked word on the page; nil if there is none.
    let firstWord: Int?
    /// The number of marked words.
    let wordCount: Int

    init(page: Int, _ markup: PageLayout.Markup, on layout: PageLayout) {
        self.page = page
        (kind, note, author, color) = (markup.kind, markup.note.printable, markup.author.printable, markup.color)
        boxes = markup.boxes
        let marked = layout.words.indices.filter { index in
            let middle = layout.words[index].box.center
            return markup.boxes.contains { $0.contains(middle) }
        }
        (firstWord, wordCount) = (marked.first, marked.count)
        text = Self.joined(marked.map { layout.words[$0] })
    }

    /// Returns words with spaces between them. A word that a line breaks after a hyphen becomes one.
    private static func joined(_ words: [PageLayout.Word]) -> String {
        var found: [String] = []
        var isBroken = false
        for word in words {
            let text = word.text.printable
            if text.isEmpty { continue }
            if isBroken, let last = found.last, text.first?.isLowercase == true {
                found[found.count - 1] = last.dropLast() + text
            } else {
                found.append(text)
            }
            isBroken = word.endsLine && text.hasSuffix("-") && text.dropLast().last?.isLetter == true
        }
        return found.joined(separator: " ")
    }
}

extension String {
    /// The text without control characters, which a terminal would obey. Line feeds become spaces.
    fileprivate var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.lazy.map { $0 == "\n" ? " " : $0 }.filter { $0.properties.generalCategory != .control }))
    }
}

extension TextMark: Encodable {
    private enum Key: CodingKey { case page, kind, text, note, author, color, rects }

    /// Encodes `page`, `kind`, `text`, `note`, `author`, `color` and `rects`, arrays of left, upper, right and lower edges
    /// in points.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(page, forKey: .page)
        try container.encode(kind, forKey: .kind)
        try container.encode(text, forKey: .text)
        try container.encode(note, forKey: .note)
        try container.encode(author, forKey: .author)
        try container.encode(color, forKey: .color)
        try container.encode(boxes.map(\.roundedEdges), forKey: .rects)
    }
}
