// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
internal import SystemPackage

/// The properties of an ink file.
public struct InkInspection: Sendable, Encodable {
    /// A page of ink.
    public struct Page: Sendable, Encodable {
        /// The page number, from 1.
        public let page: Int
        /// The width in points; nil if the file does not specify it.
        public let width: Double?
        /// The height in points; nil if the file does not specify it.
        public let height: Double?
        /// The background: `none`, `paper:STYLE`, `pdf:PAGE` or `image:NAME`.
        public let background: String
        /// The names of the layers; null for a layer without a name.
        public let layers: [String?]
        /// The number of strokes.
        public let strokes: Int
        /// The number of points.
        public let points: Int
        /// The number of items that are not strokes.
        public let items: Int
        /// The number of items that are not strokes, by kind, such as `text`. Items of kind `foreign` are kept but not
        /// drawn.
        public let kinds: [String: Int]
        /// The brushes in the order of their first stroke.
        public let brushes: [Brush]
    }

    /// A brush and the number of strokes and points drawn with it.
    public struct Brush: Sendable, Encodable {
        /// `pen`, `highlighter` or `whiteout`.
        public let kind: String
        /// The instrument, such as `fountain`; nil if the file does not specify it.
        public let tool: String?
        /// The color as `#RRGGBBAA`.
        public let color: String
        /// The nominal width in points.
        public let width: Double
        /// The shape of the ends: `round`, `butt` or `square`.
        public let cap: String
        /// Whether lines are dashed.
        public let isDashed: Bool
        /// Whether the inside is filled.
        public let isFilled: Bool
        /// The channels of points besides position and width, such as `pressure`. At least one stroke has each of them.
        public var channels: [String]
        /// The number of strokes.
        public var strokes: Int
        /// The number of points.
        public var points: Int
    }

    /// Always `ink`.
    public let kind = "ink"
    /// The file's name as JSON represents it.
    public let input: String
    /// The file's size in bytes.
    public let bytes: Int
    /// The id of the format, such as `xopp` or `limn`.
    public let format: String
    /// The title.
    public let title: String?
    /// The PDF that the file refers to, as written in the file; `embedded` for an embedded one.
    public let template: String?
    /// The number of strokes on all pages.
    public let strokes: Int
    /// The number of points on all pages.
    public let points: Int
    /// The pages.
    public let pages: [Page]
    private let dropped: [DroppedJSON]
    /// Messages for the user about content that Limn cannot represent.
    let diagnostics: [Diagnostic]
    /// `ok`, or `warnings` if items were dropped.
    public let status: ResultStatus

    private enum CodingKeys: String, CodingKey {
        case kind, input, bytes, format, title, template, strokes, points, pages, dropped, status
    }

    init(_ path: FilePath, _ content: InkImport, size: Int) {
        let document = content.document
        input = path.json
        bytes = size
        format = content.format.id
        title = document.title
        template =
            switch document.template {
            case nil: nil
            case .file(let name): name
            case .attachment(let suffix): path.json + suffix
            case .embedded: "embedded"
            }
        strokes = document.strokeCount
        points = document.pointCount
        pages = document.pages.enumerated().map { Page(number: $0 + 1, $1) }
        let items = content.withTotals(content.dropped)
        dropped = items.map { DroppedJSON($0) }
        diagnostics = items.map { Diagnostic($0, in: path) }
        status = content.dropped.isEmpty ? .ok : .warnings
    }
}

extension InkInspection.Page {
    fileprivate init(number: Int, _ page: InkDocument.Page) {
        self.page = number
        width = page.size?.width
        height = page.size?.height
        background =
            switch page.background {
            case .none: "none"
            case .paper(let style, _, _): "paper:\(style)"
            case .pdf(let number): "pdf:\(number)"
            case .image(let name): "image:\(name)"
            }
        layers = page.drawing.layers.map(\.name)
        strokes = page.drawing.strokes.count
        points = page.drawing.pointCount
        items = page.drawing.objects.count + page.items.count
        kinds = page.drawing.objects.reduce(into: page.items.isEmpty ? [:] : ["foreign": page.items.count]) {
            $0[$1.object.kind.rawValue, default: 0] += 1
        }
        brushes = InkInspection.Brush.counted(page.drawing)
    }
}

extension InkInspection.Brush {
    /// Returns the brushes of a drawing. Strokes with brushes that look alike are counted together.
    fileprivate static func counted(_ drawing: Drawing) -> [InkInspection.Brush] {
        var brushes: [InkInspection.Brush] = []
        var indices: [String: Int] = [:]
        for stroke in drawing.strokes {
            let digits = String(stroke.brush.color.rgba, radix: 16)
            let color = "#" + String(repeating: "0", count: 8 - digits.count) + digits
            let brush = stroke.brush
            let (isDashed, isFilled) = (!brush.dash.isEmpty, brush.fill != nil)
            let tool = brush.tool?.rawValue
            let key = "\(brush.kind) \(tool ?? "") \(color) \(brush.width) \(brush.cap) \(isDashed) \(isFilled)"
            let channels = StrokePoints.Channel.allCases.filter { stroke.points[$0] != nil }.map(\.rawValue)
            if let index = indices[key] {
                brushes[index].channels += channels.filter { !brushes[index].channels.contains($0) }
                brushes[index].strokes += 1
                brushes[index].points += stroke.points.count
            } else {
                indices[key] = brushes.count
                brushes.append(
                    .init(
                        kind: brush.kind.rawValue, tool: tool, color: color, width: brush.width,
                        cap: brush.cap.rawValue, isDashed: isDashed, isFilled: isFilled, channels: channels, strokes: 1,
                        points: stroke.points.count))
            }
        }
        return brushes
    }
}
