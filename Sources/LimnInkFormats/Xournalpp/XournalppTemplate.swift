// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes the backgrounds of pages; the first page of a PDF names the file.
struct XournalppTemplate {
    /// The rulings that Xournal++ knows.
    private static let rulings: Set<String> = [
        "plain", "lined", "ruled", "staves", "graph", "dotted", "isodotted", "isograph",
    ]

    /// The attributes that name the PDF; nil when there is none that can be named.
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

    /// Writes the `background` element of a page; of one that says nothing, plain paper's.
    mutating func write(
        _ background: InkDocument.Background, page: Int, to xml: inout XMLWriter, dropped: inout DroppedItems
    ) {
        var (style, paper) = ("plain", Color.white)
        switch background {
        // Xournal++ would rule a page that says nothing.
        case .none: break
        case .paper(let name, let color):
            if !Self.rulings.contains(name) { dropped.note(.background, page: page, detail: "ruling \(name)") }
            style = Self.rulings.contains(name) ? name : "plain"
            paper = color
        case .pdf(let number):
            if let reference, number >= 1 { return pdf(number, reference, to: &xml) }
            // Without a file Xournal++ would not open the document.
            dropped.note(.background, page: page, detail: "page of a PDF without a name")
        case .image(let name):
            xml.raw("<background type=\"pixmap\" domain=\"absolute\"")
            xml.attribute("filename", name)
            return xml.empty()
        }
        xml.raw("<background type=\"solid\"")
        xml.attribute("color", XournalppColor.text(paper))
        xml.attribute("style", style)
        xml.empty()
    }

    /// The order of attributes matters to old readers.
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

    /// Notes a PDF that no page could name.
    func finish(_ dropped: inout DroppedItems) {
        guard let template, !isNamed else { return }
        if case .embedded(let pdf) = template {
            dropped.note(.template, page: nil, detail: "carried inside, \(pdf.count) bytes")
        } else {
            dropped.note(.template, page: nil, detail: "no page shows it")
        }
    }
}
