// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler

/// A document's outline (bookmarks), limited in depth and count.
public struct PDFOutline: Hashable, Sendable {
    /// An outline item.
    public struct Item: Hashable, Sendable {
        /// The title; may be empty.
        public let title: String
        /// The number of the target page, from 1; nil if the item has no target in the document.
        public let page: Int?
        /// The URI that the item opens, unchanged from the file. It is not validated, so programs must ask the user
        /// before opening it.
        public let uri: String?
        /// The child items.
        public let children: [Item]
    }

    /// The items at the top level.
    public let items: [Item]
    /// Whether the whole outline was read. Depth and count are limited, because an outline can be cyclic.
    public let isComplete: Bool
}

extension PDFDocument {
    /// Reads the outline.
    ///
    /// - Parameters:
    ///   - maximumDepth: The maximum number of levels to read. Children below it are left out.
    ///   - maximumCount: The maximum number of items, in reading order.
    /// - Returns: the outline; without items if the document has none. ``PDFOutline/isComplete`` tells whether a limit
    ///   was reached.
    public func outline(maximumDepth: Int = 32, maximumCount: Int = 50_000) -> PDFOutline {
        var reader = OutlineReader(document: self, remaining: maximumCount)
        // "The returned iterator is nil if the document has no index."
        let items = reader.items(poppler_index_iter_new(handle), depth: maximumDepth)
        return PDFOutline(items: items, isComplete: reader.isComplete)
    }
}

private struct OutlineReader {
    let document: PDFDocument
    var remaining: Int
    var isComplete = true

    /// Reads a level and the levels below it, and frees the iterator.
    mutating func items(_ level: OpaquePointer?, depth: Int) -> [PDFOutline.Item] {
        guard let level else { return [] }
        defer { poppler_index_iter_free(level) }
        guard depth > 0 else {
            isComplete = false
            return []
        }
        var items: [PDFOutline.Item] = []
        repeat {
            guard remaining > 0 else {
                isComplete = false
                break
            }
            remaining -= 1
            guard let action = poppler_index_iter_get_action(level) else { continue }
            defer { poppler_action_free(action) }
            items.append(
                item(action.pointee, children: self.items(poppler_index_iter_get_child(level), depth: depth - 1)))
        } while poppler_index_iter_next(level) != 0
        return items
    }

    private func item(_ action: PopplerAction, children: [PDFOutline.Item]) -> PDFOutline.Item {
        var page: Int?
        var uri: String?
        switch action.type {
        case POPPLER_ACTION_GOTO_DEST: page = document.destination(action.goto_dest.dest)?.page
        case POPPLER_ACTION_URI: uri = action.uri.uri.map { String(cString: $0) }
        default: break
        }
        let title = action.any.title.map { String(cString: $0) } ?? ""
        return PDFOutline.Item(title: title, page: page, uri: uri, children: children)
    }
}
