// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// What reading an ink file gave.
public struct InkImport: Hashable, Sendable {
    /// The format that was read.
    public var format: InkFormat
    /// The ink.
    public var document: InkDocument
    /// Everything the file holds that the document does not; empty when nothing was lost.
    public var dropped: [DroppedItem]

    /// Makes a result.
    public init(format: InkFormat, document: InkDocument, dropped: [DroppedItem] = []) {
        self.format = format
        self.document = document
        self.dropped = dropped
    }
}
