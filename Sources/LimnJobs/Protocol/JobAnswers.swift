// SPDX-License-Identifier: GPL-3.0-or-later

/// The answer to a job that writes a file.
package protocol SizedAnswer: Codable, Sendable {
    /// The number of bytes written. The parent compares it with the size of the file.
    var bytes: Int { get }
}

/// The answer to a job whose result is a file alone.
package struct WrittenAnswer: SizedAnswer {
    package var bytes: Int
    package init(bytes: Int) { self.bytes = bytes }
}

/// The answer to a job that succeeds or fails and has no result.
package struct EmptyAnswer: Codable, Hashable, Sendable { package init() {} }
