// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// The name of a task: a SHA-256, kept as its first 16 bytes where many are held.
public struct TaskID: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits.
    public let text: String

    init(_ hash: ContentHash) { text = "\(hash)" }

    /// Reads a name; nil for anything but 64 lower-case hexadecimal digits.
    init?(_ text: String) {
        guard ContentHash(text) != nil else { return nil }
        self.text = text
    }

    /// The first 16 bytes. That two of a million names share them is less likely than a broken disk.
    var short: Short {
        Short(high: UInt64(text.prefix(16), radix: 16) ?? 0, low: UInt64(text.dropFirst(16).prefix(16), radix: 16) ?? 0)
    }

    /// The first 16 bytes of a name.
    struct Short: Hashable, Sendable, Comparable {
        let high: UInt64
        let low: UInt64

        static func < (a: Short, b: Short) -> Bool { (a.high, a.low) < (b.high, b.low) }
    }
}
