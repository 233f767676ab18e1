// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnInk

/// Reads the ink file of the second descriptor and writes what it holds into the first one, in the native format.
package struct ReadInkJob: Job {
    package struct Answer: Codable, Sendable {
        /// The ``InkFormat/id`` of the format that was read.
        package var format: String
        /// Everything that the file holds and the document does not.
        package var dropped: [DroppedItem]
        /// How many bytes were written.
        package var bytes: Int
        package init(format: String, dropped: [DroppedItem], bytes: Int) {
            (self.format, self.dropped, self.bytes) = (format, dropped, bytes)
        }
    }

    /// What the second descriptor holds.
    package enum Content: Codable, Hashable, Sendable {
        /// An ink file.
        case file
        /// The files of a reMarkable document, as an ``InkFolder``; the PDF is named where the folder has one.
        case remarkableFolder(id: String, template: String?)
    }

    /// Ink files above this size are refused: 256 MiB.
    package static let sizeLimit = 256 << 20

    package static let name = "read-ink"
    package var descriptorCount: Int { 2 }
    package var content: Content
    /// The ``InkFormat/id`` of the format to read it as; nil to find out.
    package var format: String?
    package init(_ content: Content = .file, format: String? = nil) {
        self.content = content
        self.format = format
    }
}

/// Writes the native ink of the second descriptor into the first one, in another format.
package struct WriteInkJob: Job {
    package struct Answer: Codable, Sendable {
        /// Everything that the document holds and the file does not.
        package var dropped: [DroppedItem]
        /// How many bytes were written.
        package var bytes: Int
        package init(dropped: [DroppedItem], bytes: Int) { (self.dropped, self.bytes) = (dropped, bytes) }
    }

    package static let name = "write-ink"
    package var descriptorCount: Int { 2 }
    /// The ``InkFormat/id`` of the format.
    package var format: String
    /// Whether every bit of positions and widths is kept.
    package var isLossless: Bool
    package init(format: String, isLossless: Bool) { (self.format, self.isLossless) = (format, isLossless) }
}
