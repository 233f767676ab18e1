// SPDX-License-Identifier: Apache-2.0

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

extension InkImport {
    /// What a picture of the ink lacks: what was dropped, and the items of pages, which are kept but not drawn.
    public var undrawn: [DroppedItem] {
        var items = DroppedItems()
        for (index, page) in document.pages.enumerated() {
            for item in page.items { items.note(.init(of: item.kind), page: index + 1) }
        }
        return dropped + items.items
    }
}
