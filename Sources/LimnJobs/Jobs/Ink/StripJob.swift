// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the open document without its source ink to the descriptor. If it has none, nothing is written.
package struct StripJob: Job {
    package struct Answer: Codable, Sendable {
        /// The number of bytes written.
        package var bytes: Int
        /// The number of embedded source ink files that were removed.
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
