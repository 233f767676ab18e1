// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnPDFObjects

extension Drawing {
    /// Returns a layer as PDF viewers list it; nil if there is no layer with the index. A layer without a name is named
    /// after its number.
    func documentLayer(_ index: Int) -> DocumentLayer? {
        guard layers.indices.contains(index) else { return nil }
        let layer = layers[index]
        let name = layer.name.flatMap { $0.isEmpty ? nil : $0 } ?? "Layer \(index + 1)"
        return DocumentLayer(name, isVisible: layer.isVisible, isLocked: layer.isLocked)
    }
}

extension InkContent {
    /// Ends the previous mark. Marks the following content as part of a layer, unless `layer` is nil.
    mutating func mark(_ layer: DocumentLayer?) {
        guard layer != markedLayer else { return }
        endPart()
        if markedLayer != nil { emit("EMC") }
        markedLayer = layer
        guard let layer else { return }
        let name = layers.first { $0.value == layer }?.key ?? "L\(layers.count)"
        layers[name] = layer
        emit("/OC /\(name) BDC")
    }
}

extension PageObject {
    /// Returns whether any part of the object is painted.
    func isPainted(withPins paintsPins: Bool) -> Bool {
        switch self {
        case .text, .picture, .markup: true
        case .note: paintsPins
        case .link: false
        }
    }
}
