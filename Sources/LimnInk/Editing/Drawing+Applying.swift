// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

extension Drawing {
    /// Applies an edit.
    ///
    /// The running time is proportional to the number of items in the drawing. If the drawing has only strokes,
    /// appending strokes takes time proportional to the number of appended strokes.
    ///
    /// The items that the edit removes must equal those in the drawing, so an edit never removes a different item.
    ///
    /// - Throws: ``InkError`` with `conflict` if the edit does not match the drawing, or with `invalidValue` if an
    ///   inserted item has a value that is not finite or out of range, because such an edit could not be undone. After
    ///   an error, the drawing is unchanged.
    public mutating func apply(_ edit: Edit) throws(InkError) {
        try checkLayers(edit)
        if objects.isEmpty && !edit.hasObjects {
            // The usual case: item indices equal stroke indices.
            try Self.check(edit, count: strokes.count) { strokes[$0] == $1.stroke }
            Self.change(
                &strokes, edit.removed,
                edit.inserted.lazy.compactMap { placed in
                    placed.item.stroke.map { (placed.index, $0) }
                })
        } else {
            var all = items
            try Self.check(edit, count: all.count) { all[$0] == $1 }
            Self.change(&all, edit.removed, edit.inserted.map { ($0.index, $0.item) })
            items = all
        }
        if let change = edit.layers { layers = change.after }
    }

    /// Removes and inserts elements of a list. The caller has already checked the edit.
    private static func change<Element>(
        _ list: inout [Element], _ removed: [Edit.IndexedItem], _ inserted: some Collection<(Int, Element)>
    ) {
        if !removed.isEmpty {
            var gone = removed.map(\.index)[...]
            var index = 0
            list.removeAll { _ in
                defer { index += 1 }
                guard gone.first == index else { return false }
                gone.removeFirst()
                return true
            }
        }
        guard let first = inserted.first else { return }
        if first.0 == list.count {
            list += inserted.lazy.map(\.1)
            return
        }
        var merged: [Element] = []
        merged.reserveCapacity(list.count + inserted.count)
        var old = list[...]
        for (index, element) in inserted {
            let kept = old.prefix(index - merged.count)
            merged += kept
            old.removeFirst(kept.count)
            merged.append(element)
        }
        list = merged + old
    }

    private static func conflict(_ what: String) -> InkError {
        InkError(.conflict, "The edit was made for another state of the drawing: \(what).")
    }

    private func checkLayers(_ edit: Edit) throws(InkError) {
        guard let change = edit.layers else { return }
        guard change.before == layers else { throw Self.conflict("its layers differ") }
        guard !change.after.isEmpty else { throw Self.conflict("it removes all layers") }
    }

    private static func check(
        _ edit: Edit, count: Int, _ isEqual: (_ index: Int, _ item: Item) -> Bool
    ) throws(InkError) {
        var last = -1
        for placed in edit.removed {
            guard placed.index > last, placed.index < count else {
                throw conflict("\(placed.item.name) \(placed.index.ordinal) does not exist")
            }
            guard isEqual(placed.index, placed.item) else {
                throw conflict("\(placed.item.name) \(placed.index.ordinal) differs")
            }
            last = placed.index
        }
        last = -1
        let kept = count - edit.removed.count
        for (number, placed) in edit.inserted.enumerated() {
            guard placed.item.isStorable else {
                throw InkError(
                    .invalidValue, "A \(placed.item.name) holds a value that is not finite or out of its range.")
            }
            guard placed.index > last, placed.index <= kept + number else {
                throw conflict("a \(placed.item.name) cannot be inserted at \(placed.index.ordinal)")
            }
            last = placed.index
        }
    }
}
