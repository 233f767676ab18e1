// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension InkContent {
    /// Writes an object. Links are not written. Without resources, texts and pictures are not written either.
    mutating func write(_ object: PageObject, _ resources: DrawingResources?, paintsPins: Bool) {
        switch object {
        case .text(let item):
            guard let resources, let set = resources.text(of: item) else { return }
            inSpace(of: item.transform) { $0.write(set, resources) }
            include(set.box(resources), item.transform)
        case .picture(let item):
            guard let picture = resources?.pictures[item.data], item.opacity > 0, !item.frame.isEmpty,
                !item.crop.isEmpty
            else { return }
            inSpace(of: item.transform) { $0.write(item, picture) }
            include(item.frame, item.transform)
        case .note(let item):
            guard paintsPins, item.place.isFinite else { return }
            begin(at: item.place)
            for mark in item.pin { write(mark) }
            include(item.box, .identity)
        case .markup(let item):
            guard let box = Rect(containing: item.quads.lazy.flatMap(\.corners)), box.isFinite else { return }
            let marks = item.marks
            guard !marks.isEmpty else { return }
            begin(at: item.quads[0].upperStart)
            for mark in marks { write(mark) }
            include(box, .identity)
        case .link: break
        }
    }

    /// Writes content in another coordinate space, then restores the graphics state.
    ///
    /// - Parameter transform: maps that space to page space. If it is degenerate, nothing is written.
    private mutating func inSpace(of transform: AffineTransform, _ body: (inout InkContent) -> Void) {
        guard transform.isFinite, transform.inverted != nil else { return }
        let before = (state, fillColor, lineColor, lineStyle)
        let origin = Vector(dx: Double(-originX), dy: Double(-originY))
        emit("q")
        concatenate(transform.then(.scaling(x: 1 / unit, y: 1 / unit)).then(.translation(origin)))
        body(&self)
        emit("Q")
        (state, fillColor, lineColor, lineStyle) = before
    }

    /// Concatenates a transform with the current one.
    mutating func concatenate(_ t: AffineTransform) { emit(Self.text(t.a, t.b, t.c, t.d, t.tx, t.ty) + " cm") }

    /// Sets the fill color and the opacity.
    mutating func setFill(_ color: Color) {
        setAlpha(color.alpha)
        writeFillColor(color)
    }

    /// Sets the opacity, with the normal blend mode.
    mutating func setAlpha(_ alpha: Double) {
        write(GraphicsState(alpha: (alpha * 1000).rounded() / 1000, blend: .normal))
    }

    /// Returns numbers separated by spaces.
    static func text(_ numbers: Double...) -> String { numbers.map { PDFNumber.text($0) }.joined(separator: " ") }

    private mutating func include(_ box: Rect, _ transform: AffineTransform) {
        let box = transform.apply(box)
        guard box.isFinite else { return }
        bounds = bounds?.union(box) ?? box
    }
}
