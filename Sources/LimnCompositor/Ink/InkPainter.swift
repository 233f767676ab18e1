// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnCairo
public import LimnGeometry
public import LimnInk

/// Paints drawings into a cairo context. Pictures use the marks of strokes as they are; ``InkContent`` approximates them
/// in PDFs within its tolerance.
public struct InkPainter: Hashable, Sendable {
    /// The largest distance between the painted edge of an outline and the exact one, in points.
    public var tolerance: Tolerance

    /// Makes a painter.
    ///
    /// - Parameter tolerance: the largest distance between the painted edge of an outline and the exact one.
    public init(tolerance: Tolerance = .outline) { self.tolerance = tolerance }

    /// Paints the items of visible layers in order. One unit of the context must be one point of page space.
    ///
    /// Each mark is painted in one operation, so a translucent stroke does not darken where it crosses itself.
    /// Highlighters multiply with the existing content of the context. Notes are painted as pins; links are not painted.
    /// The state of the context is the same afterwards.
    ///
    /// - Parameters:
    ///   - drawing: the items in page space.
    ///   - context: the context, whose content lies below the drawing.
    /// - Returns: notes for the user about texts and pictures, such as a missing font.
    /// - Throws: `CairoError`. Items that were painted before the error remain.
    @discardableResult
    public func paint(_ drawing: Drawing, in context: CairoContext) throws(CairoError) -> ItemNotes {
        let drawing = drawing.shown
        var notes = ItemNotes()
        context.saved {
            let marks = MarkPainter(context: context)
            func paint(_ stroke: Stroke) {
                for mark in stroke.marks(tolerance: tolerance) { marks.paint(mark) }
            }
            if drawing.objects.isEmpty {
                for stroke in drawing.strokes { paint(stroke) }
                return
            }
            let objects = ObjectPainter(context: context)
            for item in drawing.items {
                switch item {
                case .stroke(let stroke): paint(stroke)
                case .object(let object): objects.paint(object, &notes)
                }
            }
        }
        try context.check()
        return notes
    }
}
