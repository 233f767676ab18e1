// SPDX-License-Identifier: Apache-2.0

/// A choice of the layers that an audience sees.
public struct LayerChoice: Hashable, Sendable {
    /// A choice by visibility or by name.
    public enum Layers: Hashable, Sendable {
        /// The visible layers.
        case visible
        /// All layers.
        case all
        /// The layers with one of these names.
        case named([String])
    }

    /// The layers that are shown, of those that the audience may see.
    public var layers: Layers
    /// The audience. For ``Drawing/Layer/Audience/everyone``, the layers for the game master are left out. For
    /// ``Drawing/Layer/Audience/gameMaster``, no layers are left out.
    public var audience: Drawing.Layer.Audience

    /// Whether notes stay in the drawing.
    public var includesNotes: Bool

    /// Makes a choice.
    public init(
        _ layers: Layers = .visible, for audience: Drawing.Layer.Audience = .everyone, includesNotes: Bool = true
    ) {
        self.layers = layers
        self.audience = audience
        self.includesNotes = includesNotes
    }

    /// All layers, for the owner of the ink.
    public static let everything = LayerChoice(.all, for: .gameMaster)
}

extension Drawing {
    /// The drawing with only those layers that the audience may see.
    ///
    /// Layers that are not meant for the audience are removed, with their names and items. Of the others, exactly those
    /// that are chosen are visible: a named layer is shown even if it was hidden.
    ///
    /// - Returns: a drawing with at least one layer. If layers were removed, the layer indices of its items are those
    ///   of the new list.
    public func limited(to choice: LayerChoice) -> Drawing {
        var copy = choice.audience == .everyone ? withoutSecrets : self
        for index in copy.layers.indices {
            let layer = copy.layers[index]
            let isShown =
                switch choice.layers {
                case .visible: layer.isVisible
                case .all: true
                case .named(let names): layer.name.map(names.contains) ?? false
                }
            if isShown != layer.isVisible { copy.layers[index].isVisible = isShown }
        }
        if !choice.includesNotes { copy.objects.removeAll { $0.object.kind == .note } }
        return copy
    }

    /// The items on visible layers, with all layers, so that layer indices stay the same. Items on a layer that does
    /// not exist are shown.
    public var shown: Drawing {
        guard layers.contains(where: { !$0.isVisible }) else { return self }
        return keeping { $0.isVisible }
    }

    private var withoutSecrets: Drawing {
        guard layers.contains(where: { $0.audience == .gameMaster }) else { return self }
        var copy = keeping { $0.audience == .everyone }
        // The layer indices of items change, because layers were removed.
        var places: [Int: Int] = [:]
        for (index, layer) in layers.enumerated() where layer.audience == .everyone { places[index] = places.count }
        for index in copy.strokes.indices { copy.strokes[index].layer = places[copy.strokes[index].layer] ?? 0 }
        for index in copy.objects.indices {
            copy.objects[index].object.layer = places[copy.objects[index].object.layer] ?? 0
        }
        copy.layers = layers.filter { $0.audience == .everyone }
        if copy.layers.isEmpty { copy.layers = [Layer()] }
        return copy
    }

    /// The items on some layers. Items on layers that do not exist are kept.
    private func keeping(_ isKept: (Layer) -> Bool) -> Drawing {
        Drawing(
            items: items.filter { item in layers.indices.contains(item.layer) ? isKept(layers[item.layer]) : true },
            layers: layers)
    }
}
