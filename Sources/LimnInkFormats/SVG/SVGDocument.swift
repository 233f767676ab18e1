// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Builds a document from the XML events of an SVG file.
final class SVGDocument: XMLHandler {
    private(set) var dropped = DroppedItems()
    private let limits: InkLimits
    private var page = InkDocument.Page()
    private var title: [UInt8]?
    private var layers: [Drawing.Layer] = []
    private var layer = 0
    private var depth = 0
    private var isTitle = false
    private var pointCount = 0
    private var objectCount = 0
    private var pictures: [PictureData] = []
    /// The JSON of the object whose group is being read; nil outside such groups.
    private var object: String?
    private var isInDefinitions = false

    init(limits: InkLimits) { self.limits = limits }

    var result: InkDocument {
        var page = page
        page.drawing.layers = layers.isEmpty ? [.init()] : layers
        return InkDocument(title: title.map { String(decoding: $0, as: UTF8.self) }, pages: [page])
    }

    var wantsText: Bool { isTitle }

    func text(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let title, title.count < 4096 else { return }
        self.title?.append(contentsOf: utf8.prefix(4096))
    }

    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError) {
        depth += 1
        // The shapes inside an object's group only show the object, so they are skipped.
        if object != nil { return }
        switch name {
        case "defs" where depth == 2: isInDefinitions = true
        case "image" where depth == 3 && isInDefinitions: addPicture(attributes)
        // Grains of pencils and crayons only paint strokes.
        case _ where isInDefinitions && ["path", "pattern", "use"].contains(name): break
        case "g" where depth == 3 && attributes[SVGAttribute.object] != nil: object = attributes[SVGAttribute.object]
        case "svg" where depth == 1: try startRoot(attributes)
        case "title" where depth == 2 && title == nil:
            title = []
            isTitle = true
        case "g" where depth == 2: startLayer(attributes)
        case "path" where attributes[SVGAttribute.color] != nil && depth == 3: try add(attributes)
        // Other paths of a stroke only paint it. The path with the color attribute contains its data.
        case "path" where depth == 3: break
        default: dropped.note(.unknownElement, page: 1, detail: name)
        }
    }

    func end(at tag: Range<Int>) throws(InkFormatError) {
        if depth == 3, let json = object {
            object = nil
            try addObject(json)
        }
        depth -= 1
        if depth == 1 { isInDefinitions = false }
        isTitle = false
    }

    private func startRoot(_ attributes: [String: String]) throws(InkFormatError) {
        guard let version = attributes[SVGAttribute.version] else {
            throw InkFormatError(
                .unsupported, format: .svg,
                "shapes of another program; only SVG files written by Limn can be read")
        }
        guard version == "1" else {
            throw InkFormatError(.unsupportedVersion, format: .svg, "version \(DroppedItems.oneLine(version))")
        }
        let sides = attributes[SVGAttribute.size].map { NumberList.values(of: $0) } ?? []
        if sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= ValueLimits.maximumCoordinate }) {
            page.size = Size(width: sides[0], height: sides[1])
        }
    }

    private func startLayer(_ attributes: [String: String]) {
        guard let number = attributes[SVGAttribute.layer].flatMap({ Int($0) }), 1...(layers.count + 1) ~= number else {
            dropped.note(.attribute, page: 1, detail: SVGAttribute.layer)
            layer = 0
            if layers.isEmpty { layers.append(.init()) }
            return
        }
        layer = number - 1
        guard number > layers.count else { return }
        layers.append(
            Drawing.Layer(
                name: attributes[SVGAttribute.name], id: attributes[SVGAttribute.id].flatMap { Int($0) },
                isVisible: attributes[SVGAttribute.hidden] == nil, isLocked: attributes[SVGAttribute.locked] != nil,
                audience: attributes[SVGAttribute.audience].flatMap { .init(rawValue: $0) } ?? .everyone))
    }

    /// Adds a picture to the list to which objects refer. An unreadable picture also gets an entry, so that the other
    /// indices stay valid.
    private func addPicture(_ attributes: [String: String]) {
        guard let data = attributes["href"].flatMap(DataURL.content) else {
            dropped.note(.image, page: 1, detail: "it is not a PNG, JPEG or PDF")
            return pictures.append(PictureData([], format: .png))
        }
        pictures.append(data)
    }

    private func addObject(_ json: String) throws(InkFormatError) {
        objectCount += 1
        guard page.drawing.strokes.count + objectCount <= limits.maximumStrokes else {
            throw tooMany("strokes", limits.maximumStrokes)
        }
        guard var object = PageObject(json: json, pictures: pictures) else {
            return dropped.note(.attribute, page: 1, detail: SVGAttribute.object)
        }
        object.layer = layer
        page.drawing.append(.object(object))
    }

    private func add(_ attributes: [String: String]) throws(InkFormatError) {
        guard page.drawing.strokes.count + objectCount < limits.maximumStrokes else {
            throw tooMany("strokes", limits.maximumStrokes)
        }
        let read = SVGStroke(attributes)
        for detail in read.unreadable { dropped.note(.attribute, page: 1, detail: detail) }
        guard var stroke = read.stroke else {
            return dropped.note(.stroke, page: 1, detail: "points that are not usable numbers")
        }
        pointCount += stroke.points.count
        guard pointCount <= limits.maximumPoints else { throw tooMany("points", limits.maximumPoints) }
        stroke.layer = layer
        page.drawing.strokes.append(stroke)
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(
            .tooLarge, format: .svg, at: .init(stroke: page.drawing.strokes.count + 1),
            "it has more than \(limit) \(what)")
    }
}
