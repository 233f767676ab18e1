// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnJobs

/// A change of the items on one page, except strokes.
public enum ItemEdit: Hashable, Sendable {
    /// Adds an item above all other items of a page. Pages are numbered from 1.
    case add(NewItem, page: Int)
    /// Removes items from a page by their numbers in painting order. Items and pages are numbered from 1.
    case remove([Int], page: Int)

    /// The page number, from 1.
    public var page: Int {
        switch self {
        case .add(_, let page), .remove(_, let page): page
        }
    }

    /// Applies the change to the ink of a document.
    ///
    /// - Throws: ``LimnError`` with `noSuchPage` or `failed`.
    func apply(to document: inout InkDocument) throws(LimnError) {
        guard document.pages.indices.contains(page - 1) else {
            throw LimnError(.noSuchPage, "There is no page \(page); the ink has \(document.pages.count).")
        }
        var drawing = document.pages[page - 1].drawing
        switch self {
        case .add(let new, _):
            var object = try new.item()
            object.layer = try drawing.layerIndex(new.layer)
            drawing.append(.object(object))
        case .remove(let numbers, _):
            let removed = Set(try drawing.itemIndices(numbered: numbers))
            drawing.items = drawing.items.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        }
        document.pages[page - 1].drawing = drawing
    }
}
