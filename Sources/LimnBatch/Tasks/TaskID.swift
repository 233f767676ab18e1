// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// The id of a task: a SHA-256 hash of its verb, its options and the contents of its inputs (``BatchTask/id``).
public struct TaskID: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits.
    public let text: String

    init(_ hash: ContentHash) { text = "\(hash)" }

    /// Parses an id; nil unless the text has 64 lower-case hexadecimal digits.
    init?(_ text: String) {
        guard ContentHash(text) != nil else { return nil }
        self.text = text
    }

    /// The first 16 bytes, which save memory for long lists. A collision among a million ids is less likely than a
    /// broken disk.
    var short: Short {
        Short(high: UInt64(text.prefix(16), radix: 16) ?? 0, low: UInt64(text.dropFirst(16).prefix(16), radix: 16) ?? 0)
    }

    /// The first 16 bytes of an id.
    struct Short: Hashable, Sendable, Comparable {
        let high: UInt64
        let low: UInt64

        static func < (a: Short, b: Short) -> Bool { (a.high, a.low) < (b.high, b.low) }
    }
}
