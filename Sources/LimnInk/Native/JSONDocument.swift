// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

struct JSONHeader: Codable {
    var limnInk: Int
}

/// The JSON structure of ``InkJSON``.
struct JSONDocument: Codable {
    struct Template: Codable {
        var file: String?
        var attachment: String?
        var embedded: Data?
    }

    struct Background: Codable {
        var paper: String?
        var color: Color?
        var settings: String?
        var pdfPage: Int?
        var image: String?
    }

    struct Page: Codable {
        var size: [Double]?
        var background: Background?
        var placement: InkDocument.Placement?
        var layers: [Drawing.Layer]?
        var strokes: [JSONStroke]
        var objects: [JSONObject]?
        /// Items from other formats. Up to version 2, the key was `items`.
        var foreign: [Item]?
        var items: [Item]?
    }

    struct Item: Codable {
        var kind: PageItem.Kind
        var format: String
        var layer: Int
        var position: Int
        var content: Data
    }

    var limnInk: Int
    var title: String?
    var template: Template?
    var pictures: [JSONPicture]?
    var pages: [Page]

    init(_ document: InkDocument) {
        var all: [PictureData] = []
        var numbers: [PictureData: Int] = [:]
        func number(_ picture: PictureData) -> Int {
            if let number = numbers[picture] { return number }
            numbers[picture] = all.count
            all.append(picture)
            return all.count - 1
        }
        defer { pictures = all.isEmpty ? nil : all.map { JSONPicture(format: $0.format, bytes: Data($0.bytes)) } }
        limnInk = Int(NativeInk.version(for: document.pages.lazy.map(\.drawing)))
        title = document.title
        template = document.template.map {
            switch $0 {
            case .file(let path): Template(file: path)
            case .attachment(let suffix): Template(attachment: suffix)
            case .embedded(let bytes): Template(embedded: Data(bytes))
            }
        }
        pages = document.pages.map { page in
            let background: Background? =
                switch page.background {
                case .none: nil
                case .paper(let style, let color, let settings):
                    Background(paper: style, color: color, settings: settings.isEmpty ? nil : settings)
                case .pdf(let number): Background(pdfPage: number)
                case .image(let name): Background(image: name)
                }
            return Page(
                size: page.size.map { [$0.width, $0.height] }, background: background,
                placement: page.placement == .topLeft ? nil : page.placement, layers: page.drawing.layers,
                strokes: page.drawing.strokes.map { JSONStroke($0) },
                objects: page.drawing.objects.isEmpty
                    ? nil : page.drawing.objects.map { JSONObject($0, number) },
                foreign: page.items.isEmpty ? nil : page.items.map { Item($0) })
        }
    }

    func document() throws -> InkDocument {
        let pictures = (pictures ?? []).map { PictureData(Array($0.bytes), format: $0.format) }
        let pages = try pages.map { page in
            if let size = page.size, size.count != 2 {
                throw InkError(.corrupt, "A page's size does not have two numbers.")
            }
            let background: InkDocument.Background =
                if let style = page.background?.paper {
                    .paper(
                        style: style, color: page.background?.color ?? .white,
                        settings: page.background?.settings ?? "")
                } else if let number = page.background?.pdfPage {
                    .pdf(page: number)
                } else if let name = page.background?.image {
                    .image(name: name)
                } else {
                    .none
                }
            return InkDocument.Page(
                size: page.size.map { Size(width: $0[0], height: $0[1]) }, background: background,
                drawing: Drawing(
                    strokes: try page.strokes.map { try $0.stroke() },
                    objects: try (page.objects ?? []).map { try $0.placed(pictures) }, layers: page.layers ?? []),
                items: (page.foreign ?? page.items ?? []).map(\.item), placement: page.placement ?? .topLeft)
        }
        let template: InkDocument.Template? = self.template.flatMap { template in
            template.file.map { .file($0) } ?? template.attachment.map { .attachment(suffix: $0) }
                ?? template.embedded.map { .embedded(Array($0)) }
        }
        return InkDocument(title: title, pages: pages, template: template)
    }
}

extension JSONDocument.Item {
    init(_ item: PageItem) {
        self.init(
            kind: item.kind, format: item.format, layer: item.layer, position: item.position,
            content: Data(item.content))
    }

    var item: PageItem {
        PageItem(kind: kind, format: format, layer: layer, position: position, content: Array(content))
    }
}

/// A stroke in ``InkJSON``. If all points have the same width, `width` is set, otherwise `widths`.
struct JSONStroke: Codable {
    var brush: Brush
    var layer: Int?
    var xy: [Double]
    var width: Double?
    var widths: [Double]?
    var pressure: [Double]?
    var altitude: [Double]?
    var azimuth: [Double]?
    var opacity: [Double]?
    var time: [Double]?

    init(_ stroke: Stroke) {
        let points = stroke.points
        brush = stroke.brush
        layer = stroke.layer == 0 ? nil : stroke.layer
        xy = points.positions.flatMap { [$0.x, $0.y] }
        width = stroke.constantWidth
        widths = width == nil ? points.widths : nil
        pressure = points[.pressure]
        altitude = points[.altitude]
        azimuth = points[.azimuth]
        opacity = points[.opacity]
        time = points[.time]
    }

    func stroke() throws(InkError) -> Stroke {
        let positions = stride(from: 0, to: xy.count - xy.count % 2, by: 2).map { Point(x: xy[$0], y: xy[$0 + 1]) }
        let widths = self.widths ?? Array(repeating: width ?? brush.width, count: positions.count)
        let pairs: [(StrokePoints.Channel, [Double]?)] = [
            (.pressure, pressure), (.altitude, altitude), (.azimuth, azimuth), (.opacity, opacity), (.time, time),
        ]
        let channels = pairs.reduce(into: [StrokePoints.Channel: [Double]]()) { $0[$1.0] = $1.1 }
        guard xy.count.isMultiple(of: 2), widths.count == positions.count,
            channels.values.allSatisfy({ $0.count == positions.count })
        else { throw InkError(.corrupt, "A stroke's channels differ in length.") }
        let stroke = Stroke(
            brush: brush, points: StrokePoints(positions: positions, widths: widths, channels: channels),
            layer: layer ?? 0)
        guard stroke.isStorable else {
            throw InkError(.corrupt, "A stroke holds a value that is not finite or out of its range.")
        }
        return stroke
    }
}
