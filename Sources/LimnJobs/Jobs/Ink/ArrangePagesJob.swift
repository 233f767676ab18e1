// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the open document anew with its pages in another order, turned, and with pages of paper between them.
///
/// The first descriptor receives the document. The second descriptor holds the order as JSON, an ``Order``.
package struct ArrangePagesJob: Job {
    package struct Answer: SizedAnswer {
        /// The number of bytes written.
        package var bytes: Int
        /// The indices of the pages of paper with an unknown ruling. They become plain.
        package var unknown: [Int]
        package init(bytes: Int, unknown: [Int]) { (self.bytes, self.unknown) = (bytes, unknown) }
    }

    /// The order of pages.
    package struct Order: Codable, Hashable, Sendable {
        /// The number of the document's page for each page, from 1. Numbers may be missing or repeated.
        package var pages: [Int]
        /// The pages of paper. ``InsertPaperJob/Page/follows`` refers to ``pages``.
        package var papers: [InsertPaperJob.Page]
        /// The degrees by which each page of the new document is turned clockwise, in addition to its own rotation; empty
        /// if none is turned.
        package var turns: [Int]
        package init(pages: [Int], papers: [InsertPaperJob.Page], turns: [Int] = []) {
            (self.pages, self.papers, self.turns) = (pages, papers, turns)
        }
    }

    package static let name = "arrange-pages"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.count) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool { answer.unknown.count <= AnswerBounds.pages }
}
