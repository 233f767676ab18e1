// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The user's strokes and other items on one page, in painting order and in page space.
///
/// Strokes are stored separately from the other items, which keeps drawings that have only strokes small and fast.
/// ``items`` combines both in one list.
public struct Drawing: Hashable, Sendable {
    /// The strokes in painting order.
    public var strokes: [Stroke]
    /// The items that are not strokes, in painting order, with ascending ``PlacedObject/strokesBelow``.
    ///
    /// Code that removes or reorders strokes must update ``PlacedObject/strokesBelow``. ``apply(_:)`` and the setter of
    /// ``items`` do so.
    public var objects: [PlacedObject]
    /// The layers that ``Stroke/layer`` and ``PageObject/layer`` refer to; never empty.
    public var layers: [Layer]

    /// Makes a drawing. An empty list of layers is replaced by one unnamed layer.
    public init(strokes: [Stroke] = [], objects: [PlacedObject] = [], layers: [Layer] = []) {
        self.strokes = strokes
        self.objects = objects
        self.layers = layers.isEmpty ? [Layer()] : layers
    }

    /// Whether the drawing has no items.
    public var isEmpty: Bool { strokes.isEmpty && objects.isEmpty }
    /// The total number of points in all strokes.
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// The bounding box of all items in page space, in points; nil if there are none.
    ///
    /// It includes the widths of strokes, the pins of notes and the items on hidden layers. Computing it reads every
    /// point.
    public var bounds: Rect? {
        let boxes = [strokes.lazy.compactMap(\.bounds).reduce(nil, Self.union)] + objects.lazy.map(\.object.bounds)
        return boxes.lazy.compactMap(\.self).reduce(nil, Self.union)
    }

    private static func union(_ box: Rect?, _ next: Rect) -> Rect? { box?.union(next) ?? next }

    /// Adds the items and layers of another drawing on top of this drawing's items.
    ///
    /// The other layers are appended, and the layer indices of the added items are adjusted. Layers with equal names
    /// are not merged.
    public mutating func add(_ other: Drawing) {
        let (layersBelow, strokesBelow) = (layers.count, strokes.count)
        layers += other.layers
        objects += other.objects.map { placed in
            var copy = placed
            copy.object.layer += layersBelow
            copy.strokesBelow = strokesBelow + min(max(placed.strokesBelow, 0), other.strokes.count)
            return copy
        }
        strokes += other.strokes.map { stroke in
            var copy = stroke
            copy.layer += layersBelow
            return copy
        }
    }

    /// Returns the drawing with ``Item/transformed(by:)`` applied to every item.
    public func transformed(by t: AffineTransform) -> Drawing {
        Drawing(
            strokes: strokes.map { $0.transformed(by: t) },
            objects: objects.map { PlacedObject($0.object.transformed(by: t), above: $0.strokesBelow) },
            layers: layers)
    }

    /// Whether all numbers of all items are finite and in range, as required for storing the drawing.
    package var isStorable: Bool {
        strokes.allSatisfy(\.isStorable) && objects.allSatisfy(\.object.isStorable)
    }
}
