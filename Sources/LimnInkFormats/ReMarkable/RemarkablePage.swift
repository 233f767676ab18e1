// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads a page of any version.
struct RemarkablePage {
    /// The page, without its background. The page file does not contain the background.
    private(set) var page = InkDocument.Page()
    /// The version: 3, 5 or 6.
    let version: Int

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - isOnPDF: whether the background is a PDF page.
    ///   - layerNames: the names of the layers, which versions 3 and 5 store in another file.
    init(
        _ file: [UInt8], isOnPDF: Bool = false, layerNames: [String] = [], from context: inout RemarkableContext
    ) throws(InkFormatError) {
        guard file.count <= context.limits.maximumBytes else {
            throw InkFormatError(
                .tooLarge, format: context.format, "it has more than \(context.limits.maximumBytes) bytes")
        }
        let version = try RemarkableHeader.version(of: file, as: context.format)
        self.version = version
        page = try file.withUnsafeBufferPointer { buffer throws(InkFormatError) in
            let bytes = RemarkableBytes(UnsafeRawBufferPointer(buffer), RemarkableHeader.length..<buffer.count)
            let canvas = RemarkableCanvas(version: version, isOnPDF: isOnPDF)
            return version == 6
                ? try Self.scene(bytes, canvas, isOnPDF: isOnPDF, &context)
                : try Self.layers(bytes, version, canvas, &context)
        }
        if version < 6 {
            for (index, name) in layerNames.enumerated() where page.drawing.layers.indices.contains(index) {
                page.drawing.layers[index].name = name.isEmpty ? nil : name
            }
        }
    }

    private static func layers(
        _ bytes: RemarkableBytes, _ version: Int, _ canvas: RemarkableCanvas, _ context: inout RemarkableContext
    ) throws(InkFormatError) -> InkDocument.Page {
        let read = try RemarkableLayers(bytes, version: version, canvas: canvas, from: &context)
        return InkDocument.Page(size: canvas.size, drawing: read.drawing)
    }

    private static func scene(
        _ bytes: RemarkableBytes, _ standard: RemarkableCanvas, isOnPDF: Bool, _ context: inout RemarkableContext
    ) throws(InkFormatError) -> InkDocument.Page {
        let scene = try RemarkableScene(bytes, from: &context)
        var canvas = standard
        if let paper = scene.paper { (canvas.width, canvas.height) = (Double(paper.width), Double(paper.height)) }
        var text = RemarkableText()
        if let block = scene.text {
            do throws(RemarkableMalformed) { text = try RemarkableText(bytes, block) } catch {
                context.drop(.text, "whose block cannot be read")
            }
            if text.isTooLong { context.drop(.text, "which is too long") }
        }
        let tree = try RemarkableTree(scene, in: bytes, lines: text.lines, canvas: canvas, from: &context)
        var drawing = Drawing(layers: tree.layers)
        // Text is painted below all strokes.
        let items = try items(of: text, canvas, &context)
        if !items.isEmpty {
            let shown = drawing.layers.firstIndex(where: \.isVisible) ?? drawing.layers.count
            if shown == drawing.layers.count { drawing.layers.append(Drawing.Layer()) }
            for var item in items {
                item.layer = shown
                drawing.append(.object(.text(item)))
            }
        }
        drawing.strokes = tree.strokes
        return expandedPage(drawing, canvas, keepsTop: isOnPDF)
    }

    private static func items(
        of text: RemarkableText, _ canvas: RemarkableCanvas, _ context: inout RemarkableContext
    ) throws(InkFormatError) -> [TextItem] {
        var items: [TextItem] = []
        for paragraph in text.paragraphs {
            let own = paragraph.items(x: text.x, width: text.width, canvas: canvas)
            if !own.isEmpty, !paragraph.isKnown { context.drop(.attribute, "paragraph style \(paragraph.style)") }
            for item in own {
                guard
                    [item.transform.tx, item.transform.ty].allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate })
                else {
                    context.drop(.text, "coordinates that are not usable numbers")
                    continue
                }
                try context.countStroke()
                items.append(item)
            }
        }
        return items
    }

    /// Returns a page that is large enough for all ink.
    ///
    /// The page grows downwards, and equally to both sides, so that its center does not move. It also grows upwards if
    /// it is not on a PDF page and points are more than one pixel above its top.
    private static func expandedPage(_ drawing: Drawing, _ canvas: RemarkableCanvas, keepsTop: Bool) -> InkDocument.Page
    {
        let size = canvas.size
        var box = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
        var highest = 0.0
        for stroke in drawing.shown.strokes {
            let points = stroke.points
            for index in 0..<points.count {
                let (point, radius) = (points.positions[index], points.widths[index] / 2)
                highest = min(highest, point.y)
                box.minX = min(box.minX, point.x - radius)
                box.minY = min(box.minY, point.y - radius)
                box.maxX = max(box.maxX, point.x + radius)
                box.maxY = max(box.maxY, point.y + radius)
            }
        }
        for placed in drawing.objects { box.maxY = max(box.maxY, placed.object.bounds?.maxY ?? 0) }
        let beside = max(0 - box.minX, box.maxX - size.width)
        let above = keepsTop || highest >= -canvas.scale ? 0 : 0 - box.minY
        var page = InkDocument.Page(
            size: Size(width: size.width + 2 * beside, height: box.maxY + above), drawing: drawing)
        guard beside > 0 || above > 0 else { return page }
        for index in page.drawing.strokes.indices {
            page.drawing.strokes[index].points.mapPositions { Point(x: $0.x + beside, y: $0.y + above) }
        }
        let move = AffineTransform.translation(Vector(dx: beside, dy: above))
        for index in page.drawing.objects.indices {
            page.drawing.objects[index].object = page.drawing.objects[index].object.transformed(by: move)
        }
        return page
    }
}
