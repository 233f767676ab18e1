// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry
package import LimnPictures

/// Draws a page of the open document as a picture into the first descriptor. The second descriptor holds the ink to
/// paint over the page.
package struct PictureJob: Job {
    /// The output format of the picture.
    package enum Form: Codable, Hashable, Sendable {
        /// A picture file. If ``PictureJob/size`` is a resolution, it is stored in the file.
        case file(PictureEncoder)
        /// Raw pixels without padding, rows from top to bottom, four bytes per pixel: blue, green, red, alpha.
        case pixels
    }

    package struct Answer: Hashable, SizedAnswer {
        /// The width in pixels.
        package var width: Int
        /// The height in pixels.
        package var height: Int
        /// The number of bytes written.
        package var bytes: Int
        /// The resolution in pixels per inch if it was lowered, else nil.
        package var loweredResolution: Double?
        /// Notes for the user about texts and pictures, each a sentence.
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
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(hasInk ? 1 : 0, writing: AnswerBounds.count) }
    /// The page, from 1.
    package var page: Int
    /// The part of page space that the picture shows, if it is larger than the page; else nil. The ink is in the page
    /// space of the frame.
    package var frame: Rect?
    package var size: RenderSize
    /// The part of the page to draw, with its own size that replaces ``size``; nil for the whole page.
    package var view: PageView?
    /// Whether to lower the resolution if the picture would exceed the pixel limit.
    package var lowersResolution: Bool
    package var form: Form
    package var isTransparent: Bool
    /// The rendering quality.
    package var quality: RenderQuality
    /// Whether the second descriptor holds native ink. Its first page is painted.
    package var hasInk: Bool
    /// A comment for the picture file; ` WIDTHxHEIGHT` is appended. It is omitted if libraries reported warnings.
    package var stamp: String?
    /// Whether to cache the picture of the page without ink.
    package var sharesPage: Bool
    /// Whether large pictures on the page are made smaller while they are read.
    package var reducesPictures = false

    package var thriftier: PictureJob? {
        guard !reducesPictures else { return nil }
        var job = self
        job.reducesPictures = true
        return job
    }

    package init(
        page: Int, frame: Rect? = nil, size: RenderSize, lowersResolution: Bool = false, form: Form,
        isTransparent: Bool = false,
        quality: RenderQuality = .standard, hasInk: Bool, stamp: String? = nil, sharesPage: Bool = false
    ) {
        self.page = page
        self.frame = frame
        self.size = size
        self.lowersResolution = lowersResolution
        self.form = form
        self.isTransparent = isTransparent
        self.quality = quality
        self.hasInk = hasInk
        self.stamp = stamp
        self.sharesPage = sharesPage
    }

    package func accepts(_ answer: Answer, _ access: Access) -> Bool {
        let (width, height) = (answer.width, answer.height)
        let limit = min(access.pixelLimit, AnswerBounds.count)
        guard width >= 1, height >= 1, width <= limit, height <= limit / width else { return false }
        switch form {
        case .pixels: guard answer.bytes == 4 * width * height else { return false }
        // Four bytes per uncompressed pixel, and a margin for the format.
        case .file: guard answer.bytes <= 5 * width * height + 1 << 20 else { return false }
        }
        if let view { return (width, height) == view.turnedSize }
        return switch size {
        case .dpi: true
        case .longerSide(let side): max(width, height) == side
        case .width(let side): width == side
        case .height(let side): height == side
        case .exactly(let wide, let high): width == wide && height == high
        }
    }
}
