// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Lists the content of a document that a PencilKit drawing cannot store.
enum PencilKitDroppedItems {
    /// Returns the dropped items of a document with at most one page, which is given as it is written.
    static func items(of pages: [InkDocument.Page], in document: InkDocument) -> [DroppedItem] {
        var dropped = DroppedItems()
        if document.title != nil { dropped.note(.title, page: nil) }
        if document.template != nil { dropped.note(.template, page: nil) }
        for page in pages {
            switch page.background {
            case .none: break
            case .paper(let style, _, _): dropped.note(.background, page: 1, detail: style)
            case .pdf: dropped.note(.background, page: 1, detail: "page of a PDF")
            case .image: dropped.note(.backgroundImage, page: 1)
            }
            let layers = page.drawing.layers
            if layers.count > 1 || layers[0].name != nil { dropped.note(.layer, page: 1, count: layers.count) }
            dropped.noteLayerSettings(of: page, number: 1)
            dropped.noteObjects(of: page, number: 1)
            for item in page.items { dropped.note(.pageItem, page: 1, detail: item.kind.rawValue) }
            for stroke in page.drawing.strokes { note(stroke, in: &dropped) }
        }
        return dropped.items
    }

    private static func note(_ stroke: Stroke, in dropped: inout DroppedItems) {
        guard !stroke.points.isEmpty else { return dropped.note(.stroke, page: 1, detail: "no points") }
        let brush = stroke.brush
        if !brush.dash.isEmpty { dropped.note(.dash, page: 1) }
        if brush.fill != nil { dropped.note(.fill, page: 1) }
        if brush.cap != .round { dropped.note(.cap, page: 1) }
        if brush.kind == .whiteout { dropped.note(.strokeSetting, page: 1, detail: "whiteout, now a pen") }
        if let tool = brush.tool, PencilKitInk.Kind(for: brush).tool != tool {
            dropped.note(.tool, page: 1, detail: tool.rawValue)
        }
        let limits: [(StrokePoints.Channel, ClosedRange<Double>)] = [
            (.pressure, 0...65.535), (.altitude, 0...Double.pi), (.opacity, 0...1),
        ]
        for (channel, range) in limits where stroke.points[channel]?.allSatisfy({ range ~= $0 }) == false {
            dropped.note(.channel, page: 1, detail: "\(channel.rawValue) beyond what fits")
        }
    }
}
