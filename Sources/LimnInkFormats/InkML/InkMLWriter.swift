// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Writes InkML: one trace per stroke, one context per set of channels, and one brush per distinct brush.
///
/// Coordinates are integers in 1/500 pt (`resolution` 36000 `1/in`), pressure in 1/32767, angles in 1/100 degree and
/// times in milliseconds. In lossless mode, all values are exact decimal numbers. Varying widths use a channel W.
/// Attributes without an InkML equivalent use `limn.` brush properties. Pages and layers are nested groups with
/// annotations (``InkMLPages``). A reader that ignores these shows the strokes of all pages on top of each other.
public struct InkMLWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// ``InkFormat/inkml``.
    public var format: InkFormat { .inkml }

    /// Writes a document.
    ///
    /// - Throws: ``InkFormatError`` with `invalidValue`.
    public func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        try InkValues.check(document, format: format)
        var dropped = DroppedItems()
        var tables = InkMLTables(isLossless: options.isLossless)
        var body = XMLWriter(part: ())
        for (index, page) in document.pages.enumerated() {
            write(page, number: index + 1, tables: &tables, to: &body, dropped: &dropped)
        }
        if document.template != nil { dropped.note(.template, page: nil) }

        var xml = XMLWriter()
        xml.raw("<ink xmlns=\"http://www.w3.org/2003/InkML\">\n")
        if let title = document.title {
            xml.raw("<annotation type=\"title\">")
            xml.text(title)
            xml.end("annotation")
        }
        tables.write(to: &xml)
        xml.raw(body.bytes)
        xml.raw("</ink>\n")
        return InkExport(bytes: xml.bytes, dropped: dropped.items)
    }

    private func write(
        _ page: InkDocument.Page, number: Int, tables: inout InkMLTables, to xml: inout XMLWriter,
        dropped: inout DroppedItems
    ) {
        if page.background != .none { dropped.note(.background, page: number) }
        dropped.noteItems(page.items, page: number)
        dropped.noteObjects(of: page, number: number)
        dropped.noteLayerSettings(of: page, number: number)
        xml.raw("<traceGroup>\n<annotation type=\"page\">\(number)</annotation>\n")
        if let size = page.size, size.width > 0, size.height > 0 {
            let sides = [size.width, size.height].map { DecimalText.text($0, isLossless: tables.isLossless) }
            xml.raw("<annotation type=\"limn.pageSize\">\(sides.joined(separator: " "))</annotation>\n")
        }
        let layers = page.drawing.layers
        if layers.count > 1 { xml.raw("<annotation type=\"limn.layers\">\(layers.count)</annotation>\n") }
        let hasGroups = layers.count > 1 || layers[0].name != nil
        var open: Int?
        var named: Set<Int> = []
        func enter(_ index: Int) {
            if open != nil { xml.end("traceGroup") }
            open = index
            xml.raw("<traceGroup>\n<annotation type=\"layer\">\(index + 1)</annotation>\n")
            guard let name = layers[index].name, named.insert(index).inserted else { return }
            xml.raw("<annotation type=\"limn.layerName\">")
            xml.text(name)
            xml.end("annotation")
        }
        for stroke in page.drawing.strokes {
            let layer = min(max(stroke.layer, 0), layers.count - 1)
            if hasGroups, layer != open { enter(layer) }
            guard !stroke.points.isEmpty else {
                dropped.note(.stroke, page: number, detail: "no points")
                continue
            }
            tables.write(stroke, to: &xml)
        }
        for index in layers.indices where layers[index].name != nil && !named.contains(index) { enter(index) }
        if open != nil { xml.end("traceGroup") }
        xml.end("traceGroup")
    }
}
