// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the export that wrote the end of the open document, and writes its ink to the descriptor in the native format.
package struct LastExportJob: Job {
    package struct Answer: SizedAnswer {
        /// The size in bytes of the document before the export; nil if no export with ink wrote the end of the document.
        package var baseSize: Int?
        /// Whether the export changed the content of pages. Otherwise, its ink became annotations.
        package var isInContents: Bool
        /// The number of items except strokes that earlier exports placed on the page.
        package var itemsBelow: Int
        /// The number of bytes written.
        package var bytes: Int
        package init(baseSize: Int?, isInContents: Bool, itemsBelow: Int, bytes: Int) {
            (self.baseSize, self.isInContents) = (baseSize, isInContents)
            (self.itemsBelow, self.bytes) = (itemsBelow, bytes)
        }
    }

    package static let name = "last-export"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.inkBytes) }
    /// The page number, from 1.
    package var page: Int
    package init(page: Int) { self.page = page }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.baseSize ?? 0, answer.itemsBelow)
    }
}
