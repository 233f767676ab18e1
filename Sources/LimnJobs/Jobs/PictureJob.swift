// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnPictures

/// Draws a page as a picture into the first descriptor, with the ink of the second one over it.
package struct PictureJob: Job {
    /// What is written.
    package enum Form: Codable, Hashable, Sendable {
        /// A picture file; its resolution follows from the size.
        case file(PictureEncoder)
        /// Rows from the top without gaps, four bytes a pixel: blue, green, red, alpha.
        case pixels
    }

    package struct Answer: Codable, Hashable, Sendable {
        /// The width in pixels.
        package var width: Int
        /// The height in pixels.
        package var height: Int
        /// How many bytes were written.
        package var bytes: Int
        package init(width: Int, height: Int, bytes: Int) {
            (self.width, self.height, self.bytes) = (width, height, bytes)
        }
    }

    package static let name = "picture"
    package var descriptorCount: Int { hasInk ? 2 : 1 }
    /// The page, from 1.
    package var page: Int
    package var size: RenderSize
    package var form: Form
    package var isTransparent: Bool
    /// Whether the second descriptor holds native ink, whose first page is painted.
    package var hasInk: Bool
    /// Goes into the picture file, with ` WIDTHxHEIGHT` behind it, when libraries warned of nothing.
    package var stamp: String?
    /// Whether the page without its ink is kept for the next picture of it.
    package var sharesPage: Bool

    package init(
        page: Int, size: RenderSize, form: Form, isTransparent: Bool = false, hasInk: Bool, stamp: String? = nil,
        sharesPage: Bool = false
    ) {
        self.page = page
        self.size = size
        self.form = form
        self.isTransparent = isTransparent
        self.hasInk = hasInk
        self.stamp = stamp
        self.sharesPage = sharesPage
    }
}
