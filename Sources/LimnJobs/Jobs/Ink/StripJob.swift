// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the open document without its source ink to the descriptor. If it has none, nothing is written.
package struct StripJob: Job {
    package struct Answer: SizedAnswer {
        /// The number of bytes written.
        package var bytes: Int
        /// The number of embedded source ink files that were removed.
        package var sources: Int
        package var messages: [String]
        package init(bytes: Int, sources: Int, messages: [String]) {
            (self.bytes, self.sources, self.messages) = (bytes, sources, messages)
        }
    }

    package static let name = "strip"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.count) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.sources) && (answer.sources == 0) == (answer.bytes == 0)
    }
}
