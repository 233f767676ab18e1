// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads the body of versions 3 and 5: a list of layers. Each layer has a list of strokes, and each stroke has a list
/// of points.
struct RemarkableLayers {
    private(set) var drawing = Drawing()

    private var reader: RemarkableBytes
    private let version: Int

    init(
        _ bytes: RemarkableBytes, version: Int, canvas: RemarkableCanvas, from context: inout RemarkableContext
    ) throws(InkFormatError) {
        reader = bytes
        self.version = version
        do {
            try read(canvas, &context)
        } catch let error as InkFormatError {
            throw error
        } catch {
            throw context.corrupt("it ends too early, or a count is larger than the file", at: reader.position)
        }
        if reader.remaining > 0 { context.drop(.unknownElement, "\(reader.remaining) bytes behind the last layer") }
    }

    private mutating func read(_ canvas: RemarkableCanvas, _ context: inout RemarkableContext) throws {
        var strokes: [Stroke] = []
        var layers: [Drawing.Layer] = []
        for layer in 0..<(try count(of: 4)) {
            try context.countStroke()
            layers.append(Drawing.Layer())
            for _ in 0..<(try count(of: version == 5 ? 24 : 20)) {
                try context.countStroke()
                let line = try line()
                if let stroke = try line.stroke(
                    in: reader, canvas: canvas, offset: Vector(dx: 0, dy: 0), layer: layer, to: &context)
                {
                    strokes.append(stroke)
                }
            }
        }
        drawing = Drawing(strokes: strokes, layers: layers)
    }

    /// Reads a count of elements, each of which takes at least `size` bytes.
    private mutating func count(of size: Int) throws(RemarkableMalformed) -> Int {
        let count = Int(try reader.word())
        guard count <= reader.remaining / size else { throw RemarkableMalformed() }
        return count
    }

    private mutating func line() throws(RemarkableMalformed) -> RemarkableLine {
        var line = RemarkableLine()
        line.pen = try reader.word()
        line.color = try reader.word()
        _ = try reader.word()
        line.thickness = try reader.float()
        if version == 5 { _ = try reader.word() }
        line.points = try reader.skip(try count(of: line.layout.size) * line.layout.size)
        return line
    }
}
