// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Returns the displayed sizes of pages.
package struct PageSizesJob: Job {
    /// Sizes in points, in the order of the request.
    package typealias Answer = [Size]

    /// The maximum number of sizes in an answer.
    package static let limit = 500
    package static let name = "sizes"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(0) }
    /// Page numbers from 1.
    package var pages: [Int]
    package init(pages: [Int]) { self.pages = pages }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        answer.count == pages.count
            && answer.allSatisfy { AnswerBounds.isLength($0.width) && AnswerBounds.isLength($0.height) }
    }
}
