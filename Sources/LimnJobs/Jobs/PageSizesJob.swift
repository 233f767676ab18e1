// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Tells the displayed sizes of pages.
package struct PageSizesJob: Job {
    /// Sizes in points, in the order in which they were asked for.
    package typealias Answer = [Size]

    /// An answer has room for so many sizes.
    package static let limit = 500
    package static let name = "sizes"
    package var descriptorCount: Int { 0 }
    /// Page numbers from 1.
    package var pages: [Int]
    package init(pages: [Int]) { self.pages = pages }
}
