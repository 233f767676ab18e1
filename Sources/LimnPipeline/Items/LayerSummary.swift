// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
internal import LimnJobs

/// A layer of a page, in lists.
public struct LayerSummary: Sendable, Encodable {
    /// The page number, from 1.
    public let page: Int
    /// The number of the layer in the list of layers, from 1.
    public let index: Int
    /// The layer.
    public let layer: Drawing.Layer
    /// The number of strokes on the layer.
    public let strokes: Int
    /// The number of other items on the layer.
    public let items: Int

    /// Returns all layers of a drawing, in their order.
    static func all(of drawing: Drawing, page: Int) -> [LayerSummary] {
        var strokes = Array(repeating: 0, count: drawing.layers.count)
        var items = strokes
        for stroke in drawing.strokes where strokes.indices.contains(stroke.layer) { strokes[stroke.layer] += 1 }
        for placed in drawing.objects where items.indices.contains(placed.object.layer) {
            items[placed.object.layer] += 1
        }
        return drawing.layers.enumerated().map { index, layer in
            LayerSummary(
                page: page, index: index + 1, layer: layer, strokes: strokes[index], items: items[index])
        }
    }

    /// Encodes all keys. `audience` is `players` or `gm`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "page": page, "index": index, "name": layer.name, "hidden": !layer.isVisible, "locked": layer.isLocked,
            "audience": layer.audience == .gameMaster ? "gm" : "players", "strokes": strokes, "items": items,
            "status": ResultStatus.ok, "messages": [String](), "notes": [String](),
        ])
    }
}
