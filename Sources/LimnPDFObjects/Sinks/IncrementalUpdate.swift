// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes to append to a file that change the document: new objects, replaced objects, and a cross-reference to them
/// (ISO 32000-2, 7.5.6).
public struct IncrementalUpdate: Hashable, Sendable {
    /// The bytes to append to the original.
    public let bytes: [UInt8]
    /// The numbers of the original's objects that are replaced, ascending.
    public let overridden: [Int]
    /// Sentences about malformed parts of the original that were skipped.
    public let notes: [String]
}
