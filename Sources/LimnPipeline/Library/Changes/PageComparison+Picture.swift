// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnLibrary

extension PageComparison {
    /// Returns the comparison of what an audience may see. What moved to a layer for the game master counts as removed
    /// for players.
    func made(for audience: Drawing.Layer.Audience) -> PageComparison {
        PageComparison(before: before.made(for: audience), now: now.made(for: audience))
    }

    /// The color of added strokes: blue.
    static let addedColor = Color(rgba: 0x1463_d2ff)
    /// The color of removed strokes: vermilion, which people with color vision deficiency can distinguish from blue.
    static let removedColor = Color(rgba: 0xd93a_1cff)
    /// The factor by which the opacity of unchanged strokes is multiplied.
    static let fadedOpacity = 0.25

    /// The ink for a picture of the changes: unchanged strokes are pale, removed strokes lie above them in one color,
    /// and added strokes are on top in another color.
    var picture: Drawing {
        Drawing(
            strokes: kept.map { Self.faded($0) } + removed.map { Self.marked($0, Self.removedColor) }
                + added.map { Self.marked($0, Self.addedColor) })
    }

    /// Fades a stroke. Whiteout keeps its opacity, because it still covers what is below it.
    private static func faded(_ stroke: Stroke) -> Stroke {
        var copy = stroke
        copy.layer = 0
        if stroke.brush.kind != .whiteout { copy.brush.color.alpha *= fadedOpacity }
        return copy
    }

    /// Highlights a stroke. Whiteout becomes a translucent area, and pale ink becomes strong enough to see. Content
    /// below a highlighter stays readable.
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
