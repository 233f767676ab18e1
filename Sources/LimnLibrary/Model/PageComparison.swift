// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

/// A comparison of the ink of a page before a change with its current ink.
///
/// Only strokes are compared. Texts, pictures and other objects are in ``before`` and ``now``, but in none of the
/// lists.
public struct PageComparison: Hashable, Sendable {
    /// The ink before the change.
    public let before: Drawing
    /// The current ink.
    public let now: Drawing

    /// The strokes that exist both before and now, in their present order and layers.
    public let kept: [Stroke]
    /// The strokes that exist only now, in painting order.
    public let added: [Stroke]
    /// The strokes that existed only before, in their former painting order.
    public let removed: [Stroke]

    /// Compares two states of a page. Two strokes are equal if all their properties except the layer are equal.
    ///
    /// The time grows with the number of points of both drawings. A stroke that was moved counts as removed and added.
    ///
    /// - Parameters:
    ///   - before: the older state.
    ///   - now: the newer state.
    public init(before: Drawing, now: Drawing) {
        self.before = before
        self.now = now
        var old = Self.counts(before)
        var (kept, added): ([Stroke], [Stroke]) = ([], [])
        for stroke in now.strokes {
            if let count = old[stroke.withoutLayer], count > 0 {
                old[stroke.withoutLayer] = count - 1
                kept.append(stroke)
            } else {
                added.append(stroke)
            }
        }
        (self.kept, self.added) = (kept, added)
        // The strokes left in `old` were removed. Of equal strokes, the upper ones count as removed.
        var removed: [Stroke] = []
        for stroke in before.strokes.reversed() {
            guard let count = old[stroke.withoutLayer], count > 0 else { continue }
            old[stroke.withoutLayer] = count - 1
            removed.append(stroke)
        }
        self.removed = removed.reversed()
    }

    /// Whether the strokes are the same, apart from their order and their layers.
    public var isSame: Bool { added.isEmpty && removed.isEmpty }

    private static func counts(_ drawing: Drawing) -> [Stroke: Int] {
        Dictionary(drawing.strokes.map { ($0.withoutLayer, 1) }, uniquingKeysWith: +)
    }
}

extension Stroke {
    /// The stroke in the first layer.
    fileprivate var withoutLayer: Stroke {
        var copy = self
        copy.layer = 0
        return copy
    }
}
