// SPDX-License-Identifier: Apache-2.0

/// A choice of the layers to show to an audience. There is no default audience: whoever makes something names it.
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

    /// The layers to show, among those that the audience may see.
    public var layers: Layers
    /// The audience. ``Drawing/Layer/Audience/everyone`` removes the game master's layers;
    /// ``Drawing/Layer/Audience/gameMaster`` removes no layers.
    public var audience: Drawing.Layer.Audience

    /// Whether notes stay in the drawing.
    public var includesNotes: Bool

    /// Makes a choice.
    public init(
        _ layers: Layers = .visible, for audience: Drawing.Layer.Audience, includesNotes: Bool = true
    ) {
        self.layers = layers
        self.audience = audience
        self.includesNotes = includesNotes
    }

    /// All layers, for the owner of the ink.
    public static let everything = LayerChoice(.all, for: .gameMaster)
}

extension Drawing {
    /// Returns the drawing with only those layers that the audience may see.
    ///
    /// Layers that the audience may not see are removed, with their names and items. Of the remaining layers, exactly
    /// the chosen ones become visible. A layer chosen by name becomes visible even if it was hidden.
    ///
    /// - Returns: a drawing with at least one layer. The layer indices of its items refer to its own list of layers.
    public func limited(to choice: LayerChoice) -> Drawing {
        var copy = made(for: choice.audience)
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
        if !choice.includesNotes {
            copy.objects.removeAll { $0.object.kind == .note }
            for index in copy.objects.indices {
                guard case .markup(var markup) = copy.objects[index].object else { continue }
                markup.text = ""
                copy.objects[index].object = .markup(markup)
            }
        }
        return copy
    }

    /// The drawing without the items on hidden layers. It keeps all layers, so that layer indices stay the same. Items
    /// on a layer that does not exist are kept.
    public var shown: Drawing {
        guard layers.contains(where: { !$0.isVisible }) else { return self }
        return keeping { $0.isVisible }
    }

    var withoutSecrets: Drawing {
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

    /// Returns the drawing with only the items on the layers that `isKept` accepts. Items on layers that do not exist
    /// are kept.
    private func keeping(_ isKept: (Layer) -> Bool) -> Drawing {
        Drawing(
            items: items.filter { item in layers.indices.contains(item.layer) ? isKept(layers[item.layer]) : true },
            layers: layers)
    }
}
