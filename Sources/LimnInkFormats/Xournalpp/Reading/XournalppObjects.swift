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
    /// The maximum number of bytes of attached pictures, so that the document stays small enough for other processes.
    private static let maximumBytes = 32 << 20

    init(_ package: XournalppPackage) {
        self.package = package
        budget = min((16 << 20) + 8 * package.size, Self.maximumBytes)
    }

    func read(_ element: Element, layer: Int) throws(InkFormatError) -> Result {
        switch element.name {
        case "image", "teximage": return try picture(element, layer)
        default: return text(element, layer)
        }
    }

    private func text(_ element: Element, _ layer: Int) -> Result {
        guard let place = matrix(element) ?? origin(element) else { return .dropped("it has no place") }
        guard let size = number("size", element), size > 0, size <= ValueLimits.maximumWidth else {
            return .dropped("it has no font size")
        }
        let font = PangoFontName(element.attributes["font"] ?? "Sans")
        let style = TextItem.Style(
            family: font.family, size: size, weight: font.weight, isItalic: font.isItalic,
            color: element.attributes["color"].flatMap(XournalppColor.ink) ?? .black)
        var words = String(decoding: element.text, as: UTF8.self)
        // Some versions store the words of a link in an attribute, in percent-encoding.
        if words.isEmpty, let escaped = element.attributes["text"] {
            words = PercentEncoding.decoded(escaped) ?? escaped
        }
        var item = TextItem(runs: [.init(words, style)], transform: place, layer: layer)
        item.width = number("wrap", element).flatMap { $0 > 0 ? $0 : nil }
        item.alignment = Self.alignment(element.attributes)
        guard element.name == "link", let address = Self.address(element.attributes["url"]) else {
            return .objects([.text(item)])
        }
        let area = item.transform.apply(item.box)
        return .objects([.text(item), .link(LinkItem(area, to: .uri(address), layer: layer))])
    }

    /// Returns the alignment of a text. Some versions store it as a number.
    private static func alignment(_ attributes: [String: String]) -> TextItem.Alignment {
        switch attributes["align"] {
        case "center", "1": return .center
        case "right", "2": return .right
        default: return ["true", "1"].contains(attributes["justify"] ?? "") ? .justified : .start
        }
    }

    /// Returns the address of a link; nil if there is none. Some versions store it in percent-encoding.
    private static func address(_ url: String?) -> String? {
        guard let url, !url.isEmpty else { return nil }
        return url.contains(":" as Character) ? url : PercentEncoding.decoded(url) ?? url
    }

    /// Returns the transform of an element of version 5, whose `matrix` has the order of a PDF matrix; nil if there is
    /// none, or if it flattens the element.
    private func matrix(_ element: Element) -> LimnGeometry.AffineTransform? {
        let numbers = NumberList.values(of: element.attributes["matrix"] ?? "")
        guard numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate }) else {
            return nil
        }
        let transform = LimnGeometry.AffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        return transform.inverted == nil ? nil : transform
    }

    /// Returns the transform of a text of older versions, which has only a place.
    private func origin(_ element: Element) -> LimnGeometry.AffineTransform? {
        guard let x = number("x", element), let y = number("y", element) else { return nil }
        return .translation(Vector(dx: x, dy: y))
    }

    private func picture(_ element: Element, _ layer: Int) throws(InkFormatError) -> Result {
        let sides = ["left", "top", "right", "bottom"].compactMap { number($0, element) }
        let matrix = self.matrix(element)
        guard matrix != nil || sides.count == 4 else { return .dropped("it has no place") }
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
        guard let data else { return .dropped("it is not a PNG, JPEG or PDF") }
        let words = element.name == "teximage" ? element.attributes["text"] ?? "" : nil
        guard let matrix else {
            let frame = Rect(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
            return .objects([.picture(PictureItem(data, frame: frame, alternative: words, layer: layer))])
        }
        // The matrix maps pixels, or the points of a PDF's page, to points on the page.
        guard let size = NaturalSize.of(data) else { return .dropped("its size is unknown") }
        return .objects([
            .picture(
                PictureItem(
                    data, frame: Rect(x0: 0, y0: 0, x1: size.width, y1: size.height), transform: matrix,
                    alternative: words, layer: layer))
        ])
    }

    /// Returns a picture in the ZIP archive; nil if it is missing, exceeds the budget or is not a picture.
    func attachment(_ path: String) throws(InkFormatError) -> PictureData? {
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
