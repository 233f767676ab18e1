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
    /// The maximum number of fields of a page, and also of pictures, of rectangles and of lines.
    package static let markLimit = 4000
    package var descriptorCount: Int { 1 }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int
    /// Whether the layouts have words only.
    package var isTextOnly: Bool
    package init(pages: ClosedRange<Int>, isTextOnly: Bool = false) {
        (first, last) = (pages.lowerBound, pages.upperBound)
        self.isTextOnly = isTextOnly
    }
}
