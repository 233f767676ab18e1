// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the text of pages to the descriptor in UTF-8, with a form feed after each page.
package struct TextJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "text"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: 256 << 20) }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int
    package init(pages: ClosedRange<Int>) { (first, last) = (pages.lowerBound, pages.upperBound) }
}
