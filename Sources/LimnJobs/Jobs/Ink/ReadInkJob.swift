// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnInk

/// Reads the ink file in the second descriptor and writes its document to the first one, in the native format.
package struct ReadInkJob: Job {
    package struct Answer: SizedAnswer {
        /// The ``InkFormat/id`` of the format that was read.
        package var format: String
        /// Everything in the file that the document cannot hold.
        package var dropped: [DroppedItem]
        /// The files that the ink refers to and that were not given.
        package var missing: [CompanionFile]
        /// The number of bytes written.
        package var bytes: Int
        package init(format: String, dropped: [DroppedItem], missing: [CompanionFile] = [], bytes: Int) {
            (self.format, self.dropped, self.missing, self.bytes) = (format, dropped, missing, bytes)
        }
    }

    /// The content of the second descriptor.
    package enum Content: Codable, Hashable, Sendable {
        /// An ink file.
        case file
        /// An ink file with files that it refers to, as an ``InkFolder``: the ink file is ``inkName``, and each other
        /// file has its index in the list as its name.
        case fileWithCompanions([CompanionFile])
        /// The files of a reMarkable document, as an ``InkFolder``. `template` is the name of its PDF; nil if it has
        /// none.
        case remarkableFolder(id: String, template: String?)
    }

    /// The maximum size of an ink file in bytes: 256 MiB.
    package static let sizeLimit = 256 << 20

    /// The name of the ink file among its companions.
    package static let inkName = "ink"

    package static let name = "read-ink"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.inkBytes) }
    package var content: Content
    /// The ``InkFormat/id`` of the format; nil to detect it.
    package var format: String?
    package init(_ content: Content = .file, format: String? = nil) {
        self.content = content
        self.format = format
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.dropped.map(\.count))
    }
}

/// Converts the native ink in the second descriptor to another format and writes it to the first one.
package struct WriteInkJob: Job {
    package struct Answer: SizedAnswer {
        /// Everything in the document that the file cannot hold.
        package var dropped: [DroppedItem]
        /// The number of bytes written.
        package var bytes: Int
        package init(dropped: [DroppedItem], bytes: Int) { (self.dropped, self.bytes) = (dropped, bytes) }
    }

    package static let name = "write-ink"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.inkBytes) }
    /// The ``InkFormat/id`` of the output format.
    package var format: String
    /// Whether positions and widths are stored exactly.
    package var isLossless: Bool
    package init(format: String, isLossless: Bool) { (self.format, self.isLossless) = (format, isLossless) }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.dropped.map(\.count))
    }
}
