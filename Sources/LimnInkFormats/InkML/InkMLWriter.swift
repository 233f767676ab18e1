// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Writes InkML: one trace per stroke, one context per set of channels, and one brush per distinct brush.
///
/// Coordinates are integers in 1/500 pt (`resolution` 36000 `1/in`), pressure in 1/32767, angles in 1/100 degree and
/// times in milliseconds. In lossless mode, all values are exact decimal numbers. Varying widths use a channel W.
/// Attributes without an InkML equivalent use `limn.` brush properties. Pages, layers and objects are nested groups
/// with annotations (``InkMLPages``, ``InkMLObjects``). A reader that ignores these shows the strokes of all pages on
/// top of each other.
public struct InkMLWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// The format ``InkFormat/inkml``.
    public var format: InkFormat { .inkml }

    /// Writes a document with any number of pages.
    ///
    /// - Returns: the XML in UTF-8. Backgrounds, the template, page items and strokes without points are listed as
    ///   dropped.
    /// - Throws: ``InkFormatError`` with `invalidValue` for a value that is not finite or out of range.
    public func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        try InkValues.check(document, format: format)
        var dropped = DroppedItems()
        var tables = InkMLTables(isLossless: options.isLossless)
        let pictures = InkMLObjects.pictures(of: document)
        var body = XMLWriter(part: ())
        for (index, page) in document.pages.enumerated() {
            write(page, number: index + 1, pictures, tables: &tables, to: &body, dropped: &dropped)
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
        InkMLObjects.write(pictures, to: &xml)
        xml.raw(body.bytes)
        xml.raw("</ink>\n")
        return InkExport(bytes: xml.bytes, dropped: dropped.items)
    }

    private func write(
        _ page: InkDocument.Page, number: Int, _ pictures: [PictureData: Int], tables: inout InkMLTables,
        to xml: inout XMLWriter, dropped: inout DroppedItems
    ) {
        if page.background != .none { dropped.note(.background, page: number) }
        dropped.noteItems(page.items, page: number)
        xml.raw("<traceGroup>\n<annotation type=\"page\">\(number)</annotation>\n")
        if let size = page.size, size.width > 0, size.height > 0 {
            let sides = [size.width, size.height].map { DecimalText.text($0, isLossless: tables.isLossless) }
            xml.raw("<annotation type=\"limn.pageSize\">\(sides.joined(separator: " "))</annotation>\n")
        }
        let layers = page.drawing.layers
        if layers.count > 1 { xml.raw("<annotation type=\"limn.layers\">\(layers.count)</annotation>\n") }
        let isDescribed = layers.map { $0 != Drawing.Layer() }
        let hasGroups = layers.count > 1 || isDescribed[0]
        var open: Int?
        var described: Set<Int> = []
        func enter(_ index: Int) {
            if open != nil { xml.end("traceGroup") }
            open = index
            xml.raw("<traceGroup>\n<annotation type=\"layer\">\(index + 1)</annotation>\n")
            guard described.insert(index).inserted else { return }
            InkMLObjects.write(layers[index], to: &xml)
            guard let name = layers[index].name else { return }
            xml.raw("<annotation type=\"limn.layerName\">")
            xml.text(name)
            xml.end("annotation")
        }
        for item in page.drawing.items {
            let layer = min(max(item.layer, 0), layers.count - 1)
            if hasGroups, layer != open { enter(layer) }
            switch item {
            case .stroke(let stroke) where stroke.points.isEmpty:
                dropped.note(.stroke, page: number, detail: "no points")
            case .stroke(let stroke): tables.write(stroke, to: &xml)
            case .object(let object): InkMLObjects.write(object, pictures: pictures, to: &xml)
            }
        }
        for index in layers.indices where isDescribed[index] && !described.contains(index) { enter(index) }
        if open != nil { xml.end("traceGroup") }
        xml.end("traceGroup")
    }
}
