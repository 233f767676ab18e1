// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Traverses the tree of a version 6 page from its root and decodes the strokes in painting order.
///
/// The tree may be deep, contain cycles or refer to missing groups. No group is visited twice.
struct RemarkableTree {
    private(set) var strokes: [Stroke] = []
    private(set) var layers: [Drawing.Layer] = []

    /// A group on the path from the root to the current item.
    private struct Step {
        var items: [RemarkableScene.Item]
        var order: [Int]
        var next = 0
        /// The offset that is added to coordinates, in pixels.
        var offset: Vector
        /// The index of the layer; nil at the root.
        var layer: Int?
        /// Whether the group or any group that contains it is hidden.
        var isHidden: Bool
    }

    private let bytes: RemarkableBytes
    private let scene: RemarkableScene
    private let lines: [RemarkableID: Double]
    private let canvas: RemarkableCanvas
    private var steps: [Step] = []
    /// The index of the layer for strokes outside all layers; nil until there are any.
    private var defaultLayer: Int?
    private var visited: Set<RemarkableID> = []

    /// Decodes the strokes of a scene.
    ///
    /// - Parameter lines: the y coordinates of the lines of typed text, in pixels.
    init(
        _ scene: RemarkableScene, in bytes: RemarkableBytes, lines: [RemarkableID: Double], canvas: RemarkableCanvas,
        from context: inout RemarkableContext
    ) throws(InkFormatError) {
        self.bytes = bytes
        self.scene = scene
        self.lines = lines
        self.canvas = canvas
        enter(.root, offset: Vector(dx: canvas.left, dy: 0), layer: nil, isHidden: false, &context)
        while let index = steps.indices.last {
            guard steps[index].next < steps[index].order.count else {
                steps.removeLast()
                continue
            }
            let item = steps[index].items[steps[index].order[steps[index].next]]
            steps[index].next += 1
            try follow(item, in: index, &context)
        }
        for (id, items) in scene.children where !visited.contains(id) {
            let count = items.reduce(0) { if case .line = $1.content { $0 + 1 } else { $0 } }
            if count > 0 { context.drop(.stroke, count: count, "in a group that is not part of the page") }
        }
    }

    private mutating func follow(
        _ item: RemarkableScene.Item, in step: Int, _ context: inout RemarkableContext
    ) throws(InkFormatError) {
        let current = steps[step]
        switch item.content {
        case .deleted: break
        case .group(let id):
            guard !visited.contains(id) else {
                context.drop(.unknownElement, "a group that contains itself or is in two places")
                return
            }
            let group = scene.groups[id] ?? RemarkableScene.Group()
            let isHidden = current.isHidden || !group.isVisible
            var layer = current.layer
            // A hidden group inside a visible layer becomes a hidden layer.
            if layer == nil || isHidden != current.isHidden {
                try context.countStroke()
                layers.append(Drawing.Layer(name: group.label, isVisible: !isHidden))
                layer = layers.count - 1
            }
            enter(id, offset: current.offset, layer: layer, isHidden: isHidden, &context)
        case .line(_, _), .glyphs(_):
            let layer: Int
            if let known = current.layer ?? defaultLayer {
                layer = known
            } else {
                try context.countStroke()
                layer = layers.count
                layers.append(Drawing.Layer(isVisible: !current.isHidden))
                defaultLayer = layer
            }
            try decode(item.content, offset: current.offset, layer: layer, &context)
        }
    }

    private mutating func enter(
        _ id: RemarkableID, offset: Vector, layer: Int?, isHidden: Bool, _ context: inout RemarkableContext
    ) {
        visited.insert(id)
        let group = scene.groups[id] ?? RemarkableScene.Group()
        guard let items = scene.children[id] else { return }
        var offset = offset
        if let anchor = group.anchor {
            // An invalid origin makes the coordinates unusable, and then the strokes are dropped.
            offset.dx += group.originX
            if let line = lines[anchor] {
                offset.dy += line
            } else {
                context.drop(.attribute, "the place in typed text that strokes move with")
            }
        }
        steps.append(
            Step(
                items: items, order: RemarkableSequence.order(items.map(\.link)), offset: offset, layer: layer,
                isHidden: isHidden || !group.isVisible))
    }

    private mutating func decode(
        _ content: RemarkableScene.Item.Content, offset: Vector, layer: Int, _ context: inout RemarkableContext
    ) throws(InkFormatError) {
        switch content {
        case .line(let range, let version):
            let line: RemarkableLine
            do throws(RemarkableMalformed) { line = try RemarkableLine(bytes, range, version: version) } catch {
                context.drop(.stroke, "its values cannot be read")
                return
            }
            if let stroke = try line.stroke(in: bytes, canvas: canvas, offset: offset, layer: layer, to: &context) {
                strokes.append(stroke)
            }
        case .glyphs(let range):
            let glyphs: RemarkableGlyphs
            do throws(RemarkableMalformed) { glyphs = try RemarkableGlyphs(bytes, range) } catch {
                context.drop(.stroke, "a highlight of text whose values cannot be read")
                return
            }
            strokes += try glyphs.strokes(canvas: canvas, offset: offset, layer: layer, to: &context)
        case .deleted, .group: break
        }
    }
}

extension RemarkableLine {
    /// Reads a version 6 line: field 1 is the pen, 2 the color, 3 the size, 4 the starting length, 5 the points, 6 the
    /// time, 7 the move and 8 the explicit color.
    init(_ bytes: RemarkableBytes, _ range: Range<Int>, version: UInt8) throws(RemarkableMalformed) {
        guard version == 1 || version == 2 else { throw RemarkableMalformed() }
        layout = version == 1 ? .floats : .packed
        var fields = bytes.part(range)
        var isComplete = false
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (1, .word(let number)): pen = number
            case (2, .word(let number)): color = number
            case (3, .double(let size)): thickness = size
            case (5, .block(let range)):
                guard range.count.isMultiple(of: layout.size) else { throw RemarkableMalformed() }
                points = range
                isComplete = true
            case (8, .word(let bgra)): explicitColor = bgra
            default: break
            }
        }
        guard isComplete else { throw RemarkableMalformed() }
    }
}
