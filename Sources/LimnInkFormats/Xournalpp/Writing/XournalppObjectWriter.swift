// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Writes objects. This is the inverse of ``XournalppObjects``.
///
/// In Xournal++, a text has a single style, and texts and pictures are upright. Other properties are listed as dropped.
struct XournalppObjectWriter {
    let number: Int
    let isLossless: Bool

    /// Writes an object.
    ///
    /// - Parameter link: the address of the link on a text; nil if there is none.
    func write(_ object: PageObject, link: String?, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        switch object {
        case .text(let item): write(item, link: link, to: &xml, dropped: &dropped)
        case .picture(let item): write(item, to: &xml, dropped: &dropped)
        case .note(let item): dropped.note(.note, page: number, detail: item.title)
        case .link(let item):
            if case .uri(let uri) = item.target {
                dropped.note(.link, page: number, detail: uri)
            } else {
                dropped.note(.link, page: number, detail: "to a page")
            }
        // The strokes that stand for it are written.
        case .markup: break
        }
    }

    /// Returns the address if the next item is a link on this text; otherwise nil. A text and its link are written as
    /// one `link` element.
    ///
    /// The link starts at the same point as the text. Its size may differ, because the text may have been measured
    /// since.
    static func address(of next: Item, on object: PageObject) -> String? {
        guard case .text(let text) = object, case .object(.link(let link)) = next, link.layer == text.layer,
            case .uri(let address) = link.target, let box = object.bounds,
            (link.area.minX - box.minX).magnitude < 0.01, (link.area.minY - box.minY).magnitude < 0.01
        else { return nil }
        return address
    }

    private func write(_ item: TextItem, link: String?, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        guard let style = item.runs.first?.style else { return }
        noteLosses(of: item, style, in: &dropped)
        let scale = item.transform.lengthScale
        let name = link == nil ? "text" : "link"
        xml.start(name)
        xml.attribute("font", PangoFontName(style).text)
        xml.attribute("size", text(style.size * scale))
        xml.attribute("x", text(item.transform.tx))
        xml.attribute("y", text(item.transform.ty))
        xml.attribute("color", XournalppColor.text(style.color))
        if let width = item.width { xml.attribute("wrap", text(width * scale)) }
        switch item.alignment {
        case .start, .left: break
        case .center: xml.attribute("align", "center")
        case .right: xml.attribute("align", "right")
        case .justified: xml.attribute("justify", "true")
        }
        if let link { xml.attribute("url", link) }
        xml.open()
        xml.text(item.string)
        xml.end(name)
    }

    private func noteLosses(of item: TextItem, _ style: TextItem.Style, in dropped: inout DroppedItems) {
        let t = item.transform
        func note(_ detail: String) { dropped.note(.attribute, page: number, detail: detail) }
        if t.b != 0 || t.c != 0 || t.a != t.d || t.a < 0 { note("direction of a text") }
        if item.runs.contains(where: { $0.style != style }) { note("styles inside a text") }
        if style.isUnderlined || style.isStruck { note("underline or strike of a text") }
        if item.lineHeight != nil { note("line height of a text") }
        if item.direction != .automatic { note("reading direction of a text") }
    }

    private func write(_ item: PictureItem, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        let isFormula = item.alternative != nil
        if item.data.format == .pdf, !isFormula {
            dropped.note(.image, page: number, detail: "a page of a PDF")
            return
        }
        if item.transform.b != 0 || item.transform.c != 0 || item.transform.a < 0 || item.transform.d < 0 {
            dropped.note(.attribute, page: number, detail: "direction of a picture")
        }
        if item.crop != PictureItem.whole || item.opacity != 1 {
            dropped.note(.attribute, page: number, detail: "crop or opacity of a picture")
        }
        let box = item.transform.apply(item.frame)
        xml.start(isFormula ? "teximage" : "image")
        if let words = item.alternative { xml.attribute("text", words) }
        xml.attribute("left", text(box.minX))
        xml.attribute("top", text(box.minY))
        xml.attribute("right", text(box.maxX))
        xml.attribute("bottom", text(box.maxY))
        xml.open()
        xml.raw(Data(item.data.bytes).base64EncodedData())
        xml.end(isFormula ? "teximage" : "image")
    }

    private func text(_ value: Double) -> String { DecimalText.text(value, isLossless: isLossless) }
}
