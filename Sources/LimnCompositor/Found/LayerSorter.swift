// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnPDFObjects

/// Sorts the items of annotations into layers: one for each optional content group, and one for items without a group.
struct LayerSorter {
    private var numbers: [FoundLayer?: Int] = [:]
    private var layers: [Drawing.Layer] = []

    /// Returns the index of an annotation's layer. Adds the layer if it is new.
    mutating func index(of layer: FoundLayer?) -> Int {
        if let known = numbers[layer] { return known }
        let index = layers.count
        numbers[layer] = index
        layers.append(
            layer.map {
                Drawing.Layer(name: $0.name.isEmpty ? nil : $0.name, isVisible: $0.isVisible, isLocked: $0.isLocked)
            }
                ?? Drawing.Layer())
        return index
    }

    /// All layers, in the order of their first items; a single unnamed layer if there are no items.
    var all: [Drawing.Layer] { layers.isEmpty ? [Drawing.Layer()] : layers }
}

extension Item {
    /// Returns the item, moved to another layer.
    func moved(toLayer index: Int) -> Item {
        switch self {
        case .stroke(var stroke):
            stroke.layer = index
            return .stroke(stroke)
        case .object(var object):
            object.layer = index
            return .object(object)
        }
    }
}
