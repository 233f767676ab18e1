// SPDX-License-Identifier: GPL-3.0-or-later

/// The page labels of a document (ISO 32000-2, 12.4.2), for giving pages that move their own labels.
struct PageLabels {
    /// A range of pages whose labels count up from the range's first page.
    private struct Range {
        let start: Int
        let label: PDFObject
    }

    private var ranges: [Range] = []

    private static let nodeLimit = 10_000
    private static let entryLimit = 250_000

    /// Reads the labels; nil if the document has none.
    init?(root: PDFObject) {
        guard let tree = root["/PageLabels"], tree.isDictionary else { return nil }
        var seen: Set<ObjectID> = []
        var open = [tree]
        var visited = 0
        while let node = open.popLast(), visited < Self.nodeLimit, ranges.count < Self.entryLimit {
            visited += 1
            if let id = node.identity, !seen.insert(id).inserted { continue }
            let numbers = node["/Nums"]
            for place in stride(from: 0, to: (numbers?.count ?? 0) - 1, by: 2) {
                guard let start = numbers?.item(place)?.int, start >= 0, let label = numbers?.item(place + 1),
                    label.isDictionary
                else { continue }
                ranges.append(Range(start: start, label: label))
            }
            open += (node["/Kids"]?.items ?? []).filter(\.isDictionary)
        }
        guard !ranges.isEmpty else { return nil }
        ranges.sort { $0.start < $1.start }
    }

    /// Returns the labels of pages in a new order.
    ///
    /// - Parameter pages: the old index of each page; nil for a new page, which gets an empty label.
    func tree(for pages: [Int?]) -> PDFValue {
        var numbers: [PDFValue] = []
        var last: (range: Int?, page: Int?) = (-1, nil)
        for (index, page) in pages.enumerated() {
            let range = page.flatMap { place(of: $0) }
            let continues =
                last.range == range && (page == nil ? last.page == nil : last.page.map { $0 + 1 } == page)
            last = (range, page)
            guard !continues || index == 0 else { continue }
            numbers.append(.text("\(index)"))
            if let page, let range {
                let first = max(1, ranges[range].label["/St"]?.int ?? 1)
                let number = first.addingReportingOverflow(page - ranges[range].start).partialValue
                numbers.append(.edited(ranges[range].label, [("/St", .text("\(max(1, number))"))]))
            } else if let page {
                numbers.append(.dictionary([("/S", .text("/D")), ("/St", .text("\(page + 1)"))]))
            } else {
                numbers.append(.dictionary([]))
            }
        }
        return .dictionary([("/Nums", .array(numbers))])
    }

    /// Returns the index of the range that a page belongs to; nil for pages before the first range.
    private func place(of page: Int) -> Int? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].start <= page { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
