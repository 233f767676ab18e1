// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes the backgrounds of pages. The first page with a PDF background contains the name of the PDF.
struct XournalppBackgroundWriter {
    /// The rulings of Xournal++.
    private static let rulings: Set<String> = [
        "plain", "lined", "ruled", "staves", "graph", "dotted", "isodotted", "isograph",
    ]

    /// The attributes that refer to the PDF; nil if there is no PDF or a reference to it is impossible.
    private let reference: (domain: String, name: String)?
    private let template: InkDocument.Template?
    private var isNamed = false

    init(_ document: InkDocument) {
        template = document.template
        switch document.template {
        case .file(let path) where !path.isEmpty: reference = ("absolute", path)
        case .attachment(let suffix) where suffix.hasPrefix(".") && suffix.count > 1:
            reference = ("attach", String(suffix.dropFirst()))
        default: reference = nil
        }
    }

    /// Writes the `background` element of a page. A page without a background gets plain paper.
    mutating func write(
        _ background: InkDocument.Background, page: Int, to xml: inout XMLWriter, dropped: inout DroppedItems
    ) {
        var (style, paper, settings) = ("plain", Color.white, "")
        switch background {
        // Without an explicit style, Xournal++ would show ruled paper.
        case .none: break
        case .paper(let name, let color, let config):
            // Some of Saber's rulings have the same names, but Saber's settings always contain a line height.
            let isKnown = Self.rulings.contains(name) && !config.hasPrefix("l=")
            if !isKnown { dropped.note(.background, page: page, detail: "ruling \(name)") }
            (style, settings) = isKnown ? (name, config) : ("plain", "")
            paper = color
        case .pdf(let number):
            if let reference, number >= 1 { return pdf(number, reference, to: &xml) }
            // Xournal++ cannot open a document with a PDF page but without the name of the PDF.
            dropped.note(.background, page: page, detail: "page of a PDF without a name")
        case .image(let name):
            xml.raw("<background type=\"pixmap\" domain=\"absolute\"")
            xml.attribute("filename", name)
            return xml.empty()
        }
        xml.raw("<background type=\"solid\"")
        xml.attribute("color", XournalppColor.text(paper))
        xml.attribute("style", style)
        if !settings.isEmpty { xml.attribute("config", settings) }
        xml.empty()
    }

    /// Writes the element of a PDF page. Old readers depend on this order of the attributes.
    private mutating func pdf(_ number: Int, _ reference: (domain: String, name: String), to xml: inout XMLWriter) {
        xml.raw("<background type=\"pdf\"")
        if !isNamed {
            xml.attribute("domain", reference.domain)
            xml.attribute("filename", reference.name)
            isNamed = true
        }
        xml.attribute("pageno", "\(number)")
        xml.empty()
    }

    /// Adds the PDF to the dropped items if no page refers to it.
    func finish(_ dropped: inout DroppedItems) {
        guard let template, !isNamed else { return }
        if case .embedded(let pdf) = template {
            dropped.note(.template, page: nil, detail: "carried inside, \(pdf.count) bytes")
        } else {
            dropped.note(.template, page: nil, detail: "no page shows it")
        }
    }
}
