// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The ink of one page: strokes in painting order, in page space.
public struct Drawing: Hashable, Sendable {
    /// A named group of strokes, as editors show it. It does not change what is painted.
    public struct Layer: Hashable, Sendable, Codable {
        /// The name a person gave; nil when none was given.
        public var name: String?

        /// Makes a layer.
        public init(name: String? = nil) { self.name = name }
    }

    /// The strokes, the first painted first.
    public var strokes: [Stroke]
    /// The layers that ``Stroke/layer`` refers to; never empty.
    public var layers: [Layer]

    /// Makes a drawing; an empty list of layers becomes one layer without a name.
    public init(strokes: [Stroke] = [], layers: [Layer] = []) {
        self.strokes = strokes
        self.layers = layers.isEmpty ? [Layer()] : layers
    }

    /// Whether there is no stroke.
    public var isEmpty: Bool { strokes.isEmpty }
    /// The number of points of all strokes.
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// The box around everything that is painted, in points; nil when nothing is.
    public var bounds: Rect? {
        strokes.lazy.compactMap(\.bounds).reduce(nil) { box, next in box?.union(next) ?? next }
    }

    /// Puts the strokes of another drawing above these, in layers of their own.
    public mutating func add(_ other: Drawing) {
        let below = layers.count
        layers += other.layers
        strokes += other.strokes.map { stroke in
            var copy = stroke
            copy.layer += below
            return copy
        }
    }

    /// The drawing with every stroke moved, scaled or turned.
    public func transformed(by t: AffineTransform) -> Drawing {
        Drawing(strokes: strokes.map { $0.transformed(by: t) }, layers: layers)
    }
}
