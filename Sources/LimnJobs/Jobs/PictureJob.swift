// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnPictures

/// Draws a page of the open document as a picture into the first descriptor. The second descriptor holds the ink to
/// paint over it.
package struct PictureJob: Job {
    /// The form of the picture.
    package enum Form: Codable, Hashable, Sendable {
        /// A picture file. Its resolution is computed from the size.
        case file(PictureEncoder)
        /// Pixels without gaps, rows from the top, four bytes a pixel: blue, green, red, alpha.
        case pixels
    }

    package struct Answer: Codable, Hashable, Sendable {
        /// The width in pixels.
        package var width: Int
        /// The height in pixels.
        package var height: Int
        /// The number of bytes written.
        package var bytes: Int
        /// The resolution in pixels an inch if it was lowered; otherwise nil.
        package var loweredResolution: Double?
        /// Notes for the user about texts and pictures, as sentences.
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
    /// The part of the page that is drawn, and its size in place of ``size``; nil draws all of it.
    package var view: PageView?
    /// Whether the resolution is lowered if the picture would be above the limit of pixels.
    package var lowersResolution: Bool
    package var form: Form
    package var isTransparent: Bool
    /// How carefully the page is drawn.
    package var quality: RenderQuality
    /// Whether the second descriptor holds native ink, whose first page is painted.
    package var hasInk: Bool
    /// A comment for the picture file; ` WIDTHxHEIGHT` is appended to it. It is left out if libraries reported
    /// warnings.
    package var stamp: String?
    /// Whether the picture of the page without ink is cached.
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
