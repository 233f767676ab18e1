// SPDX-License-Identifier: Apache-2.0

/// The result of reading an ink file.
public struct InkImport: Hashable, Sendable {
    /// The format of the file.
    public var format: InkFormat
    /// The document.
    public var document: InkDocument
    /// The content that is not in the document; empty if nothing was lost.
    public var dropped: [DroppedItem]

    /// Makes a result.
    public init(format: InkFormat, document: InkDocument, dropped: [DroppedItem] = []) {
        self.format = format
        self.document = document
        self.dropped = dropped
    }
}

extension InkImport {
    /// The content that a rendering lacks: the dropped items, and the page items, which are kept but not drawn.
    public var undrawn: [DroppedItem] {
        var items = DroppedItems()
        for (index, page) in document.pages.enumerated() {
            for item in page.items { items.note(.init(of: item.kind), page: index + 1) }
        }
        return dropped + items.items
    }
}
