// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts an infinite canvas in CSS pixels to a page.
enum Canvas {
    /// The size of a CSS pixel in points.
    static let pixel = 0.75
    /// The margin around the items in pixels. It is the same as in Excalidraw's exports.
    private static let margin = 10.0

    /// Makes a page from items in pixels. The size of the page is the bounding box of the items plus a margin on every
    /// side.
    static func page(_ items: [Item], background: InkDocument.Background = .none) -> InkDocument.Page {
        let boxes = items.lazy.compactMap(\.bounds)
        guard let first = boxes.first else { return InkDocument.Page(background: background) }
        let box = boxes.reduce(first) { $0.union($1) }
        guard box.isFinite else { return InkDocument.Page(background: background) }
        let origin = Vector(dx: margin - box.minX, dy: margin - box.minY)
        let drawing = Drawing(items: items.map { placed($0, origin) })
        let size = Size(width: (box.width + 2 * margin) * pixel, height: (box.height + 2 * margin) * pixel)
        return InkDocument.Page(size: size, background: background, drawing: drawing)
    }

    /// Moves an item by an offset in pixels and converts it to points.
    private static func placed(_ item: Item, _ origin: Vector) -> Item {
        switch item {
        case .stroke(var stroke):
            stroke.points.mapPositions { p in
                Point(x: (p.x + origin.dx) * pixel, y: (p.y + origin.dy) * pixel)
            }
            stroke.points.mapWidths { $0 * pixel }
            stroke.brush.width *= pixel
            stroke.brush.dash = stroke.brush.dash.map { $0 * pixel }
            return .stroke(stroke)
        case .object(.text(var text)):
            // The text's own space is scaled. So font sizes are in points, and the transform contains no scaling.
            for index in text.runs.indices { text.runs[index].style.size *= pixel }
            text.width = text.width.map { $0 * pixel }
            text.measured = text.measured.map { Size(width: $0.width * pixel, height: $0.height * pixel) }
            text.transform = scaled(text.transform, origin)
            return .object(.text(text))
        case .object(.picture(var picture)):
            picture.frame = AffineTransform.scaling(x: pixel, y: pixel).apply(picture.frame)
            picture.transform = scaled(picture.transform, origin)
            return .object(.picture(picture))
        case .object(let object):
            let move = AffineTransform.translation(origin)
            return .object(object.transformed(by: move.then(.scaling(x: pixel, y: pixel))))
        }
    }

    private static func scaled(_ t: AffineTransform, _ origin: Vector) -> AffineTransform {
        var result = t
        result.tx = (t.tx + origin.dx) * pixel
        result.ty = (t.ty + origin.dy) * pixel
        return result
    }
}
