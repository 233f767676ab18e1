// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts the shapes of tldraw 1 to records of its later versions.
///
/// The two differ in names, in the origin of rotations (the center, later the top left corner), in the order of shapes
/// (numbers, later strings), and in groups, whose children are in the coordinates of the page in version 1. Its colors
/// become the nearest ones of later versions.
struct TldrawVersion1 {
    /// The records of the document.
    private(set) var records: [TreeValue] = []

    private static let colors = [
        "lightGray": "grey", "gray": "grey", "cyan": "light-blue", "indigo": "blue",
    ]
    private static let sizes = ["small": "s", "medium": "m", "large": "l"]
    private static let fonts = ["script": "draw"]
    private static let alignments = ["middle": "middle", "justify": "start"]
    /// The maximum number of groups around a shape. Deeper shapes are put on top.
    private static let maximumDepth = 64

    /// Reads a document; nil if it has no pages.
    init?(_ root: TreeValue) {
        guard let document = root["document"], case .object(let pages)? = document["pages"] else { return nil }
        add(["typeName": .string("document"), "name": root["name"] ?? document["name"] ?? .null])
        for assets in [document["assets"], root["assets"]] {
            guard case .object(let members)? = assets else { continue }
            for member in members {
                add([
                    "typeName": .string("asset"), "id": .string(member.key),
                    "props": Self.object(["src": member.value["src"] ?? .null]),
                ])
            }
        }
        let order = pages.enumerated().sorted {
            ($0.element.value["childIndex"]?.number ?? 1, $0.offset)
                < ($1.element.value["childIndex"]?.number ?? 1, $1.offset)
        }
        for (place, page) in order.enumerated() {
            let id = page.element.key
            add(["typeName": .string("page"), "id": .string(id), "index": .string(Self.index(place))])
            guard case .object(let shapes)? = page.element.value["shapes"] else { continue }
            add(shapes.map(\.value), on: id)
        }
    }

    private mutating func add(_ members: KeyValuePairs<String, TreeValue>) { records.append(Self.object(members)) }

    private static func object(_ members: KeyValuePairs<String, TreeValue>) -> TreeValue {
        .object(members.map { TreeValue.Member(key: $0.key, value: $0.value) })
    }

    /// A key whose order as text is that of numbers.
    private static func index(_ number: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// Adds the shapes of a page in painting order.
    private mutating func add(_ shapes: [TreeValue], on page: String) {
        var parents: [String: TreeValue] = [:]
        for shape in shapes { if let id = shape["id"]?.string { parents[id] = shape } }
        func path(_ shape: TreeValue) -> [Double] {
            var path = [shape["childIndex"]?.number ?? 1]
            var parent = shape["parentId"]?.string ?? ""
            while path.count < Self.maximumDepth, let group = parents[parent] {
                path.append(group["childIndex"]?.number ?? 1)
                parent = group["parentId"]?.string ?? ""
            }
            return path.reversed()
        }
        let sorted = shapes.map { (shape: $0, path: path($0)) }.enumerated().sorted { a, b in
            if a.element.path == b.element.path { return a.offset < b.offset }
            return a.element.path.lexicographicallyPrecedes(b.element.path)
        }
        for (place, shape) in sorted.enumerated() { add(shape.element.shape, on: page, at: place) }
    }

    private mutating func add(_ shape: TreeValue, on page: String, at place: Int) {
        let style = shape["style"] ?? .null
        func name(_ key: String, _ table: [String: String], _ standard: String) -> TreeValue {
            let name = style[key]?.string ?? standard
            return .string(table[name] ?? name)
        }
        let isFilled = style["isFilled"]?.bool == true
        var props: [TreeValue.Member] = [
            .init(key: "color", value: name("color", Self.colors, "black")),
            .init(key: "size", value: name("size", Self.sizes, "small")),
            .init(key: "dash", value: name("dash", [:], "draw")),
            .init(key: "font", value: name("font", Self.fonts, "draw")),
            .init(key: "align", value: name("textAlign", Self.alignments, "middle")),
            .init(key: "scale", value: style["scale"] ?? .number(1)),
            .init(key: "fill", value: .string(isFilled ? "solid" : "none")),
        ]
        func set(_ key: String, _ value: TreeValue?) { if let value { props.append(.init(key: key, value: value)) } }
        var type = shape["type"]?.string ?? ""
        var size = Self.pair(shape["size"]) ?? Point(x: 0, y: 0)
        var corner = Point(x: 0, y: 0)
        switch type {
        case "draw":
            let points = (shape["points"]?.array ?? []).map { $0.array ?? [] }
            let positions = points.compactMap { $0.count >= 2 ? Self.pair(.array($0)) : nil }
            if let box = Rect(containing: positions) {
                (corner, size) = (box.origin, Point(x: box.width, y: box.height))
            }
            let isPen = points.count > 1 && points[1].count > 2 && points[1][2].number != 0.5
            let list = points.map { point in
                TreeValue.object(
                    zip(["x", "y", "z"], point).map { TreeValue.Member(key: $0, value: $1) })
            }
            set("segments", .array([Self.object(["type": .string("free"), "points": .array(list)])]))
            set("isPen", .bool(isPen))
            set("isClosed", .bool(isFilled))
        case "rectangle", "triangle", "ellipse":
            if type == "ellipse", let radius = Self.pair(shape["radius"]) {
                size = Point(x: 2 * radius.x, y: 2 * radius.y)
            }
            set("geo", .string(type))
            set("w", .number(size.x))
            set("h", .number(size.y))
            set("text", shape["label"])
            type = "geo"
        case "sticky":
            set("text", shape["text"])
            type = "note"
        case "text":
            set("text", shape["text"])
            set("autoSize", .bool(true))
            // The place of a text is the top left corner of its words.
            set("textAlign", .string("start"))
        case "arrow", "line":
            let ends = ["start", "end"].map { Self.pair(shape["handles"]?[$0]?["point"]) ?? Point(x: 0, y: 0) }
            for (key, end) in zip(["start", "end"], ends) {
                set(key, Self.object(["x": .number(end.x), "y": .number(end.y)]))
                set(
                    key == "start" ? "arrowheadStart" : "arrowheadEnd",
                    .string(shape["decorations"]?[key]?.string == nil ? "none" : "arrow"))
            }
            let length = (ends[1] - ends[0]).length
            set("bend", .number(-(shape["bend"]?.number ?? 0) * length / 2))
            set("text", shape["label"])
            if let box = Rect(containing: ends) { (corner, size) = (box.origin, Point(x: box.width, y: box.height)) }
            type = "arrow"
        case "image":
            set("assetId", shape["assetId"])
            set("w", .number(size.x))
            set("h", .number(size.y))
        default: break
        }
        let turn = shape["rotation"]?.number ?? 0
        let origin = Self.origin(
            at: Self.pair(shape["point"]) ?? Point(x: .nan, y: .nan), turned: turn,
            around: Point(x: corner.x + size.x / 2, y: corner.y + size.y / 2))
        add([
            "typeName": .string("shape"), "id": shape["id"] ?? .string(""), "type": .string(type),
            "parentId": .string(page), "index": .string(Self.index(place)), "rotation": .number(turn),
            "x": .number(origin.x), "y": .number(origin.y), "props": .object(props),
        ])
    }

    private static func pair(_ value: TreeValue?) -> Point? {
        guard let list = value?.array, list.count >= 2, let x = list[0].number, let y = list[1].number else {
            return nil
        }
        return Point(x: x, y: y)
    }

    /// Returns where the origin of a shape is after the shape is turned around a point of its own space.
    private static func origin(at place: Point, turned angle: Double, around center: Point) -> Point {
        let turn = UnitVector(angle: angle).vector
        return Point(
            x: place.x + center.x - (center.x * turn.dx - center.y * turn.dy),
            y: place.y + center.y - (center.x * turn.dy + center.y * turn.dx))
    }
}
