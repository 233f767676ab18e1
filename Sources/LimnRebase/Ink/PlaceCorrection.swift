// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A person's correction of an item's place: a shift from the place that was found.
public struct PlaceCorrection: Hashable, Sendable {
    /// The index of the old page, from 0.
    public var oldPage: Int
    /// The index of the item in the old drawing's items, from 0.
    public var item: Int
    /// The index of the new page, from 0.
    public var newPage: Int
    /// The shift in page space, in points, with y pointing down.
    public var dx: Double
    /// See ``dx``.
    public var dy: Double

    /// Makes a correction.
    ///
    /// - Parameters:
    ///   - oldPage: the index of the old page, from 0.
    ///   - item: the index of the item in the old drawing's items, from 0.
    ///   - newPage: the index of the new page, from 0.
    ///   - dx: the shift to the right, in points.
    ///   - dy: the shift downwards, in points.
    public init(oldPage: Int, item: Int, newPage: Int, dx: Double, dy: Double) {
        (self.oldPage, self.item, self.newPage, self.dx, self.dy) = (oldPage, item, newPage, dx, dy)
    }

    /// Returns corrections by old page and item. The last correction of an item counts.
    static func byItem(_ corrections: [PlaceCorrection], newPages count: Int) -> [Int: [Int: PlaceCorrection]] {
        var found: [Int: [Int: PlaceCorrection]] = [:]
        for each in corrections where (0..<count).contains(each.newPage) && each.dx.isFinite && each.dy.isFinite {
            found[each.oldPage, default: [:]][each.item] = each
        }
        return found
    }

    /// Moves the place. A place that a person chose is certain.
    func apply(to place: inout Placement) {
        let transform = place.transform.then(.translation(Vector(dx: dx, dy: dy)))
        guard transform.isFinite else { return }
        (place.newPage, place.transform, place.score, place.certainty) = (newPage, transform, 1, .certain)
        place.quads = place.quads?.map { $0.mapped { $0 + Vector(dx: dx, dy: dy) } }
    }
}
