// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry
package import LimnInk

/// Makes a PDF of paper that nothing is written on, in the first descriptor. The second one holds the pages as JSON, an
/// array of ``Page``.
package struct PaperJob: Job {
    package struct Answer: Codable, Sendable {
        /// How many bytes were written.
        package var bytes: Int
        /// The indices of the pages whose ruling is not known, and which are plain therefore.
        package var unknown: [Int]
        package init(bytes: Int, unknown: [Int]) { (self.bytes, self.unknown) = (bytes, unknown) }
    }

    /// A page of paper.
    package struct Page: Codable, Hashable, Sendable {
        /// In points.
        package var size: Size
        /// The ruling, named as in the format of the ink; `plain` for none.
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
    package var descriptorCount: Int { 2 }
    /// The document's title; nil for none.
    package var title: String?
    package init(title: String?) { self.title = title }
}
