// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk
internal import LimnJobs

/// An item other than a stroke, in lists.
public struct ItemSummary: Sendable, Encodable {
    /// The page number, from 1.
    public let page: Int
    /// The number of the item among those that are not strokes, from 1 in painting order.
    public let index: Int
    /// The item.
    public let object: PageObject
    /// The name of its layer; nil for a layer without a name.
    public let layer: String?

    /// Returns all items of a drawing except strokes.
    static func all(of drawing: Drawing, page: Int) -> [ItemSummary] {
        drawing.objects.enumerated().map { number, placed in
            let layers = drawing.layers
            let layer = layers.indices.contains(placed.object.layer) ? layers[placed.object.layer].name : nil
            return ItemSummary(page: page, index: number + 1, object: placed.object, layer: layer)
        }
    }

    /// A description: the text, the title of a note, the description of a picture, the target of a link, or
    /// the marked words.
    public var words: String {
        switch object {
        case .text(let item): item.string
        case .picture(let item): item.alternative ?? ""
        case .note(let item): item.title
        case .link(let item):
            switch item.target {
            case .uri(let uri): uri
            case .page(let page): "page \(page)"
            }
        case .markup(let item): item.words
        }
    }

    /// Encodes all keys. Positions and lengths are in points of page space.
    public func encode(to encoder: any Encoder) throws {
        let box = object.bounds
        var (body, format, size): (String?, String?, Int?) = (nil, nil, nil)
        if case .note(let item) = object { body = item.text }
        if case .markup(let item) = object { body = item.text }
        if case .picture(let item) = object { (format, size) = (item.data.format.rawValue, item.data.bytes.count) }
        try encoder.encodeMembers([
            "page": page, "index": index, "kind": object.kind.rawValue, "layer": layer, "text": words, "body": body,
            "format": format, "bytes": size, "x": box?.minX, "y": box?.minY, "width": box?.width,
            "height": box?.height, "status": ResultStatus.ok, "messages": [String](), "notes": [String](),
        ])
    }
}

extension Drawing {
    /// Returns the index of the layer with a name; the first layer if the name is nil.
    ///
    /// - Throws: ``LimnError`` with `failed` if there is no such layer.
    func layerIndex(_ name: String?) throws(LimnError) -> Int {
        guard let name else { return 0 }
        guard let index = layers.firstIndex(where: { $0.name == name }) else {
            throw LimnError(.failed, "There is no layer “\(name)” on this page.")
        }
        return index
    }

    /// Returns the indices, among all items of the drawing, of the items with the given numbers. Numbers start at 1 and
    /// skip strokes.
    ///
    /// - Throws: ``LimnError`` with `failed` if there is no such item.
    func itemIndices(numbered numbers: [Int]) throws(LimnError) -> [Int] {
        if let missing = numbers.first(where: { !(1...max(1, objects.count)).contains($0) || objects.isEmpty }) {
            let count = objects.count == 1 ? "1 item" : "\(objects.count) items"
            throw LimnError(.failed, "There is no item \(missing); the page has \(count).")
        }
        let wanted = Set(numbers)
        var number = 0
        return items.indices.filter { index in
            guard items[index].stroke == nil else { return false }
            number += 1
            return wanted.contains(number)
        }
    }
}
