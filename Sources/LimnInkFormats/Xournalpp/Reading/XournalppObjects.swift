// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnCompression
internal import LimnGeometry
internal import LimnInk

/// Reads texts, images, formulas and links.
final class XournalppObjects {
    /// An element that is being read.
    struct Element {
        fileprivate let name: String
        fileprivate let attributes: [String: String]
        /// The content of the element so far: text, or a picture in Base64.
        fileprivate var text: [UInt8] = []
        /// The path of the first nested `attachment` element.
        fileprivate var attachment: String?
        let kind: DroppedItem.Kind

        init(_ name: String, _ attributes: [String: String]) {
            (self.name, self.attributes) = (name, attributes)
            kind = ["image": .image, "teximage": .formula, "link": .link][name] ?? .text
        }

        mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) { text.append(contentsOf: utf8) }

        /// Records a nested `attachment` element.
        mutating func attach(_ path: String) { attachment = attachment ?? path }
    }

    /// The result for an element.
    enum Result {
        /// The objects of the element, from bottom to top.
        case objects([PageObject])
        case dropped(String)
    }

    private let package: XournalppPackage
    /// The remaining number of bytes of embedded pictures. A limit is needed because many elements can refer to the
    /// same entry.
    private var budget: Int
    private var attachments: [String: PictureData] = [:]

    init(_ package: XournalppPackage) {
        self.package = package
        budget = (16 << 20) + 8 * package.size
    }

    func read(_ element: Element, layer: Int) throws(InkFormatError) -> Result {
        switch element.name {
        case "image", "teximage": return try picture(element, layer)
        default: return text(element, layer)
        }
    }

    private func text(_ element: Element, _ layer: Int) -> Result {
        guard let x = number("x", element), let y = number("y", element) else { return .dropped("it has no place") }
        guard let size = number("size", element), size > 0, size <= ValueLimits.maximumWidth else {
            return .dropped("it has no font size")
        }
        let font = PangoFontName(element.attributes["font"] ?? "Sans")
        let style = TextItem.Style(
            family: font.family, size: size, weight: font.weight, isItalic: font.isItalic,
            color: element.attributes["color"].flatMap(XournalppColor.ink) ?? .black)
        var item = TextItem(
            String(decoding: element.text, as: UTF8.self), style, at: Point(x: x, y: y), layer: layer)
        item.width = number("wrap", element).flatMap { $0 > 0 ? $0 : nil }
        item.alignment =
            switch element.attributes["align"] {
            case "center": .center
            case "right": .right
            default: element.attributes["justify"] == "true" ? .justified : .start
            }
        guard element.name == "link", let address = element.attributes["url"], !address.isEmpty else {
            return .objects([.text(item)])
        }
        let area = item.transform.apply(item.box)
        return .objects([.text(item), .link(LinkItem(area, to: .uri(address), layer: layer))])
    }

    private func picture(_ element: Element, _ layer: Int) throws(InkFormatError) -> Result {
        let sides = ["left", "top", "right", "bottom"].compactMap { number($0, element) }
        guard sides.count == 4 else { return .dropped("it has no place") }
        let data: PictureData?
        if let path = element.attachment {
            guard package.archive != nil else { return .dropped("kept in a file of its own") }
            guard let found = try attachment(path) else { return .dropped("missing \(path)") }
            data = found
        } else {
            data = Data(base64Encoded: Data(element.text), options: .ignoreUnknownCharacters).flatMap {
                PictureData(Array($0))
            }
        }
        guard let data else { return .dropped("it is no PNG, JPEG or PDF") }
        let frame = Rect(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
        let words = element.name == "teximage" ? element.attributes["text"] ?? "" : nil
        return .objects([.picture(PictureItem(data, frame: frame, alternative: words, layer: layer))])
    }

    /// Returns a picture in the ZIP archive; nil if it is missing, exceeds the budget or is not a picture.
    private func attachment(_ path: String) throws(InkFormatError) -> PictureData? {
        if let known = attachments[path] { return known }
        guard let entry = package.archive?[path], entry.size <= budget else { return nil }
        budget -= entry.size
        guard let bytes = try package.entry(path), let data = PictureData(bytes) else { return nil }
        attachments[path] = data
        return data
    }

    private func number(_ name: String, _ element: Element) -> Double? {
        element.attributes[name].flatMap(NumberList.single).flatMap {
            $0.magnitude <= ValueLimits.maximumCoordinate ? $0 : nil
        }
    }
}
