// SPDX-License-Identifier: Apache-2.0

/// Strokes and objects as one list. They are stored separately, so that drawings with only strokes stay fast.
extension Drawing {
    /// All items in painting order.
    ///
    /// Each access makes a new array in time proportional to the number of items. Setting this property replaces
    /// ``strokes`` and ``objects``.
    public var items: [Item] {
        get {
            guard !objects.isEmpty else { return strokes.map { .stroke($0) } }
            var all: [Item] = []
            all.reserveCapacity(itemCount)
            var start = 0
            for placed in objects {
                let end = min(max(placed.strokesBelow, start), strokes.count)
                all += strokes[start..<end].lazy.map { .stroke($0) }
                all.append(.object(placed.object))
                start = end
            }
            return all + strokes[start...].lazy.map { .stroke($0) }
        }
        set {
            strokes = []
            objects = []
            strokes.reserveCapacity(newValue.count)
            for item in newValue { append(item) }
        }
    }

    /// The total number of strokes and objects. Computing it takes constant time.
    public var itemCount: Int { strokes.count + objects.count }

    /// Converts indices in ``strokes`` to indices in ``items``.
    ///
    /// - Parameter indices: ascending indices of strokes. Indices out of range are ignored.
    /// - Returns: the indices of the items, ascending. In a drawing without objects, they equal `indices`.
    public func itemIndices(ofStrokes indices: some Sequence<Int>) -> [Int] {
        let valid = indices.filter(strokes.indices.contains)
        guard !objects.isEmpty else { return valid }
        var below = 0
        return valid.map { stroke in
            while below < objects.count, objects[below].strokesBelow <= stroke { below += 1 }
            return stroke + below
        }
    }

    /// Adds an item on top of all others.
    public mutating func append(_ item: Item) {
        switch item {
        case .stroke(let stroke): strokes.append(stroke)
        case .object(let object): objects.append(PlacedObject(object, above: strokes.count))
        }
    }

    /// Makes a drawing from items in painting order. An empty list of layers is replaced by one unnamed layer.
    public init(items: [Item], layers: [Layer] = []) {
        self.init(layers: layers)
        self.items = items
    }
}
