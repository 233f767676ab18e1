// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The binary format of a document's title and template, and of a page without its strokes and objects.
extension ByteWriter {
    mutating func header(of document: InkDocument) {
        optionalString(document.title)
        switch document.template {
        case nil: byte(0)
        case .file(let path):
            byte(1)
            string(path)
        case .attachment(let suffix):
            byte(2)
            string(suffix)
        case .embedded(let bytes):
            byte(3)
            blob(bytes)
        }
    }

    mutating func layers(_ layers: [Drawing.Layer]) {
        count(layers.count)
        for layer in layers {
            if !layer.isPlain {
                // A plain layer starts with 0 or 1, the first byte of its optional name.
                byte(2)
                byte(
                    (layer.isVisible ? 0 : 1) | (layer.isLocked ? 2 : 0) | (layer.audience == .everyone ? 0 : 4)
                        | (layer.id == nil ? 0 : 8))
                if let id = layer.id { signed(Int64(id)) }
            }
            optionalString(layer.name)
        }
    }

    mutating func header(of page: InkDocument.Page) {
        byte(page.size == nil ? 0 : 1)
        if let size = page.size { doubles([size.width, size.height]) }
        switch page.background {
        case .none: byte(0)
        case .paper(let style, let color, let settings):
            byte(settings.isEmpty ? 1 : 5)
            string(style)
            self.color(color)
            if !settings.isEmpty { string(settings) }
        case .pdf(let number):
            let placement = NativeTables.placements.firstIndex(of: page.placement) ?? 0
            byte(placement == 0 ? 2 : 4)
            signed(Int64(number))
            if placement > 0 { byte(UInt8(placement)) }
        case .image(let name):
            byte(3)
            string(name)
        }
        layers(page.drawing.layers)
        count(page.items.count)
        for item in page.items {
            byte(UInt8(NativeTables.itemKinds.firstIndex(of: item.kind) ?? 0))
            string(item.format)
            signed(Int64(item.layer))
            signed(Int64(item.position))
            blob(item.content)
        }
    }
}

extension ByteReader {
    mutating func documentHeader() throws(InkError) -> (title: String?, template: InkDocument.Template?) {
        let title = try optionalString()
        let template: InkDocument.Template? =
            switch try byte() {
            case 0: nil
            case 1: .file(try string())
            case 2: .attachment(suffix: try string())
            case 3: .embedded(try blob())
            default: throw damaged("a template has an unknown kind")
            }
        return (title, template)
    }

    mutating func layers() throws(InkError) -> [Drawing.Layer] {
        let layerCount = try count(of: 1)
        var layers: [Drawing.Layer] = []
        layers.reserveCapacity(layerCount)
        for _ in 0..<layerCount { layers.append(try layer()) }
        return layers
    }

    private mutating func layer() throws(InkError) -> Drawing.Layer {
        switch try byte() {
        case 0: return Drawing.Layer()
        case 1: return Drawing.Layer(name: try string())
        case 2:
            let flags = try byte()
            guard flags < 16 else { throw damaged("a layer has an unknown attribute") }
            let id = flags & 8 == 0 ? nil : try integer()
            return Drawing.Layer(
                name: try optionalString(), id: id, isVisible: flags & 1 == 0, isLocked: flags & 2 != 0,
                audience: flags & 4 == 0 ? .everyone : .gameMaster)
        default: throw damaged("a layer has an unknown kind")
        }
    }

    mutating func pageHeader() throws(InkError) -> InkDocument.Page {
        var page = InkDocument.Page()
        if try byte() != 0 {
            let sides = try doubles(count: 2)
            page.size = Size(width: sides[0], height: sides[1])
        }
        switch try byte() {
        case 0: page.background = .none
        case 1:
            let style = try string()
            page.background = .paper(style: style, color: try color())
        case 2: page.background = .pdf(page: try integer())
        case 3: page.background = .image(name: try string())
        case 4:
            page.background = .pdf(page: try integer())
            page.placement = try choice(NativeTables.placements)
        case 5:
            let style = try string()
            page.background = .paper(style: style, color: try color(), settings: try string())
        default: throw damaged("a background has an unknown kind")
        }
        page.drawing = Drawing(layers: try layers())
        for _ in 0..<(try count(of: 5)) {
            let kind = try choice(NativeTables.itemKinds)
            let format = try string()
            let layer = try integer()
            let position = try integer()
            page.items.append(
                PageItem(kind: kind, format: format, layer: layer, position: position, content: try blob()))
        }
        return page
    }
}
