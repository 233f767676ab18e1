// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnPDFObjects

extension Drawing {
    /// A layer as PDF viewers list it; nil for an index without a layer. A layer without a name gets its number as
    /// name.
    func documentLayer(_ index: Int) -> DocumentLayer? {
        guard layers.indices.contains(index) else { return nil }
        let layer = layers[index]
        let name = layer.name.flatMap { $0.isEmpty ? nil : $0 } ?? "Layer \(index + 1)"
        return DocumentLayer(name, isVisible: layer.isVisible, isLocked: layer.isLocked)
    }
}

extension InkContent {
    /// Marks the following content as that of a layer, and ends the previous mark.
    mutating func mark(_ layer: DocumentLayer?) {
        guard layer != markedLayer else { return }
        if markedLayer != nil { emit("EMC") }
        markedLayer = layer
        guard let layer else { return }
        let name = layers.first { $0.value == layer }?.key ?? "L\(layers.count)"
        layers[name] = layer
        emit("/OC /\(name) BDC")
    }
}

extension PageObject {
    /// Whether any part of the object is painted.
    func isPainted(withPins paintsPins: Bool) -> Bool {
        switch self {
        case .text, .picture: true
        case .note: paintsPins
        case .link: false
        }
    }
}
