// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads notes of Saber: `.sbn2` (BSON) and the older `.sbn` (JSON).
///
/// A page unit is one point, as in Saber's PDFs (inferred). ``FreehandWidths`` computes the widths from the options
/// of each stroke. Images and typed text are listed as dropped.
public struct SaberReader: InkFormatReader {
    /// The newest known version.
    private static let newestVersion = 19

    /// Makes a reader.
    public init() {}

    /// ``InkFormat/saber``.
    public var format: InkFormat { .saber }

    /// Whether this is BSON that starts with the key `v`, or JSON with the keys `v` and `ni`.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        BSONTree.recognizes(bytes, firstKey: "v")
            || (JSONInkFile.names("\"v\":", in: bytes) && JSONInkFile.names("\"ni\":", in: bytes))
    }

    /// Reads a note.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        let isJSON = bytes.prefix(1024).first { $0 > 32 && $0 < 0x80 } == UInt8(ascii: "{") && bytes.last != 0
        let root = try isJSON ? JSONTree.parse(bytes, as: format) : BSONTree.parse(bytes, as: format)
        guard let version = root["v"]?.integer, version >= 0 else {
            throw InkFormatError(.corrupt, format: format, "its version is missing")
        }
        var dropped = DroppedItems()
        if version > Self.newestVersion { dropped.note(.newerVersion, page: nil, detail: "version \(version)") }
        var counter = InkCounter(limits, format)
        let background = background(root, &dropped)
        // These are read once, because each lookup in the root is a linear search.
        let defaultSides = (root["w"]?.number, root["h"]?.number)
        var pages: [InkDocument.Page] = []
        for page in root["z"]?.array ?? [] {
            try counter.addPage()
            pages.append(try read(page, defaultSides, number: pages.count + 1, background, &dropped, &counter))
        }
        return InkImport(format: format, document: InkDocument(pages: pages), dropped: dropped.items)
    }

    private func background(_ root: TreeValue, _ dropped: inout DroppedItems) -> InkDocument.Background {
        let style = root["p"]?.string ?? ""
        guard root["b"] != nil || !style.isEmpty else { return .none }
        let color = root["b"].flatMap { SaberStroke.color($0) }
        if root["b"] != nil, color == nil { dropped.note(.attribute, page: nil, detail: "b") }
        func length(_ key: String, _ standard: Int) -> Int {
            root[key]?.integer.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? standard
        }
        // A ruling always has its settings, as their usual values are Saber's own.
        let settings = style.isEmpty ? "" : "l=\(length("l", 40)),lt=\(length("lt", 3))"
        return .paper(style: style.isEmpty ? "plain" : style, color: color ?? .white, settings: settings)
    }

    private func read(
        _ page: TreeValue, _ defaultSides: (Double?, Double?), number: Int, _ background: InkDocument.Background,
        _ dropped: inout DroppedItems, _ counter: inout InkCounter
    ) throws(InkFormatError) -> InkDocument.Page {
        var result = InkDocument.Page(background: background)
        func side(_ name: String, _ standard: Double?) -> Double {
            guard let value = page[name] else { return standard ?? .nan }
            return value.number ?? .nan
        }
        let sides = [side("w", defaultSides.0), side("h", defaultSides.1)]
        if sides.allSatisfy({ $0 > 0 && $0 <= ValueLimits.maximumCoordinate }) {
            result.size = Size(width: sides[0], height: sides[1])
        }
        for element in page["s"]?.array ?? [] {
            let read = SaberStroke(element)
            for (kind, detail) in read.dropped { dropped.note(kind, page: number, detail: detail) }
            guard let stroke = read.stroke else { continue }
            try counter.add(stroke, page: number)
            result.drawing.strokes.append(stroke)
        }
        let pictures = page["i"]?.array?.count ?? 0
        if pictures > 0 { dropped.note(.image, page: number, count: pictures) }
        if let text = page["q"]?.array, !text.isEmpty { dropped.note(.text, page: number) }
        if page["b"]?.isObject == true { dropped.note(.backgroundImage, page: number) }
        return result
    }
}
