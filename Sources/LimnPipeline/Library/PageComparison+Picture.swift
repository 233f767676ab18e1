// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnLibrary

extension PageComparison {
    /// The colour of strokes that were added: blue.
    static let addedColor = Color(rgba: 0x1463_d2ff)
    /// The colour of strokes that were removed: vermilion, which also people with a colour weakness tell from blue.
    static let removedColor = Color(rgba: 0xd93a_1cff)
    /// How much of their opacity other strokes keep.
    static let fadedOpacity = 0.25

    /// The ink for a picture of the changes: what is as it was is pale, what is gone lies above in one colour, and what came
    /// above all in another.
    var picture: Drawing {
        Drawing(
            strokes: kept.map { Self.faded($0) } + removed.map { Self.marked($0, Self.removedColor) }
                + added.map { Self.marked($0, Self.addedColor) })
    }

    /// Whiteout stays, because what it covers is still covered.
    private static func faded(_ stroke: Stroke) -> Stroke {
        var copy = stroke
        copy.layer = 0
        if stroke.brush.kind != .whiteout { copy.brush.color.alpha *= fadedOpacity }
        return copy
    }

    /// Whiteout becomes a translucent area; pale ink gets strong enough to be seen, and what is below a highlighter stays
    /// readable.
    private static func marked(_ stroke: Stroke, _ color: Color) -> Stroke {
        var copy = stroke
        copy.layer = 0
        copy.brush.color = color
        switch stroke.brush.kind {
        case .pen: copy.brush.color.alpha = max(stroke.brush.color.alpha, 0.6)
        case .highlighter: copy.brush.color.alpha = 0.35
        case .whiteout:
            copy.brush.kind = .pen
            copy.brush.color.alpha = 0.35
        }
        return copy
    }
}
