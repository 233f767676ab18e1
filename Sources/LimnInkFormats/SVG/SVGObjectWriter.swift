// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes texts, pictures, notes, links and marks on words. Each of them is a group that shows the object and stores it as JSON for the
/// reader.
///
/// Text lines are not wrapped, and their baselines are estimated, because only the viewer knows the fonts.
struct SVGObjectWriter {
    /// The height of a font's middle above its baseline, relative to the font size. Common fonts have values from 0.34
    /// to 0.39.
    private static let middle = 0.36

    let values: SVGValues
    /// The numbers of the pictures in the file, from 0.
    private var numbers: [PictureData: Int] = [:]

    init(_ values: SVGValues) { self.values = values }

    /// Writes the pictures of a drawing without duplicates.
    mutating func writePictures(of drawing: Drawing, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        for placed in drawing.objects {
            guard case .picture(let item) = placed.object else { continue }
            if item.data.format == .pdf {
                dropped.note(.image, page: 1, detail: "a page of a PDF, which is kept but not shown")
            }
            guard numbers[item.data] == nil else { continue }
            if numbers.isEmpty { xml.raw("<defs>\n") }
            let name = "\(SVGAttribute.picturePrefix)\(numbers.count)"
            xml.raw("<image id=\"\(name)\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"")
            DataURL.write(item.data, to: &xml)
            xml.raw("\"/>\n")
            numbers[item.data] = numbers.count
        }
        if !numbers.isEmpty { xml.end("defs") }
    }

    func write(_ object: PageObject, to xml: inout XMLWriter) {
        xml.start("g")
        if let json = object.json({ numbers[$0] ?? 0 }) { xml.attribute(SVGAttribute.object, json) }
        xml.raw(">\n")
        switch object {
        case .text(let item): write(item, to: &xml)
        case .picture(let item): write(item, to: &xml)
        case .note(let item): write(item, to: &xml)
        case .link(let item): write(item, to: &xml)
        case .markup(let item): write(item, to: &xml)
        }
        xml.end("g")
    }

    private func write(_ item: TextItem, to xml: inout XMLWriter) {
        xml.start("text")
        xml.attribute("xml:space", "preserve")
        matrix(item.transform, &xml)
        let width = item.width ?? item.measured?.width ?? 0
        let (anchor, x): (String, Double) =
            switch item.alignment {
            case .center: ("middle", width / 2)
            case .right: ("end", width)
            default: ("start", 0)
            }
        if anchor != "start" { xml.attribute("text-anchor", anchor) }
        if item.direction == .rightToLeft { xml.attribute("direction", "rtl") }
        xml.open()
        var top = 0.0
        for line in lines(item) {
            let size = line.map(\.style.size).max() ?? item.runs.first?.style.size ?? 12
            let height = size * (item.lineHeight ?? 1.2)
            let baseline = top + height / 2 + Self.middle * size
            for (index, run) in line.enumerated() {
                xml.start("tspan")
                if index == 0 {
                    xml.attribute("x", values.text(x))
                    xml.attribute("y", values.text(baseline))
                }
                describe(run.style, &xml)
                xml.open()
                xml.text(run.text)
                xml.raw("</tspan>")
            }
            top += height
        }
        xml.end("text")
    }

    private func lines(_ item: TextItem) -> [[TextItem.Run]] {
        var lines: [[TextItem.Run]] = [[]]
        for run in item.runs {
            for (index, piece) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { lines.append([]) }
                if !piece.isEmpty { lines[lines.count - 1].append(.init(String(piece), run.style)) }
            }
        }
        return lines
    }

    private func describe(_ style: TextItem.Style, _ xml: inout XMLWriter) {
        xml.attribute("font-family", style.family)
        xml.attribute("font-size", values.text(style.size))
        if style.weight != 400 { xml.attribute("font-weight", "\(style.weight)") }
        if style.isItalic { xml.attribute("font-style", "italic") }
        let lines = [style.isUnderlined ? "underline" : nil, style.isStruck ? "line-through" : nil].compactMap(\.self)
        if !lines.isEmpty { xml.attribute("text-decoration", lines.joined(separator: " ")) }
        paint(style.color, &xml)
    }

    private func write(_ item: PictureItem, to xml: inout XMLWriter) {
        guard let number = numbers[item.data], !item.crop.isEmpty else { return }
        xml.start("g")
        matrix(item.transform, &xml)
        if item.opacity < 1 { xml.attribute("opacity", values.text(item.opacity)) }
        xml.open()
        if let words = item.alternative {
            xml.raw("<title>")
            xml.text(words)
            xml.raw("</title>")
        }
        // The whole picture is one unit wide and high, so the view box is the visible part of the picture.
        xml.start("svg")
        rectangle(item.frame, &xml)
        xml.attribute(
            "viewBox",
            [item.crop.minX, item.crop.minY, item.crop.width, item.crop.height].map {
                DecimalText.text($0, isLossless: true)
            }.joined(separator: " "))
        xml.attribute("preserveAspectRatio", "none")
        xml.raw("><use href=\"#\(SVGAttribute.picturePrefix)\(number)\"/></svg>")
        xml.end("g")
    }

    private func write(_ item: NoteItem, to xml: inout XMLWriter) {
        xml.raw("<g><title>")
        xml.text([item.title, item.text].filter { !$0.isEmpty }.joined(separator: "\n"))
        xml.raw("</title>")
        xml.start("rect")
        rectangle(item.box, &xml)
        xml.attribute("rx", "3")
        paint(item.color, &xml)
        xml.raw("/></g>\n")
    }

    private func write(_ item: LinkItem, to xml: inout XMLWriter) {
        xml.start("a")
        switch item.target {
        case .uri(let address): xml.attribute("href", address)
        case .page(let number): xml.attribute("href", "#page=\(number)")
        }
        xml.open()
        xml.start("rect")
        rectangle(item.area, &xml)
        xml.raw(" fill-opacity=\"0\"/></a>\n")
    }

    private func write(_ item: MarkupItem, to xml: inout XMLWriter) {
        xml.raw("<g>")
        let words = [item.words, item.text].filter { !$0.isEmpty }.joined(separator: "\n")
        if !words.isEmpty {
            xml.raw("<title>")
            xml.text(words)
            xml.raw("</title>")
        }
        for mark in item.marks { write(mark, to: &xml) }
        xml.end("g")
    }

    /// Writes a mark whose path consists of straight lines.
    private func write(_ mark: Mark, to xml: inout XMLWriter) {
        xml.start("path")
        let path = mark.path.elements.map { element in
            switch element {
            case .move(let point): "M\(values.text(point.x)) \(values.text(point.y))"
            case .line(let point), .cubic(_, _, let point): "L\(values.text(point.x)) \(values.text(point.y))"
            case .close: "Z"
            }
        }
        xml.attribute("d", path.joined())
        switch mark.style {
        case .fill: paint(mark.color, &xml)
        case .line(let width, _, _):
            xml.raw(" fill=\"none\"")
            xml.attribute("stroke", CSSColor.text(mark.color))
            if mark.color.alpha < 1 { xml.attribute("stroke-opacity", values.text(mark.color.alpha)) }
            xml.attribute("stroke-width", values.text(width))
        }
        if mark.blend == .multiply { xml.attribute("style", "mix-blend-mode:multiply") }
        xml.raw("/>\n")
    }

    private func rectangle(_ box: Rect, _ xml: inout XMLWriter) {
        for (name, value) in [("x", box.minX), ("y", box.minY), ("width", box.width), ("height", box.height)] {
            xml.attribute(name, values.text(value))
        }
    }

    private func matrix(_ t: AffineTransform, _ xml: inout XMLWriter) {
        guard t != .identity else { return }
        let numbers = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { DecimalText.text($0) }
        xml.attribute("transform", "matrix(\(numbers.joined(separator: " ")))")
    }

    private func paint(_ color: Color, _ xml: inout XMLWriter) {
        xml.attribute("fill", CSSColor.text(color))
        if color.alpha < 1 { xml.attribute("fill-opacity", values.text(color.alpha)) }
    }
}
