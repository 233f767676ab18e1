// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Writes objects: the inverse of ``XournalppObjects``.
///
/// Xournal++ has texts in one style and upright pictures. What does not fit is noted.
struct XournalppObjectWriter {
    let number: Int
    let isLossless: Bool

    func write(_ object: PageObject, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        switch object {
        case .text(let item): write(item, to: &xml, dropped: &dropped)
        case .picture(let item): write(item, to: &xml, dropped: &dropped)
        case .note(let item): dropped.note(.pageItem, page: number, detail: "note “\(item.title)”")
        case .link(let item):
            if case .uri(let uri) = item.target {
                dropped.note(.link, page: number, detail: uri)
            } else {
                dropped.note(.link, page: number, detail: "to a page")
            }
        }
    }

    private func write(_ item: TextItem, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        guard let style = item.runs.first?.style else { return }
        let t = item.transform
        let scale = t.lengthScale
        if t.b != 0 || t.c != 0 || t.a != t.d || t.a < 0 {
            dropped.note(.attribute, page: number, detail: "direction of a text")
        }
        if item.runs.contains(where: { $0.style != style }) {
            dropped.note(.attribute, page: number, detail: "styles inside a text")
        }
        if style.isUnderlined || style.isStruck {
            dropped.note(.attribute, page: number, detail: "underline or strike of a text")
        }
        if item.lineHeight != nil { dropped.note(.attribute, page: number, detail: "line height of a text") }
        xml.start("text")
        xml.attribute("font", PangoFontName(style).text)
        xml.attribute("size", text(style.size * scale))
        xml.attribute("x", text(t.tx))
        xml.attribute("y", text(t.ty))
        xml.attribute("color", XournalppColor.text(style.color))
        if let width = item.width { xml.attribute("wrap", text(width * scale)) }
        switch item.alignment {
        case .start, .left: break
        case .center: xml.attribute("align", "center")
        case .right: xml.attribute("align", "right")
        case .justified: xml.attribute("justify", "true")
        }
        xml.open()
        xml.text(item.string)
        xml.end("text")
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
