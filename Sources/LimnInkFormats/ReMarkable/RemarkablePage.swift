// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A page of any version.
struct RemarkablePage {
    /// The page; what lies below the ink is not said in it.
    private(set) var page = InkDocument.Page()
    /// 3, 5 or 6.
    let version: Int

    /// - Parameters:
    ///   - isOnPDF: whether a page of a PDF lies below the ink.
    ///   - layerNames: the names of layers where they are kept apart from the page, as in versions 3 and 5.
    init(
        _ file: [UInt8], isOnPDF: Bool = false, layerNames: [String] = [], from account: inout RemarkableAccount
    ) throws(InkFormatError) {
        guard file.count <= account.limits.maximumBytes else {
            throw InkFormatError(
                .tooLarge, format: account.format, "it has more than \(account.limits.maximumBytes) bytes")
        }
        let version = try RemarkableHeader.version(of: file, as: account.format)
        self.version = version
        page = try file.withUnsafeBufferPointer { buffer throws(InkFormatError) in
            let bytes = RemarkableBytes(UnsafeRawBufferPointer(buffer), RemarkableHeader.length..<buffer.count)
            let canvas = RemarkableCanvas(version: version, isOnPDF: isOnPDF)
            return version == 6
                ? try Self.scene(bytes, canvas, isOnPDF: isOnPDF, &account)
                : try Self.layers(bytes, version, canvas, &account)
        }
        if version < 6 {
            for (index, name) in layerNames.enumerated() where page.drawing.layers.indices.contains(index) {
                page.drawing.layers[index].name = name.isEmpty ? nil : name
            }
        }
    }

    private static func layers(
        _ bytes: RemarkableBytes, _ version: Int, _ canvas: RemarkableCanvas, _ account: inout RemarkableAccount
    ) throws(InkFormatError) -> InkDocument.Page {
        let read = try RemarkableLayers(bytes, version: version, canvas: canvas, from: &account)
        return InkDocument.Page(size: canvas.size, drawing: read.drawing)
    }

    private static func scene(
        _ bytes: RemarkableBytes, _ standard: RemarkableCanvas, isOnPDF: Bool, _ account: inout RemarkableAccount
    ) throws(InkFormatError) -> InkDocument.Page {
        let scene = try RemarkableScene(bytes, from: &account)
        var canvas = standard
        if let paper = scene.paper { (canvas.width, canvas.height) = (Double(paper.width), Double(paper.height)) }
        var text = RemarkableText()
        if let block = scene.text {
            do throws(RemarkableMalformed) { text = try RemarkableText(bytes, block) } catch {
                account.drop(.text, "whose block cannot be read")
            }
            if text.hasCharacters { account.drop(.text) }
            if text.isTooLong { account.drop(.attribute, "the lines of typed text, which is too long") }
        }
        let tree = try RemarkableTree(scene, in: bytes, lines: text.lines, canvas: canvas, from: &account)
        return grown(Drawing(strokes: tree.strokes, layers: tree.layers), canvas, keepsTop: isOnPDF)
    }

    /// Makes a page larger than its canvas where ink goes beyond it: downwards, and on both sides alike, so that the
    /// middle stays where it is. Upwards too, where no PDF gives the top its place and points lie more than a pixel
    /// above it.
    private static func grown(_ drawing: Drawing, _ canvas: RemarkableCanvas, keepsTop: Bool) -> InkDocument.Page {
        let size = canvas.size
        var box = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
        var highest = 0.0
        for stroke in drawing.strokes {
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
        let beside = max(0 - box.minX, box.maxX - size.width)
        let above = keepsTop || highest >= -canvas.scale ? 0 : 0 - box.minY
        var page = InkDocument.Page(
            size: Size(width: size.width + 2 * beside, height: box.maxY + above), drawing: drawing)
        guard beside > 0 || above > 0 else { return page }
        for index in page.drawing.strokes.indices {
            page.drawing.strokes[index].points.mapPositions { Point(x: $0.x + beside, y: $0.y + above) }
        }
        return page
    }
}
