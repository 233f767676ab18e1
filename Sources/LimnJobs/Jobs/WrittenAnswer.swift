// SPDX-License-Identifier: GPL-3.0-or-later

/// The answer of a job whose result is in its descriptor.
package struct WrittenAnswer: Codable, Sendable {
    /// The number of bytes written.
    package var bytes: Int
    package init(bytes: Int) { self.bytes = bytes }
}
