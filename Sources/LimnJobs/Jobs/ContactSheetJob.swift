// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry
package import LimnPictures

/// Draws a contact sheet into the first descriptor.
///
/// The second descriptor holds the pixels of the cards' pictures, one after another, and the third holds the cards as
/// JSON, an array of ``Card``.
package struct ContactSheetJob: Job {
    /// The output format of a sheet.
    package enum Form: Codable, Hashable, Sendable {
        /// One picture.
        case picture(PictureEncoder)
        /// Pages of a PDF, with JPEG pictures of quality 1…100.
        case pdf(quality: Int)
    }

    /// One document on the sheet.
    package struct Card: Codable, Hashable, Sendable {
        /// The name under the picture, on one line.
        package var name: String
        /// The text below the name, on one line.
        package var note: String
        /// Whether the picture may be wrong.
        package var hasWarnings: Bool
        /// The size of the picture in pixels; nil if there is none.
        package var picture: PictureSize?
        /// The reason why there is no picture, as a word and as a sentence.
        package var failure: Failure?

        package init(
            name: String, note: String, hasWarnings: Bool = false, picture: PictureSize? = nil, failure: Failure? = nil
        ) {
            self.name = name
            self.note = note
            self.hasWarnings = hasWarnings
            self.picture = picture
            self.failure = failure
        }
    }

    package struct PictureSize: Codable, Hashable, Sendable {
        package var width: Int
        package var height: Int
        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    package struct Failure: Codable, Hashable, Sendable {
        package var word: String
        package var reason: String
        package init(word: String, reason: String) { (self.word, self.reason) = (word, reason) }
    }

    package struct Answer: SizedAnswer {
        /// The size of a picture in pixels; nil for a PDF.
        package var size: PictureSize?
        /// The number of pages; 1 for a picture.
        package var pages: Int
        /// The number of bytes written.
        package var bytes: Int
        package init(size: PictureSize?, pages: Int, bytes: Int) {
            (self.size, self.pages, self.bytes) = (size, pages, bytes)
        }
    }

    package static let name = "contact-sheet"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(2, writing: 512 << 20) }
    package var form: Form
    /// The longer side of pictures, in pixels.
    package var side: Int
    package var columns: Int
    /// The maximum number of rows if the sheet is a picture.
    package var rows: Int
    /// The size of a PDF's pages, in points.
    package var page: Size

    package init(form: Form, side: Int, columns: Int, rows: Int, page: Size) {
        self.form = form
        self.side = side
        self.columns = columns
        self.rows = rows
        self.page = page
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        guard answer.pages >= 1, AnswerBounds.areCounts(answer.pages) else { return false }
        return switch form {
        case .picture:
            answer.pages == 1
                && answer.size.map { min($0.width, $0.height) >= 1 && AnswerBounds.areCounts($0.width, $0.height) }
                    ?? false
        case .pdf: answer.size == nil
        }
    }
}
