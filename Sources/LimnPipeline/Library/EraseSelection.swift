// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
internal import LimnJobs

/// A selection of a page's ink to erase. Erasing can be undone.
public enum EraseSelection: Hashable, Sendable {
    /// All items.
    case everything
    /// Strokes selected by number, in the syntax of page selections. Strokes are numbered from 1 in painting order.
    case strokes(PageSelection)
    /// All items that touch a rectangle of page space, in points. For strokes, only their center lines are considered.
    case area(Rect)
    /// The ink under an eraser. Strokes are cut at its edge.
    case path(Eraser)

    /// Returns the edit that erases the selection.
    ///
    /// - Throws: ``LimnError`` with `failed` if one of the strokes does not exist.
    func edit(of drawing: Drawing) throws(LimnError) -> Edit {
        switch self {
        case .everything: return drawing.removing(0..<drawing.itemCount)
        case .strokes(let selection):
            let count = drawing.strokes.count
            guard count > 0 else { throw LimnError(.failed, "This page has no strokes.") }
            let choice: ResolvedPages
            do { choice = try ResolvedPages(selection, of: count) } catch {
                throw LimnError(
                    .failed, "The page has \(count == 1 ? "1 stroke" : "\(count) strokes"), fewer than were chosen.")
            }
            if let missing = choice.missing.first {
                throw LimnError(
                    .failed,
                    "There is no stroke \(missing.page.map { "\($0)" } ?? "below 1"); the page has \(count == 1 ? "1 stroke" : "\(count) strokes")."
                )
            }
            return drawing.removing(drawing.itemIndices(ofStrokes: Set(choice.pages.map { $0 - 1 }).sorted()))
        case .area(let area):
            let lasso = Lasso(corners: [
                Point(x: area.minX, y: area.minY), Point(x: area.maxX, y: area.minY),
                Point(x: area.maxX, y: area.maxY), Point(x: area.minX, y: area.maxY),
            ])
            return drawing.removing(drawing.items(in: lasso, .any))
        case .path(let eraser):
            return drawing.erasing(under: eraser, among: StrokeIndex(drawing).strokes(near: eraser))
        }
    }
}
