// SPDX-License-Identifier: Apache-2.0

internal import struct Foundation.Data
internal import LimnGeometry

/// An object in ``InkJSON``: exactly one of `text`, `picture`, `note`, `link` and `markup` is set.
struct JSONObject: Codable {
    struct Text: Codable {
        var runs: [TextItem.Run]
        var alignment: TextItem.Alignment?
        var direction: TextItem.Direction?
        var width: Double?
        var lineHeight: Double?
        var measured: [Double]?
        var transform: [Double]
    }

    struct Picture: Codable {
        /// The index in the document's list of pictures.
        var data: Int
        var frame: [Double]
        var crop: [Double]?
        var opacity: Double?
        var transform: [Double]?
        var alternative: String?
    }

    struct Note: Codable {
        var at: [Double]
        var color: Color
        var title: String?
        var text: String?
    }

    struct Link: Codable {
        var area: [Double]
        var uri: String?
        var page: Int?
    }

    struct Markup: Codable {
        var style: MarkupItem.Style
        /// The corners of the pieces, around each from the start of its upper edge.
        var quads: [[Double]]
        var color: Color
        var words: String?
        var text: String?
    }

    /// The number of strokes that are painted before the object; nil in an edit, because the item's index determines
    /// it.
    var strokesBelow: Int?
    var layer: Int?
    var text: Text?
    var picture: Picture?
    var note: Note?
    var link: Link?
    var markup: Markup?

    /// - Parameter number: returns the index of a picture in the document's list of pictures.
    init(_ placed: PlacedObject, _ number: (PictureData) -> Int) {
        strokesBelow = placed.strokesBelow
        layer = placed.object.layer == 0 ? nil : placed.object.layer
        switch placed.object {
        case .text(let item):
            text = Text(
                runs: item.runs, alignment: item.alignment == .start ? nil : item.alignment,
                direction: item.direction == .automatic ? nil : item.direction, width: item.width,
                lineHeight: item.lineHeight, measured: item.measured.map { [$0.width, $0.height] },
                transform: item.transform.numbers)
        case .picture(let item):
            picture = Picture(
                data: number(item.data), frame: item.frame.numbers,
                crop: item.crop == PictureItem.whole ? nil : item.crop.numbers,
                opacity: item.opacity == 1 ? nil : item.opacity,
                transform: item.transform == .identity ? nil : item.transform.numbers,
                alternative: item.alternative)
        case .note(let item):
            note = Note(
                at: [item.place.x, item.place.y], color: item.color, title: item.title.isEmpty ? nil : item.title,
                text: item.text.isEmpty ? nil : item.text)
        case .link(let item):
            switch item.target {
            case .uri(let uri): link = Link(area: item.area.numbers, uri: uri)
            case .page(let page): link = Link(area: item.area.numbers, page: page)
            }
        case .markup(let item):
            markup = Markup(
                style: item.style, quads: item.quads.map(\.numbers), color: item.color,
                words: item.words.isEmpty ? nil : item.words, text: item.text.isEmpty ? nil : item.text)
        }
    }

    func placed(_ pictures: [PictureData]) throws(InkError) -> PlacedObject {
        guard let strokesBelow else { throw InkError(.corrupt, "The ink is damaged: strokesBelow is missing.") }
        return PlacedObject(try pageObject(pictures), above: strokesBelow)
    }

    /// Returns the object without its position in the painting order.
    func pageObject(_ pictures: [PictureData]) throws(InkError) -> PageObject {
        guard var object = try object(pictures),
            [text == nil, picture == nil, note == nil, link == nil, markup == nil].count(where: { !$0 }) == 1
        else { throw InkError(.corrupt, "An object must be exactly one of text, picture, note, link and markup.") }
        object.layer = layer ?? 0
        guard object.isStorable else {
            throw InkError(.corrupt, "A \(object.kind.rawValue) holds a value that is not finite or out of its range.")
        }
        return object
    }

    private func object(_ pictures: [PictureData]) throws(InkError) -> PageObject? {
        if let text {
            return .text(
                TextItem(
                    runs: text.runs, alignment: text.alignment ?? .start, direction: text.direction ?? .automatic,
                    width: text.width, lineHeight: text.lineHeight,
                    measured: try text.measured.map { numbers throws(InkError) in
                        let sides = try Self.numbers(numbers, 2)
                        return Size(width: sides[0], height: sides[1])
                    }, transform: try Self.transform(text.transform)))
        }
        if let picture {
            guard pictures.indices.contains(picture.data) else {
                throw InkError(.corrupt, "A picture shows data that is missing.")
            }
            return .picture(
                PictureItem(
                    pictures[picture.data], frame: try Self.rect(picture.frame),
                    crop: try picture.crop.map(Self.rect) ?? PictureItem.whole, opacity: picture.opacity ?? 1,
                    transform: try picture.transform.map(Self.transform) ?? .identity,
                    alternative: picture.alternative))
        }
        if let note {
            let place = try Self.numbers(note.at, 2)
            return .note(
                NoteItem(
                    at: Point(x: place[0], y: place[1]), title: note.title ?? "", text: note.text ?? "",
                    color: note.color))
        }
        if let markup {
            return .markup(
                MarkupItem(
                    markup.style,
                    over: try markup.quads.map { numbers throws(InkError) in Quad(try Self.numbers(numbers, 8)) },
                    color: markup.color, words: markup.words ?? "", text: markup.text ?? ""))
        }
        guard let link else { return nil }
        let area = try Self.rect(link.area)
        if let uri = link.uri { return .link(LinkItem(area, to: .uri(uri))) }
        if let page = link.page { return .link(LinkItem(area, to: .page(page))) }
        throw InkError(.corrupt, "A link has no target.")
    }

    private static func numbers(_ numbers: [Double], _ count: Int) throws(InkError) -> [Double] {
        guard numbers.count == count else { throw InkError(.corrupt, "An object does not have \(count) numbers.") }
        return numbers
    }

    private static func rect(_ numbers: [Double]) throws(InkError) -> Rect {
        let v = try Self.numbers(numbers, 4)
        return Rect(x0: v[0], y0: v[1], x1: v[2], y1: v[3])
    }

    private static func transform(_ numbers: [Double]) throws(InkError) -> AffineTransform {
        let v = try Self.numbers(numbers, 6)
        return AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    }
}

/// A picture's file in ``InkJSON``.
struct JSONPicture: Codable {
    var format: PictureData.Format
    var bytes: Data
}

extension AffineTransform {
    fileprivate var numbers: [Double] { [a, b, c, d, tx, ty] }
}

extension Rect {
    fileprivate var numbers: [Double] { [minX, minY, maxX, maxY] }
}
