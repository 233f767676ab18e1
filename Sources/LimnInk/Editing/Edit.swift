// SPDX-License-Identifier: Apache-2.0

/// A change to a drawing, as a value: strokes that go and strokes that come, and their places.
///
/// Everything an editor does to ink becomes such a value (``Drawing/adding(_:)``, ``Drawing/removing(_:)`` and their kin). It
/// is applied to the drawing it was made for only, and its ``inverse`` brings back exactly that drawing, every bit of it.
public struct Edit: Hashable, Sendable {
    /// A stroke and its place among the strokes of a drawing, from 0.
    public struct Placed: Hashable, Sendable {
        /// The place: in the drawing before the edit for a stroke that goes, after it for one that comes.
        public var index: Int
        /// The stroke.
        public var stroke: Stroke

        /// Makes a placed stroke.
        public init(index: Int, stroke: Stroke) {
            self.index = index
            self.stroke = stroke
        }
    }

    /// Layers before and after.
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

    /// The strokes that go, by ascending place in the drawing before.
    public var removed: [Placed]
    /// The strokes that come, by ascending place in the drawing after.
    public var inserted: [Placed]
    /// How the layers change; nil when they do not.
    public var layers: LayerChange?

    /// Makes an edit; places must ascend.
    public init(removed: [Placed] = [], inserted: [Placed] = [], layers: LayerChange? = nil) {
        self.removed = removed
        self.inserted = inserted
        self.layers = layers
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && layers == nil }

    /// The edit that takes this one back.
    public var inverse: Edit {
        Edit(
            removed: inserted, inserted: removed,
            layers: layers.map { LayerChange(before: $0.after, after: $0.before) })
    }
}

extension Drawing {
    /// Applies an edit.
    ///
    /// - Throws: ``InkError`` with `conflict` when the edit was made for another drawing, with `invalidValue` when it brings
    ///   strokes with values that are not finite, which could never be taken back; this one is unchanged then.
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
            guard change.before == layers else { throw conflict("its layers are others") }
            guard !change.after.isEmpty else { throw conflict("it leaves no layer") }
        }
        var last = -1
        for placed in edit.removed {
            guard placed.index > last, placed.index < strokes.count else {
                throw conflict("there is no stroke \(placed.index + 1)")
            }
            guard strokes[placed.index] == placed.stroke else {
                throw conflict("stroke \(placed.index + 1) is another one")
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
                throw conflict("there is no place \(placed.index + 1)")
            }
            last = placed.index
        }
    }
}
