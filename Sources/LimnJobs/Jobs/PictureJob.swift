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
        /// The pixels an inch where there are fewer than were asked for.
        package var loweredResolution: Double?
        /// What a reader should know about texts and pictures, as sentences.
        package var notes: [String]
        package init(
            width: Int, height: Int, bytes: Int, loweredResolution: Double? = nil, notes: [String] = []
        ) {
            self.notes = notes
            (self.width, self.height, self.bytes) = (width, height, bytes)
            self.loweredResolution = loweredResolution
        }
    }

    package static let name = "picture"
    package var descriptorCount: Int { hasInk ? 2 : 1 }
    /// The page, from 1.
    package var page: Int
    package var size: RenderSize
    /// Whether a resolution is lowered where the picture would be above the limit of pixels.
    package var lowersResolution: Bool
    package var form: Form
    package var isTransparent: Bool
    /// How carefully the page is drawn.
    package var quality: RenderQuality
    /// Whether the second descriptor holds native ink, whose first page is painted.
    package var hasInk: Bool
    /// Goes into the picture file, with ` WIDTHxHEIGHT` behind it, when libraries warned of nothing.
    package var stamp: String?
    /// Whether the page without its ink is kept for the next picture of it.
    package var sharesPage: Bool

    package init(
        page: Int, size: RenderSize, lowersResolution: Bool = false, form: Form, isTransparent: Bool = false,
        quality: RenderQuality = .standard, hasInk: Bool, stamp: String? = nil, sharesPage: Bool = false
    ) {
        self.page = page
        self.size = size
        self.lowersResolution = lowersResolution
        self.form = form
        self.isTransparent = isTransparent
        self.quality = quality
        self.hasInk = hasInk
        self.stamp = stamp
        self.sharesPage = sharesPage
    }
}
