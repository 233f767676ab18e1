// SPDX-License-Identifier: Apache-2.0

/// Collects dropped items. Equal items on the same page become one item with a count, in order of first occurrence.
package struct DroppedItems {
    private struct Key: Hashable {
        var kind: DroppedItem.Kind
        var page: Int?
        var detail: String
    }

    /// The maximum number of different items on a page. Further items get the detail `others`.
    private static let maximumItemsPerPage = 32
    /// The maximum number of different items. Further items are counted by kind only, without a page.
    private static let maximumItems = 10_000

    package private(set) var items: [DroppedItem] = []
    private var indices: [Key: Int] = [:]
    private var itemsOnPage: [Int?: Int] = [:]

    package init() {}

    /// Adds an item. `page` counts from 1 and is nil for the whole document.
    package mutating func note(_ kind: DroppedItem.Kind, page: Int?, count: Int = 1, detail: String = "") {
        var key = Key(kind: kind, page: page, detail: Self.oneLine(detail))
        if indices[key] == nil, !detail.isEmpty, itemsOnPage[page, default: 0] >= Self.maximumItemsPerPage {
            key.detail = "others"
        }
        if indices[key] == nil, items.count >= Self.maximumItems { key = Key(kind: kind, page: nil, detail: "others") }
        if let index = indices[key] {
            items[index].count += count
            return
        }
        itemsOnPage[key.page, default: 0] += 1
        indices[key] = items.count
        items.append(DroppedItem(kind: kind, page: key.page, count: count, detail: key.detail))
    }

    /// Returns a text shortened to one line of 60 Unicode scalars, plus `…` if it is cut off.
    ///
    /// Runs of white space and control characters become single spaces.
    package static func oneLine(_ text: String) -> String {
        var line = ""
        var length = 0
        // Only the start is read, because a text may be megabytes long and this function may run for every stroke.
        let prefix = text.unicodeScalars.prefix(240)
        for scalar in prefix {
            let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            if isBlank, line.isEmpty || line.last == " " { continue }
            guard length < 60 else { return line + "…" }
            line.unicodeScalars.append(isBlank ? " " : scalar)
            length += 1
        }
        if prefix.endIndex < text.unicodeScalars.endIndex { return line + "…" }
        return line.last == " " ? String(line.dropLast()) : line
    }
}
