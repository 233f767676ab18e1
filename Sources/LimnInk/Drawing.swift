// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The ink of one page: strokes in painting order, in page space.
public struct Drawing: Hashable, Sendable {
    /// A group of strokes, for display in editors. It does not affect rendering.
    public struct Layer: Hashable, Sendable, Codable {
        /// The user's name for the layer; nil if it has none.
        public var name: String?

        /// Makes a layer.
        public init(name: String? = nil) { self.name = name }
    }

    /// The strokes in painting order.
    public var strokes: [Stroke]
    /// The layers that ``Stroke/layer`` refers to; never empty.
    public var layers: [Layer]

    /// Makes a drawing. An empty list of layers is replaced by one unnamed layer.
    public init(strokes: [Stroke] = [], layers: [Layer] = []) {
        self.strokes = strokes
        self.layers = layers.isEmpty ? [Layer()] : layers
    }

    /// Whether the drawing has no strokes.
    public var isEmpty: Bool { strokes.isEmpty }
    /// The total number of points in all strokes.
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// The bounding box of all strokes, in points; nil if there are none.
    public var bounds: Rect? {
        strokes.lazy.compactMap(\.bounds).reduce(nil) { box, next in box?.union(next) ?? next }
    }

    /// Adds the strokes of another drawing on top, together with its layers.
    public mutating func add(_ other: Drawing) {
        let below = layers.count
        layers += other.layers
        strokes += other.strokes.map { stroke in
            var copy = stroke
            copy.layer += below
            return copy
        }
    }

    /// The drawing with a transform applied to every stroke.
    public func transformed(by t: AffineTransform) -> Drawing {
        Drawing(strokes: strokes.map { $0.transformed(by: t) }, layers: layers)
    }
}
