// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts pages of paper between those of the document: writes an incremental update into the first descriptor, which goes
/// behind the document's bytes. The second one holds the pages as JSON, an array of ``Page``.
package struct InsertPaperJob: Job {
    package struct Answer: Codable, Sendable {
        /// How many bytes were written.
        package var bytes: Int
        /// Why nothing can be put in; nil where it was.
        package var refusal: String?
        /// The indices of the pages whose ruling is not known, and which are plain therefore.
        package var unknown: [Int]
        package init(bytes: Int, refusal: String? = nil, unknown: [Int] = []) {
            (self.bytes, self.refusal, self.unknown) = (bytes, refusal, unknown)
        }
    }

    /// A page of paper and its place.
    package struct Page: Codable, Hashable, Sendable {
        /// The page of the document that it follows, from 1; 0 to stand before the first.
        package var follows: Int
        package var paper: PaperJob.Page

        package init(follows: Int, paper: PaperJob.Page) { (self.follows, self.paper) = (follows, paper) }
    }

    package static let name = "insert-paper"
    package var descriptorCount: Int { 2 }
    package init() {}
}
