// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the document without its source ink into the descriptor; nothing where it has none.
package struct StripJob: Job {
    package struct Answer: Codable, Sendable {
        /// How many bytes were written.
        package var bytes: Int
        /// How many pieces of source ink were removed.
        package var sources: Int
        package var messages: [String]
        package init(bytes: Int, sources: Int, messages: [String]) {
            (self.bytes, self.sources, self.messages) = (bytes, sources, messages)
        }
    }

    package static let name = "strip"
    package var descriptorCount: Int { 1 }
    package init() {}
}
