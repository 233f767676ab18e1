// SPDX-License-Identifier: Apache-2.0

/// Collects what an importer drops: equal things on a page are counted together, in the order of their first.
package struct DroppedItems {
    private struct Key: Hashable {
        var kind: DroppedItem.Kind
        var page: Int?
        var detail: String
    }

    /// So many different details are told apart on a page; the rest is counted as one.
    private static let detailsPerPage = 32
    /// So many items are told apart; what comes on top is counted by its kind, without its page.
    private static let mostItems = 10_000

    package private(set) var items: [DroppedItem] = []
    private var indices: [Key: Int] = [:]
    private var itemsOnPage: [Int?: Int] = [:]

    package init() {}

    /// Notes something on a page (numbered from 1); nil for the document as a whole.
    package mutating func note(_ kind: DroppedItem.Kind, page: Int?, count: Int = 1, detail: String = "") {
        var key = Key(kind: kind, page: page, detail: Self.oneLine(detail))
        if indices[key] == nil, !detail.isEmpty, itemsOnPage[page, default: 0] >= Self.detailsPerPage {
            key.detail = "others"
        }
        if indices[key] == nil, items.count >= Self.mostItems { key = Key(kind: kind, page: nil, detail: "others") }
        if let index = indices[key] {
            items[index].count += count
            return
        }
        itemsOnPage[key.page, default: 0] += 1
        indices[key] = items.count
        items.append(DroppedItem(kind: kind, page: key.page, count: count, detail: key.detail))
    }

    /// At most 60 characters, white space and control characters as single spaces.
    package static func oneLine(_ text: String) -> String {
        var line = ""
        var length = 0
        // Texts of files may be megabytes of white space, and be noted for every stroke.
        let beginning = text.unicodeScalars.prefix(240)
        for scalar in beginning {
            let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            if isBlank, line.isEmpty || line.last == " " { continue }
            guard length < 60 else { return line + "…" }
            line.unicodeScalars.append(isBlank ? " " : scalar)
            length += 1
        }
        if beginning.endIndex < text.unicodeScalars.endIndex { return line + "…" }
        return line.last == " " ? String(line.dropLast()) : line
    }
}
