// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
package import LimnRebase

/// Writes the layout of pages as JSON (an array of `PageLayout`) to the descriptor.
package struct ReadLayoutJob: ValueJob {
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
    /// The maximum number of words, fields, pictures, rectangles and lines of all pages of a document.
    package static let partLimit = 8_000_000
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: 128 << 20) }
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

    package func accepts(_ value: [PageLayout]) -> Bool {
        value.count == last - first + 1 && value.allSatisfy { Self.isPossible($0) }
    }

    private static func isPossible(_ page: PageLayout) -> Bool {
        let boxes =
            page.words.map(\.box) + page.fields.map(\.box) + page.pictures.map(\.box) + page.boxes
            + page.markups.flatMap(\.boxes) + page.links.map(\.box)
        let counts = [
            page.fields.count, page.pictures.count, page.boxes.count, page.lines.count, page.links.count,
            max(page.markups.count, page.markups.map(\.boxes.count).reduce(0, +)),
        ]
        return page.words.count <= wordLimit
            && page.words.allSatisfy { word in
                [nil, 90, 180, 270].contains(word.turn)
                    && (word.edges?.allSatisfy { $0.magnitude <= 1e9 } ?? true)
                    && (word.edges?.count ?? 0) <= 2 * word.text.unicodeScalars.count
            }
            && page.headings.allSatisfy { (1...6).contains($0.level) && 0 <= $0.first && $0.first <= $0.last }
            && page.headings.allSatisfy { $0.last < page.words.count }
            && zip(page.headings, page.headings.dropFirst()).allSatisfy { $0.last < $1.first }
            && (page.language.map { PageLayout.isLanguage($0) } ?? true)
            && counts.allSatisfy { $0 <= markLimit }
            && [page.size.width, page.size.height].allSatisfy { AnswerBounds.isLength($0) && $0 <= 1e9 }
            && boxes.allSatisfy { AnswerBounds.isPlace($0) }
            && page.links.allSatisfy { ($0.uri == nil) != ($0.page == nil) && AnswerBounds.isLength($0.top ?? 0) }
            && AnswerBounds.areCounts(page.links.compactMap(\.page))
            && page.lines.allSatisfy {
                AnswerBounds.isPlace(Rect(x0: $0.start.x, y0: $0.start.y, x1: $0.end.x, y1: $0.end.y))
            }
    }
}
