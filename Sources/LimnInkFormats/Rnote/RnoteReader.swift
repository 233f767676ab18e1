// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnGeometry
public import LimnInk

/// Reads files of Rnote (`.rnote`), versions 0.5 to 0.15: gzip-compressed JSON with brush strokes, shapes, texts and
/// pictures in pixels.
///
/// The pages are those of the document's format that have content, as in Rnote's exports. Pictures in SVG are listed as
/// dropped.
public struct RnoteReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/rnote``.
    public var format: InkFormat { .rnote }

    /// The maximum number of bytes that are decompressed to recognize a file.
    private static let headSize = 16 << 10

    /// Returns whether the bytes are gzip-compressed JSON with the keys of Rnote.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        guard Gzip.recognizes(bytes) else { return false }
        let head = Inflate.firstBytes(of: bytes, as: .gzip, count: Self.headSize)
        guard JSONInkFile.names("\"data\"", in: head) else { return false }
        let text = String(decoding: head, as: UTF8.self)
        return ["\"engine_snapshot\"", "\"store_snapshot\"", "\"stroke_components\""].contains { text.contains($0) }
            || (text.contains("\"version\"") && text.contains("\"document\"") && text.contains("\"format\""))
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits. `maximumBytes` applies to the decompressed JSON.
    /// - Throws: ``InkFormatError`` with `corrupt` or `tooLarge`.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONInkFile.tree(try json(bytes, limits), limits: limits, as: format)
        guard let data = root["data"], data.isObject else {
            throw InkFormatError(.corrupt, format: format, "its data is missing")
        }
        // Before version 0.6, the document was beside the strokes.
        let snapshot = data["engine_snapshot"] ?? data["store_snapshot"] ?? .null
        guard let strokes = snapshot["stroke_components"]?.array else {
            throw InkFormatError(.corrupt, format: format, "its strokes are missing")
        }
        let sheet = RnoteSheet(snapshot["document"] ?? data["document"] ?? data["sheet"] ?? .null)
        var dropped = DroppedItems()
        var counter = InkCounter(limits, format)
        var tiles = Tiles(size: sheet.size)
        let elements = RnoteElements(scale: sheet.scale)
        for component in Self.sorted(strokes, snapshot["chrono_components"]?.array ?? []) {
            let read = elements.read(component.value, isHighlighter: component.isHighlighter)
            for (kind, detail) in read.dropped { dropped.note(kind, page: nil, detail: detail) }
            for item in read.items {
                let pages = tiles.add(item)
                if pages == 0 { dropped.note(.stroke, page: nil, detail: "coordinates that are not usable numbers") }
                for _ in 0..<pages {
                    if case .stroke(let stroke) = item {
                        try counter.add(stroke)
                    } else {
                        try counter.addObject()
                    }
                }
            }
        }
        var pages: [InkDocument.Page] = []
        for items in tiles.pages {
            try counter.addPage()
            pages.append(
                InkDocument.Page(size: sheet.size, background: sheet.background, drawing: Drawing(items: items)))
        }
        if pages.isEmpty { pages = [InkDocument.Page(size: sheet.size, background: sheet.background)] }
        return InkImport(format: format, document: InkDocument(pages: pages), dropped: dropped.items)
    }

    private func json(_ bytes: [UInt8], _ limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        do throws(CompressionError) {
            return try Gzip.decompress(bytes, limits: InflateLimits(maximumBytes: limits.maximumBytes))
        } catch {
            throw InkFormatError(
                error.code == .tooLarge ? .tooLarge : .corrupt, format: format, "it cannot be decompressed",
                cause: error.description)
        }
    }

    /// Returns the elements in painting order: by layer, and then by time.
    private static func sorted(
        _ strokes: [TreeValue], _ orders: [TreeValue]
    ) -> [(value: TreeValue, isHighlighter: Bool)] {
        struct Element {
            var value: TreeValue
            var layer: Double
            var time: Double
            var place: Int
        }
        var elements: [Element] = []
        for (place, stroke) in strokes.enumerated() {
            guard let value = stroke["value"], value.isObject else { continue }
            let order = place < orders.count ? orders[place]["value"] : nil
            let layer: Double
            switch order?["layer"] {
            case .string("document")?, .string("Document")?: layer = -2
            case .string("image")?, .string("Image")?: layer = -1
            case .string("highlighter")?, .string("Highlighter")?: layer = .infinity
            case let other: layer = (other?["user_layer"] ?? other?["UserLayer"])?.number ?? 0
            }
            elements.append(Element(value: value, layer: layer, time: order?["t"]?.number ?? 0, place: place))
        }
        elements.sort { ($0.layer, $0.time, Double($0.place)) < ($1.layer, $1.time, Double($1.place)) }
        return elements.map { ($0.value, $0.layer == .infinity) }
    }
}
