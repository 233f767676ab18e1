// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The records of a tldraw file: pages and shapes. The parent of a shape is a page or another shape.
struct TldrawStore {
    /// A shape with its transform to page coordinates.
    struct PlacedShape {
        var shape: TreeValue
        var transform: AffineTransform
    }

    /// The identifiers of the pages, in order.
    private(set) var pages: [String] = []
    /// The document's name; nil if there is none.
    private(set) var title: String?
    /// The number of shapes that do not belong to a page.
    private(set) var orphanCount = 0
    private var placed: [String: [PlacedShape]] = [:]
    private var shapesByID: [String: PlacedShape] = [:]
    private var assets: [String: TreeValue] = [:]
    /// The bindings of arrows. Their keys consist of the arrow's identifier and the name of the end.
    private var bindings: [String: TreeValue] = [:]

    /// The maximum nesting depth of shapes. Deeper shapes are treated as orphans.
    private static let maximumDepth = 64

    /// A record with its sort key. Keys are strings, which are compared byte by byte.
    private struct Entry {
        var id: String
        var index: [UInt8]
        var shape: TreeValue
    }

    init(_ records: [TreeValue]) {
        var pageEntries: [Entry] = []
        var children: [String: [Entry]] = [:]
        var count = 0
        for record in records {
            let index = Array((record["index"]?.string ?? "").utf8)
            switch record["typeName"]?.string {
            case "page":
                guard let id = record["id"]?.string else { continue }
                pageEntries.append(Entry(id: id, index: index, shape: record))
            case "shape":
                count += 1
                children[record["parentId"]?.string ?? "", default: []].append(
                    Entry(id: record["id"]?.string ?? "", index: index, shape: record))
            case "asset": assets[record["id"]?.string ?? ""] = record
            case "binding":
                bindings[Self.key(record["fromId"]?.string ?? "", record["props"]?["terminal"]?.string ?? "")] = record
            case "document":
                if let name = record["name"]?.string, !name.isEmpty { title = name }
            default: break
            }
        }
        pages = pageEntries.sorted { $0.index.lexicographicallyPrecedes($1.index) }.map(\.id)
        var found = 0
        for page in pages where placed[page] == nil {
            var result: [PlacedShape] = []
            // Each shape is visited only once, so cycles cause no endless loop.
            Self.collect(page, .identity, 0, &children, &result)
            found += result.count
            placed[page] = result
        }
        orphanCount = count - found
        for shape in placed.values.joined() { shapesByID[shape.shape["id"]?.string ?? ""] = shape }
    }

    private static func key(_ arrow: String, _ end: String) -> String { "\(arrow) \(end)" }

    /// Returns the shape with an identifier; nil if there is none on any page.
    func shape(_ id: String) -> PlacedShape? { shapesByID[id] }

    /// Returns the record of an image or a bookmark; nil if there is none.
    func asset(_ id: String) -> TreeValue? { assets[id] }

    /// Returns the record that binds an end of an arrow to a shape; nil if there is none.
    func binding(of arrow: String, _ end: String) -> TreeValue? { bindings[Self.key(arrow, end)] }

    /// Returns the shapes of a page in painting order.
    func shapes(on page: String) -> [PlacedShape] { placed[page] ?? [] }

    private static func collect(
        _ parent: String, _ transform: AffineTransform, _ depth: Int, _ children: inout [String: [Entry]],
        _ result: inout [PlacedShape]
    ) {
        guard depth < maximumDepth, let entries = children.removeValue(forKey: parent) else { return }
        for entry in entries.sorted(by: { $0.index.lexicographicallyPrecedes($1.index) }) {
            let shape = entry.shape
            let turn = UnitVector(angle: shape["rotation"]?.number ?? 0).vector
            let own = AffineTransform(
                a: turn.dx, b: turn.dy, c: -turn.dy, d: turn.dx, tx: shape["x"]?.number ?? 0,
                ty: shape["y"]?.number ?? 0)
            let placed = own.then(transform)
            result.append(PlacedShape(shape: shape, transform: placed))
            collect(entry.id, placed, depth + 1, &children, &result)
        }
    }
}
