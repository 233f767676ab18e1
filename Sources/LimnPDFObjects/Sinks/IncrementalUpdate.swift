// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes of an incremental update (ISO 32000-2, 7.5.6), which change a document when appended to its file.
///
/// They contain new objects, replaced objects, and a cross-reference section.
public struct IncrementalUpdate: Hashable, Sendable {
    /// The bytes to append to the original.
    public let bytes: [UInt8]
    /// The numbers of the original's objects that the update replaces, in ascending order.
    public let overridden: [Int]
    /// Messages about what was skipped, such as malformed parts of the original.
    public let notes: [String]
}
