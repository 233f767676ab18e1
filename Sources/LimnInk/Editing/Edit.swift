// SPDX-License-Identifier: Apache-2.0

/// A change to a drawing: the removed and inserted strokes with their indices, and the change of layers.
///
/// Methods such as ``Drawing/adding(_:)`` and ``Drawing/removing(_:)`` make edits. An edit applies only to the
/// drawing that it was made for. Its ``inverse`` restores that drawing exactly.
public struct Edit: Hashable, Sendable {
    /// A stroke and its index in a drawing.
    public struct IndexedStroke: Hashable, Sendable {
        /// The index, from 0: before the edit for a removed stroke, after the edit for an inserted one.
        public var index: Int
        /// The stroke.
        public var stroke: Stroke

        /// Makes an indexed stroke.
        public init(index: Int, stroke: Stroke) {
            self.index = index
            self.stroke = stroke
        }
    }

    /// The layers before and after an edit.
    public struct LayerChange: Hashable, Sendable {
        /// The layers before the edit.
        public var before: [Drawing.Layer]
        /// The layers after it.
        public var after: [Drawing.Layer]

        /// Makes a change.
        public init(before: [Drawing.Layer], after: [Drawing.Layer]) {
            self.before = before
            self.after = after
        }
    }

    /// The removed strokes, by ascending index before the edit.
    public var removed: [IndexedStroke]
    /// The inserted strokes, by ascending index after the edit.
    public var inserted: [IndexedStroke]
    /// The change of layers; nil if they do not change.
    public var layers: LayerChange?

    /// Makes an edit. The indices in each list must ascend.
    public init(removed: [IndexedStroke] = [], inserted: [IndexedStroke] = [], layers: LayerChange? = nil) {
        self.removed = removed
        self.inserted = inserted
        self.layers = layers
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && layers == nil }

    /// The edit that undoes this one.
    public var inverse: Edit {
        Edit(
            removed: inserted, inserted: removed,
            layers: layers.map { LayerChange(before: $0.after, after: $0.before) })
    }
}

extension Drawing {
    /// Applies an edit.
    ///
    /// - Throws: ``InkError`` with `conflict` if the edit was made for another drawing, and with `invalidValue` if an
    ///   inserted stroke has a value that is not finite, because it could not be undone. The drawing is unchanged
    ///   after an error.
    public mutating func apply(_ edit: Edit) throws(InkError) {
        try check(edit)
        if let change = edit.layers { layers = change.after }
        if !edit.removed.isEmpty {
            var gone = edit.removed.map(\.index)[...]
            var index = 0
            strokes.removeAll { _ in
                defer { index += 1 }
                guard gone.first == index else { return false }
                gone.removeFirst()
                return true
            }
        }
        guard !edit.inserted.isEmpty else { return }
        if let first = edit.inserted.first, first.index == strokes.count {
            strokes += edit.inserted.map(\.stroke)
            return
        }
        var merged: [Stroke] = []
        merged.reserveCapacity(strokes.count + edit.inserted.count)
        var old = strokes[...]
        for placed in edit.inserted {
            let kept = old.prefix(placed.index - merged.count)
            merged += kept
            old.removeFirst(kept.count)
            merged.append(placed.stroke)
        }
        strokes = merged + old
    }

    private func check(_ edit: Edit) throws(InkError) {
        func conflict(_ what: String) -> InkError {
            InkError(.conflict, "The edit was made for another state of the drawing: \(what).")
        }
        if let change = edit.layers {
            guard change.before == layers else { throw conflict("its layers differ") }
            guard !change.after.isEmpty else { throw conflict("it removes all layers") }
        }
        var last = -1
        for placed in edit.removed {
            guard placed.index > last, placed.index < strokes.count else {
                throw conflict("stroke \(placed.index + 1) does not exist")
            }
            guard strokes[placed.index] == placed.stroke else {
                throw conflict("stroke \(placed.index + 1) differs")
            }
            last = placed.index
        }
        last = -1
        let kept = strokes.count - edit.removed.count
        for (number, placed) in edit.inserted.enumerated() {
            guard placed.stroke.isStorable else {
                throw InkError(.invalidValue, "A stroke holds a value that is not finite or a negative width.")
            }
            guard placed.index > last, placed.index <= kept + number else {
                throw conflict("a stroke cannot be inserted at \(placed.index + 1)")
            }
            last = placed.index
        }
    }
}
