// SPDX-License-Identifier: GPL-3.0-or-later

/// Opens the document in the descriptor. It stays open until the next document is opened.
package struct OpenJob: Job {
    package struct Answer: Codable, Sendable {
        /// The number of pages.
        package var pageCount: Int
        /// The rendering library with its version. Pictures depend on it.
        package var renderer: String
        package init(pageCount: Int, renderer: String) { (self.pageCount, self.renderer) = (pageCount, renderer) }
    }

    package static let name = "open"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1) }
    /// The document's path as bytes, for messages.
    package var path: [UInt8]
    package var access: Access
    package init(path: [UInt8], access: Access) { (self.path, self.access) = (path, access) }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        (0...AnswerBounds.pages).contains(answer.pageCount) && AnswerBounds.isName(answer.renderer)
    }
}
