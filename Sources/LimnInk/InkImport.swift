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
    /// The content that a rendering lacks: the dropped items, and the page items, which are kept but not drawn. Each
    /// item has its total (``DroppedItem/total``).
    public var undrawn: [DroppedItem] {
        var items = DroppedItems()
        for (index, page) in document.pages.enumerated() {
            for item in page.items { items.note(.init(of: item.kind), page: index + 1) }
        }
        return withTotals(dropped + items.items)
    }

    /// Sets the total of each item that is an object on a page (``DroppedItem/total``).
    ///
    /// The total counts what was read from that page and what was dropped from it.
    ///
    /// - Parameter items: items whose page numbers are those of ``document``.
    /// - Returns: the same items in the same order. The total is nil for items that are no objects, and for pages that
    ///   do not exist.
    public func withTotals(_ items: [DroppedItem]) -> [DroppedItem] {
        var totals = document.pages.map { $0.drawing.itemCount + $0.items.count }
        // Counts may come from a process that is not trusted.
        func index(of item: DroppedItem) -> Int? {
            guard item.kind.isObject, let page = item.page, (1...max(1, totals.count)).contains(page) else {
                return nil
            }
            return totals.isEmpty ? nil : page - 1
        }
        for item in dropped {
            guard let index = index(of: item) else { continue }
            let (sum, isTooLarge) = totals[index].addingReportingOverflow(item.count)
            totals[index] = isTooLarge ? .max : sum
        }
        return items.map { item in
            var item = item
            item.total = index(of: item).map { totals[$0] }
            return item
        }
    }
}
