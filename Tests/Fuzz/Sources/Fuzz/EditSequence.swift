// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Edits that bytes choose, followed by their undos: the drawing must be the identical one again.
struct EditSequence {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes.prefix(4096) }

    private mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }
    private mutating func place() -> Point { Point(x: Double(next()) * 1.7, y: Double(next()) * 1.3) }

    private mutating func points() -> StrokePoints {
        let positions = (0..<(1 + next() % 6)).map { _ in place() }
        let widths = positions.map { _ in Double(next()) / 16 }
        return StrokePoints(
            positions: positions, widths: widths,
            channels: next() % 2 == 0 ? [:] : [.pressure: widths, .azimuth: widths])
    }

    private mutating func stroke() -> Stroke {
        let points = points()
        let kinds = Brush.Kind.allCases
        let dash: [Double] = next() % 4 == 0 ? [Double(next()) / 8, 2] : []
        return Stroke(
            brush: Brush(kind: kinds[next() % kinds.count], width: 2, cap: Brush.Cap.allCases[next() % 3], dash: dash),
            points: points)
    }

    private mutating func words() -> String {
        String(decoding: (0..<(next() % 8)).map { _ in UInt8(next()) }, as: UTF8.self)
    }

    /// An item of any kind.
    private mutating func item() -> Item {
        let layer = next() % 3
        switch next() % 6 {
        case 0:
            let style = TextItem.Style(size: Double(1 + next()) / 4, weight: 1 + next(), isItalic: next() % 2 == 0)
            return .object(.text(TextItem(words(), style, at: place(), width: Double(next()), layer: layer)))
        case 1:
            let data = PictureData([0xff, 0xd8, 0xff, UInt8(next() % 3)], format: .jpeg)
            let frame = Rect(origin: place(), size: Size(width: Double(next()), height: 5))
            return .object(.picture(PictureItem(data, frame: frame, opacity: Double(next()) / 255, layer: layer)))
        case 2: return .object(.note(NoteItem(at: place(), title: words(), text: words(), layer: layer)))
        case 3:
            let area = Rect(origin: place(), size: Size(width: Double(next()), height: 3))
            return .object(.link(LinkItem(area, to: next() % 2 == 0 ? .uri(words()) : .page(next()), layer: layer)))
        default: return .stroke(stroke())
        }
    }

    private mutating func edit(of drawing: Drawing) -> Edit {
        let chosen = (0..<(next() % 4)).map { _ in next() % max(drawing.itemCount, 1) }
        switch next() % 11 {
        case 0, 1:
            let added = item()
            return drawing.adding([added])
        case 8:
            guard let place = chosen.first, place < drawing.itemCount else { return Edit() }
            let added = item()
            return drawing.replacing([place: [added, drawing.items[place]]])
        case 9:
            let layer = Drawing.Layer(
                name: words(), id: next(), isVisible: next() % 2 == 0, isLocked: next() % 2 == 0,
                audience: next() % 2 == 0 ? .everyone : .gameMaster)
            return drawing.replacingLayers(Array((drawing.layers + [layer]).suffix(4)))
        case 10: return drawing.moving(chosen, to: Drawing()).here
        case 2: return drawing.removing(chosen)
        case 3:
            let path = points().positions
            return drawing.erasing(under: Eraser(path: path, radius: Double(next()) / 8))
        case 4:
            let path = points().positions
            return drawing.erasingStrokes(under: Eraser(path: path, radius: Double(next()) / 8))
        case 5:
            let turn = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: Double(next()), ty: 3.7)
            return drawing.transforming(chosen, by: turn)
        case 6: return drawing.duplicating(chosen, by: Vector(dx: 1.1, dy: 0.3))
        default: return drawing.recoloring(chosen, to: Color(rgba: UInt32(next()) << 8 | 0xff))
        }
    }

    mutating func run() {
        var drawing = Drawing()
        var history = EditHistory(limit: 10_000)
        var states = [drawing]
        while !bytes.isEmpty, drawing.itemCount < 300 {
            let edit = edit(of: drawing)
            let count = history.done.count
            guard (try? history.perform(edit, on: &drawing)) != nil else {
                fatalError("an edit does not fit its drawing")
            }
            if history.done.count > count { states.append(drawing) }
        }
        guard let stored = try? history.encoded(), let restored = try? EditHistory(decoding: stored),
            restored == history
        else { fatalError("a history does not come back as it was") }
        guard let ink = try? NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless),
            (try? NativeInk.decode(ink))?.pages.first?.drawing == drawing
        else { fatalError("a drawing does not come back as it was") }
        for state in states.dropLast().reversed() {
            guard (try? history.undo(&drawing)) != nil, drawing == state else {
                fatalError("an undo gives another drawing")
            }
        }
    }
}
