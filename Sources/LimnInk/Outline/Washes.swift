// SPDX-License-Identifier: Apache-2.0

extension Stroke {
    /// The strokes that paint this one, from the widest to the narrowest: several for a watercolor, which fades towards
    /// its edge, and the stroke itself for all other tools.
    ///
    /// The first wash is as wide as the stroke. The others lie inside it; they have constant widths, so that they share
    /// their center line. Where all washes lie on one another, they have the opacity of the stroke. Washes have no tool.
    public var washes: [Stroke] {
        guard brush.tool == .watercolor, brush.kind == .pen, let narrowest = points.widths.min(),
            let widest = points.widths.max()
        else { return [self] }
        let opacity = paintColor.alpha
        // Lines of constant width must not reach out of the stroke, nor leave most of it pale.
        let isEven = narrowest >= brush.width * Wash.even[1].width && widest <= 2 * brush.width && brush.width > 0
        let washes = isEven ? Wash.even : Wash.uneven
        return washes.indices.map { index in
            let below = index == 0 ? 0 : washes[index - 1].density
            var wash = self
            wash.brush.tool = nil
            wash.brush.color.alpha = 1 - (1 - opacity * washes[index].density) / max(1 - opacity * below, 1e-9)
            wash.points[.opacity] = nil
            guard index > 0 else { return wash }
            wash.brush.fill = nil
            wash.brush.width *= washes[index].width
            if isEven {
                if constantWidth == nil { wash.brush.cap = .round }
                wash.points = StrokePoints(points.positions, width: wash.brush.width)
            } else {
                wash.points.mapWidths { $0 * washes[index].width }
            }
            return wash
        }
    }
}

/// A layer of a watercolor.
private struct Wash {
    /// The washes of a stroke that is nowhere narrower than the second one.
    static let even = [
        Wash(width: 1, density: 0.32), Wash(width: 0.68, density: 0.5), Wash(width: 0.58, density: 0.65),
        Wash(width: 0.48, density: 0.78), Wash(width: 0.38, density: 0.9), Wash(width: 0.28, density: 1),
    ]
    /// The washes of any other stroke.
    static let uneven = [Wash(width: 1, density: 0.5), Wash(width: 0.7, density: 1)]

    /// The width as a part of the nominal width, or of the width at each point in an uneven stroke.
    let width: Double
    /// The opacity of this wash over the wider ones, as a part of the stroke's opacity.
    let density: Double
}
