// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Lists the content of a page that a format cannot store.
extension DroppedItems {
    /// Adds the channels of a page's strokes except the supported ones, each with its number of strokes.
    mutating func noteChannels(of page: InkDocument.Page, number: Int, except kept: Set<StrokePoints.Channel> = []) {
        for channel in StrokePoints.Channel.allCases where !kept.contains(channel) {
            let count = page.drawing.strokes.reduce(0) { $0 + ($1.points[channel] == nil ? 0 : 1) }
            guard count > 0 else { continue }
            if channel == .opacity {
                note(.opacity, page: number, count: count)
            } else {
                note(.channel, page: number, count: count, detail: channel.rawValue)
            }
        }
    }

    /// Adds the page items that a format does not support.
    mutating func noteItems(_ items: some Sequence<PageItem>, page: Int) {
        for item in items { note(.pageItem, page: page, detail: "\(item.kind.rawValue) of \(item.format)") }
    }

    /// Adds the drawing tools of a page's strokes.
    mutating func noteTools(of page: InkDocument.Page, number: Int) {
        for stroke in page.drawing.strokes {
            if let tool = stroke.brush.tool { note(.tool, page: number, detail: tool.rawValue) }
        }
    }

    /// Adds the objects of a page, for formats without objects.
    mutating func noteObjects(of page: InkDocument.Page, number: Int) {
        for placed in page.drawing.objects { note(.init(of: placed.object), page: number) }
    }

    /// Adds the layer settings of a page, except names.
    mutating func noteLayerSettings(of page: InkDocument.Page, number: Int) {
        for layer in page.drawing.layers {
            if !layer.isVisible { note(.layer, page: number, detail: "hidden") }
            if layer.isLocked { note(.layer, page: number, detail: "locked") }
            // The items of the layer are written. Only the mark is lost.
            if layer.audience != .everyone { note(.layer, page: number, detail: "the mark for the game master only") }
        }
    }
}

extension InkDocument.Page {
    /// Returns the page with marks on words as strokes, for formats without such marks, and lists the marks.
    func withMarkupAsStrokes(_ dropped: inout DroppedItems, number: Int) -> InkDocument.Page {
        let count = drawing.objects.count { $0.object.kind == .markup }
        guard count > 0 else { return self }
        dropped.note(.markup, page: number, count: count)
        var page = self
        page.drawing = drawing.withMarkupAsStrokes
        return page
    }
}

extension DroppedItem.Kind {
    /// The kind of an object.
    init(of object: PageObject) {
        self =
            switch object {
            case .text: .text
            case .picture(let picture): picture.alternative == nil ? .image : .formula
            case .note: .note
            case .link: .link
            case .markup: .markup
            }
    }
}
