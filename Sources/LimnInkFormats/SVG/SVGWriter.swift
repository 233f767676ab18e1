// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Writes a page as SVG in points, with a path for each stroke, a group for each object, and groups for layers.
///
/// A stroke of constant width is a stroked center line; any other stroke is a filled ``Outline``. Highlighters use
/// `mix-blend-mode: multiply`. Coordinates have three decimals, or all digits in lossless mode. The remaining data of
/// strokes is in `data-` attributes (``SVGAttribute``) for ``SVGReader``.
public struct SVGWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// The format ``InkFormat/svg``.
    public var format: InkFormat { .svg }

    /// Writes a document with at most one page.
    ///
    /// The `viewBox` is the page in points or, for a page without a size, the bounding box of the ink. Hidden layers
    /// are written with `display="none"`. Layers for the game master are written like all others.
    ///
    /// - Returns: the XML in UTF-8. The background, the template, page items and strokes without points are listed as
    ///   dropped.
    /// - Throws: ``InkFormatError`` with `severalPages` for more than one page, and `invalidValue` for a value that is
    ///   not finite or out of range.
    public func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        guard document.pages.count <= 1 else {
            throw InkFormatError(
                .severalPages, format: format,
                "it holds one page, and there are \(document.pages.count); choose one")
        }
        try InkValues.check(document, format: format)
        let page = document.pages.first ?? InkDocument.Page()
        var dropped = DroppedItems()
        switch page.background {
        case .none, .pdf: break
        default: dropped.note(.background, page: 1)
        }
        dropped.noteItems(page.items, page: 1)
        if document.template != nil { dropped.note(.template, page: nil) }
        let values = SVGValues(isLossless: options.isLossless)

        var xml = XMLWriter()
        start(page, values, &xml)
        if let title = document.title {
            xml.raw("<title>")
            xml.text(title)
            xml.end("title")
        }
        var objects = SVGObjectWriter(values)
        objects.writePictures(of: page.drawing, to: &xml, dropped: &dropped)
        SVGGrains.write(page.drawing, to: &xml)
        writeLayers(page.drawing, values, objects, &xml, &dropped)
        xml.end("svg")
        return InkExport(bytes: xml.bytes, dropped: dropped.items)
    }

    private func start(_ page: InkDocument.Page, _ values: SVGValues, _ xml: inout XMLWriter) {
        let known = page.size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        let box =
            known.map { Rect(x0: 0, y0: 0, x1: $0.width, y1: $0.height) } ?? page.drawing.bounds
            ?? Rect(x0: 0, y0: 0, x1: 1, y1: 1)
        let (width, height) = (max(box.width, 0.001), max(box.height, 0.001))
        xml.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        xml.attribute("width", "\(values.text(width))pt")
        xml.attribute("height", "\(values.text(height))pt")
        xml.attribute("viewBox", [box.minX, box.minY, width, height].map(values.text).joined(separator: " "))
        xml.attribute(SVGAttribute.version, "1")
        if let known {
            xml.attribute(SVGAttribute.size, "\(values.text(known.width)) \(values.text(known.height))")
        }
        xml.raw(">\n")
    }

    /// Writes strokes and objects in painting order. A layer may need several groups.
    private func writeLayers(
        _ drawing: Drawing, _ values: SVGValues, _ objects: SVGObjectWriter, _ xml: inout XMLWriter,
        _ dropped: inout DroppedItems
    ) {
        var open: Int?
        var next = 0
        func enter(_ index: Int) {
            if open != nil { xml.end("g") }
            open = index
            xml.raw("<g \(SVGAttribute.layer)=\"\(index + 1)\"")
            describe(drawing.layers[index], &xml)
            xml.raw(">\n")
            next = max(next, index + 1)
        }
        for item in drawing.items {
            if item.stroke?.points.isEmpty == true {
                dropped.note(.stroke, page: 1, detail: "no points")
                continue
            }
            let layer = min(max(item.layer, 0), drawing.layers.count - 1)
            if layer != open {
                // Empty layers that are skipped also get groups, so that layers first appear in order.
                if layer > next { for empty in next..<layer { enter(empty) } }
                enter(layer)
            }
            switch item {
            case .stroke(let stroke): SVGStrokeWriter(values: values).write(stroke, to: &xml)
            case .object(let object): objects.write(object, to: &xml)
            }
        }
        if next < drawing.layers.count { for empty in next..<drawing.layers.count { enter(empty) } }
        if open != nil { xml.end("g") }
    }

    private func describe(_ layer: Drawing.Layer, _ xml: inout XMLWriter) {
        if let name = layer.name { xml.attribute(SVGAttribute.name, name) }
        if let id = layer.id { xml.attribute(SVGAttribute.id, "\(id)") }
        if !layer.isVisible {
            xml.attribute(SVGAttribute.hidden, "1")
            xml.attribute("display", "none")
        }
        if layer.isLocked { xml.attribute(SVGAttribute.locked, "1") }
        if layer.audience != .everyone { xml.attribute(SVGAttribute.audience, layer.audience.rawValue) }
    }
}

/// Formats numbers with a fixed number of decimals, or exactly.
struct SVGValues {
    let isLossless: Bool

    func append(_ value: Double, to text: inout [UInt8], decimals: Int = 3) {
        if isLossless {
            DecimalText.appendExact(value, to: &text)
        } else {
            DecimalText.append(value, decimals: decimals, to: &text)
        }
    }

    func text(_ value: Double) -> String {
        var text: [UInt8] = []
        append(value, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func append(_ list: [Double], to text: inout [UInt8], decimals: Int = 3) {
        for (index, value) in list.enumerated() {
            if index > 0 { text.append(32) }
            append(value, to: &text, decimals: decimals)
        }
    }
}
