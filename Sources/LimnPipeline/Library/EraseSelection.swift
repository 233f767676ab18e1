// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
internal import LimnJobs

/// What is erased of a page's ink. All of it can be taken back.
public enum EraseSelection: Hashable, Sendable {
    /// All items.
    case everything
    /// Strokes by their numbers in painting order, from 1, as pages are chosen.
    case strokes(PageSelection)
    /// The items that come into a rectangle of page space, in points, strokes with their centre lines; each goes as a
    /// whole.
    case area(Rect)
    /// What lies under an eraser; strokes are cut where its edge meets them.
    case path(Eraser)

    /// The edit that erases it.
    ///
    /// - Throws: ``LimnError`` with `failed` for strokes that there are not.
    func edit(of drawing: Drawing) throws(LimnError) -> Edit {
        switch self {
        case .everything: return drawing.removing(0..<drawing.itemCount)
        case .strokes(let selection):
            let count = drawing.strokes.count
            guard count > 0 else { throw LimnError(.failed, "There is no stroke on this page.") }
            let choice: ResolvedPages
            do { choice = try ResolvedPages(selection, of: count) } catch {
                throw LimnError(.failed, "The page has \(count) strokes: \(LimnError(error).sentence)")
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
