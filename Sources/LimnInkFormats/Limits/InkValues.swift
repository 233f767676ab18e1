// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Validates documents before writing.
enum InkValues {
    /// - Throws: `invalidValue` with the location of the first value that no format can store.
    static func check(_ document: InkDocument, format: InkFormat) throws(InkFormatError) {
        for (page, content) in document.pages.enumerated() {
            if let size = content.size, !(size.width.isFinite && size.height.isFinite) {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1), "a page's size is not finite")
            }
            for (index, stroke) in content.drawing.strokes.enumerated() where !stroke.isStorable {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1, stroke: index + 1),
                    "it has a value that is not finite or a negative width")
            }
            for placed in content.drawing.objects where !placed.object.isStorable {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1),
                    "a \(placed.object.kind.rawValue) has a value that is not finite or out of its range")
            }
        }
    }
}

extension DroppedItems {
    /// Adds the channels of a page's strokes that a format does not support, each with the number of strokes.
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
}
