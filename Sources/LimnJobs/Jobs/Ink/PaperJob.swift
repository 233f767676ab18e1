// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry
package import LimnInk

/// Writes a PDF of empty paper to the first descriptor. The second descriptor holds the pages as JSON, an array of
/// ``Page``.
package struct PaperJob: Job {
    package struct Answer: SizedAnswer {
        /// The number of bytes written.
        package var bytes: Int
        /// The indices of the pages with an unknown ruling. They become plain.
        package var unknown: [Int]
        package init(bytes: Int, unknown: [Int]) { (self.bytes, self.unknown) = (bytes, unknown) }
    }

    /// A page of paper.
    package struct Page: Codable, Hashable, Sendable {
        /// The size in points.
        package var size: Size
        /// The name of the ruling in the ink format; `plain` for none.
        package var style: String
        package var settings: String
        package var color: Color

        package init(size: Size, style: String = "plain", settings: String = "", color: Color = .white) {
            self.size = size
            self.style = style
            self.settings = settings
            self.color = color
        }
    }

    package static let name = "paper"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.paperBytes) }
    /// The document's title; nil for none.
    package var title: String?
    package init(title: String?) { self.title = title }

    package func accepts(_ answer: Answer, _: Access) -> Bool { answer.unknown.count <= AnswerBounds.pages }
}
