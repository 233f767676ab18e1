// SPDX-License-Identifier: GPL-3.0-or-later

/// What turns an original file into a changed one when it is put behind it: new objects, objects that take the place of
/// old ones, and a cross-reference to them (ISO 32000-2, 7.5.6).
public struct IncrementalUpdate: Hashable, Sendable {
    /// The bytes that follow the original's last one.
    public let bytes: [UInt8]
    /// The numbers of the original's objects that were given another content, ascending.
    public let overridden: [Int]
    /// What was passed over in the original, as sentences.
    public let notes: [String]
}
