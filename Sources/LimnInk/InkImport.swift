// SPDX-License-Identifier: Apache-2.0

/// The result of reading an ink file.
public struct InkImport: Hashable, Sendable {
    /// The format of the file.
    public var format: InkFormat
    /// The document.
    public var document: InkDocument
    /// The content that was dropped or changed; empty if nothing was lost.
    public var dropped: [DroppedItem]
    /// The files that the ink file refers to and that were not given to its reader. With them, less is dropped. The
    /// PDF below the ink is not among them (``InkDocument/template``).
    public var missing: [CompanionFile]

    /// Makes a result.
    public init(format: InkFormat, document: InkDocument, dropped: [DroppedItem] = []) {
        self.init(format: format, document: document, dropped: dropped, missing: [])
    }

    /// Makes the result of a file that refers to others.
    public init(format: InkFormat, document: InkDocument, dropped: [DroppedItem], missing: [CompanionFile]) {
        self.format = format
        self.document = document
        self.dropped = dropped
        self.missing = missing
    }
}

extension InkImport {
    /// The content that a rendering does not show: the dropped items, and the page items, which are kept but not drawn.
    /// ``DroppedItem/total`` is set where it is known.
    public var undrawn: [DroppedItem] {
        var items = DroppedItems()
        for (index, page) in document.pages.enumerated() {
            for item in page.items { items.note(.init(of: item.kind), page: index + 1) }
        }
        return withTotals(dropped + items.items)
    }

    /// Returns items with ``DroppedItem/total`` set for each item that is an object on a page.
    ///
    /// The total counts the objects that were read from that page and those that were dropped from it.
    ///
    /// - Parameter items: the items; their page numbers refer to ``document``.
    /// - Returns: the items in the same order. The total is nil if an item is not an object or its page does not exist.
    public func withTotals(_ items: [DroppedItem]) -> [DroppedItem] {
        var totals = document.pages.map { $0.drawing.itemCount + $0.items.count }
        // The counts may come from an untrusted process.
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
