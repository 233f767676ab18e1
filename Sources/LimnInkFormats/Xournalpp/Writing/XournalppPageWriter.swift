// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes a page: its background, and its strokes and items in layers.
struct XournalppPageWriter {
    /// The default page size: A4, as in Xournal++.
    private static let defaultSize = Size(width: 595.27559, height: 841.88976)

    let number: Int
    let isLossless: Bool

    func write(
        _ page: InkDocument.Page, template: inout XournalppBackgroundWriter, to xml: inout XMLWriter,
        dropped: inout DroppedItems
    ) {
        let size = usable(page.size)
        if size == nil { dropped.note(.attribute, page: number, detail: "no size, A4 is assumed") }
        xml.start("page")
        xml.attribute("width", text((size ?? Self.defaultSize).width))
        xml.attribute("height", text((size ?? Self.defaultSize).height))
        xml.raw(">\n")
        template.write(page.background, page: number, to: &xml, dropped: &dropped)
        let items = page.items.filter { item in
            let isKept = item.format == InkFormat.xournalpp.id && XournalppItemCheck.isValid(item)
            if !isKept { dropped.noteItems(CollectionOfOne(item), page: number) }
            return isKept
        }
        let page = page.withMarkupAsStrokes(&dropped, number: number)
        dropped.noteChannels(of: page, number: number)
        dropped.noteTools(of: page, number: number)
        dropped.noteLayerSettings(of: page, number: number)
        writeLayers(page, items, to: &xml, dropped: &dropped)
        xml.end("page")
    }

    private func usable(_ size: Size?) -> Size? {
        guard let size, size.width > 0, size.height > 0, max(size.width, size.height) <= ValueLimits.maximumCoordinate
        else {
            return nil
        }
        return size
    }

    private func text(_ value: Double) -> String { DecimalText.text(value, isLossless: isLossless) }

    /// Writes strokes and items in painting order. Xournal++ paints layer by layer, so an additional layer is needed
    /// for a stroke on a lower layer than the current one.
    private func writeLayers(
        _ page: InkDocument.Page, _ items: [PageItem], to xml: inout XMLWriter, dropped: inout DroppedItems
    ) {
        let layers = page.drawing.layers
        var (current, highest) = (-1, -1)
        func enter(_ index: Int) {
            let layer = min(max(index, 0), layers.count - 1)
            if layer == current { return }
            if layer > highest {
                for next in (highest + 1)...layer { begin(layers[next], isFirst: current < 0 && next == 0, to: &xml) }
                highest = layer
            } else {
                begin(layers[layer], isFirst: false, to: &xml)
                dropped.note(.layer, page: number, detail: "repeated to keep the painting order")
            }
            current = layer
        }
        var waiting = items.sorted { $0.position < $1.position }[...]
        let writer = XournalppStrokeWriter(number: number, isLossless: isLossless)
        let objectWriter = XournalppObjectWriter(number: number, isLossless: isLossless)
        let all = page.drawing.items
        var strokesBelow = 0
        var linked: String?
        for (index, item) in all.enumerated() {
            while let foreign = waiting.first, foreign.position <= strokesBelow {
                enter(foreign.layer)
                xml.raw(foreign.content + [10])
                waiting.removeFirst()
            }
            enter(item.layer)
            switch item {
            case .stroke(let stroke):
                writer.write(stroke, to: &xml, dropped: &dropped)
                strokesBelow += 1
            case .object where linked != nil: linked = nil
            case .object(let object):
                if index + 1 < all.count {
                    linked = XournalppObjectWriter.address(of: all[index + 1], on: object)
                }
                objectWriter.write(object, link: linked, to: &xml, dropped: &dropped)
            }
        }
        for item in waiting {
            enter(item.layer)
            xml.raw(item.content + [10])
        }
        if highest < layers.count - 1 {
            current = -2
            let first = highest + 1
            for next in first..<layers.count { begin(layers[next], isFirst: next == 0, to: &xml) }
        }
        xml.end("layer")
    }

    private func begin(_ layer: Drawing.Layer, isFirst: Bool, to xml: inout XMLWriter) {
        if !isFirst { xml.end("layer") }
        xml.start("layer")
        if let name = layer.name { xml.attribute("name", name) }
        xml.raw(">\n")
    }
}
