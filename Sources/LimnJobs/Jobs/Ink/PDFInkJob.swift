// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the ink in the open document to the descriptor, in the native format.
package struct PDFInkJob: Job {
    package struct Answer: SizedAnswer {
        /// The number of exports whose source ink was found.
        package var sources: Int
        /// The number of annotations that were read.
        package var annotations: Int
        package var messages: [String]
        /// The number of bytes written.
        package var bytes: Int
        package init(sources: Int, annotations: Int, messages: [String], bytes: Int) {
            (self.sources, self.annotations, self.messages, self.bytes) = (sources, annotations, messages, bytes)
        }
    }

    package static let name = "pdf-ink"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.inkBytes) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.sources, answer.annotations)
    }
}
