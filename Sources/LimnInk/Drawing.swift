// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// What a person put on one page: items in painting order, in page space.
///
/// Strokes are stored apart from the other items, so that a drawing of strokes alone is small and fast. ``items`` is
/// the whole as one list.
public struct Drawing: Hashable, Sendable {
    /// The strokes in painting order.
    public var strokes: [Stroke]
    /// The items that are not strokes, in painting order. Their places ascend.
    ///
    /// Code that removes or reorders strokes must renew the places; ``apply(_:)`` and ``items`` do.
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

    /// The bounding box of all items, in points, also of those on hidden layers; nil if there are none. Widths of
    /// strokes and pins of notes are included. Computing it reads every point.
    public var bounds: Rect? {
        let boxes = [strokes.lazy.compactMap(\.bounds).reduce(nil, Self.union)] + objects.lazy.map(\.object.bounds)
        return boxes.lazy.compactMap(\.self).reduce(nil, Self.union)
    }

    private static func union(_ box: Rect?, _ next: Rect) -> Rect? { box?.union(next) ?? next }

    /// Adds the items of another drawing on top of all items, together with its layers. The layers are appended, and
    /// the layer indices of the added items are raised accordingly. Layers of the same name are not merged.
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

    /// The drawing with a transform applied to every item, as ``Item/transformed(by:)`` does.
    public func transformed(by t: AffineTransform) -> Drawing {
        Drawing(
            strokes: strokes.map { $0.transformed(by: t) },
            objects: objects.map { PlacedObject($0.object.transformed(by: t), above: $0.strokesBelow) },
            layers: layers)
    }

    /// Whether every item can be stored: all numbers are finite and in their ranges.
    package var isStorable: Bool {
        strokes.allSatisfy(\.isStorable) && objects.allSatisfy(\.object.isStorable)
    }
}
