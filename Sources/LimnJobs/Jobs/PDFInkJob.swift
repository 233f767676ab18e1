// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the ink that the document carries into the descriptor, in the native format.
package struct PDFInkJob: Job {
    package struct Answer: Codable, Sendable {
        /// How many exports have left their source ink.
        package var sources: Int
        /// How many annotations were read.
        package var annotations: Int
        package var messages: [String]
        /// How many bytes were written.
        package var bytes: Int
        package init(sources: Int, annotations: Int, messages: [String], bytes: Int) {
            (self.sources, self.annotations, self.messages, self.bytes) = (sources, annotations, messages, bytes)
        }
    }

    package static let name = "pdf-ink"
    package var descriptorCount: Int { 1 }
    package init() {}
}
