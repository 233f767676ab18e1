// SPDX-License-Identifier: GPL-3.0-or-later

/// Inserts pages of paper into the open document.
///
/// The first descriptor receives an incremental update to append to the document. The second descriptor holds the pages
/// as JSON, an array of ``Page``.
package struct InsertPaperJob: Job {
    package struct Answer: SizedAnswer {
        /// The number of bytes written.
        package var bytes: Int
        /// The reason why no pages were inserted; nil if they were.
        package var refusal: String?
        /// The indices of the pages with an unknown ruling. They become plain.
        package var unknown: [Int]
        package init(bytes: Int, refusal: String? = nil, unknown: [Int] = []) {
            (self.bytes, self.refusal, self.unknown) = (bytes, refusal, unknown)
        }
    }

    /// A page of paper and its position.
    package struct Page: Codable, Hashable, Sendable {
        /// The number of the document's page that it follows; 0 inserts it before the first page.
        package var follows: Int
        package var paper: PaperJob.Page

        package init(follows: Int, paper: PaperJob.Page) { (self.follows, self.paper) = (follows, paper) }
    }

    package static let name = "insert-paper"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.paperBytes) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool { answer.unknown.count <= AnswerBounds.pages }
}
