// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the layout of pages as JSON (an array of `PageLayout`) to the descriptor.
package struct ReadLayoutJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "layout"
    /// The maximum number of pages per job. It keeps the answer small.
    package static let limit = 32
    /// The maximum number of words per page, if they are to be compared.
    package static let comparedWordLimit = 20_000
    /// The maximum number of words per page.
    package static let wordLimit = 200_000
    /// The maximum number of fields of a page, and also of pictures, of rectangles, of lines, of marks on text,
    /// and of links.
    package static let markLimit = 4000
    package var descriptorCount: Int { 1 }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int
    package var content: Content
    package init(pages: ClosedRange<Int>, _ content: Content) {
        (first, last) = (pages.lowerBound, pages.upperBound)
        self.content = content
    }

    /// What layouts contain.
    package enum Content: String, Codable, Hashable, Sendable {
        /// What is compared: words, fields, pictures, rectangles and lines.
        case compared
        /// Words and links, without the words of annotations and form fields.
        case printed
        /// The same, with headings and the places of letters.
        case letters
        /// Words, also those of visible annotations and form fields, headings and links.
        case shown
        /// Words, and marks on them.
        case markups

        /// Whether the text itself is the result, rather than a comparison or marks.
        package var isText: Bool { self == .printed || self == .letters || self == .shown }
    }
}
