// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk

/// A random stroke of one of several characters: smooth, jagged, dense, with spikes in width, turning back.
public func randomStroke(using generator: inout SeededGenerator, points: ClosedRange<Int> = 2...40) -> Stroke {
    let count = Int.random(in: points, using: &generator)
    let character = Int.random(in: 0..<5, using: &generator)
    var (x, y, heading, width) = (300.0, 400.0, 0.0, Double.random(in: 0.2...6, using: &generator))
    var (positions, widths): ([Point], [Double]) = ([], [])
    for i in 0..<count {
        let step: Double
        switch character {
        case 0:
            heading += .random(in: -0.3...0.3, using: &generator)
            step = 1
        case 1:
            heading = .random(in: -Double.pi...Double.pi, using: &generator)
            step = .random(in: 0...8, using: &generator)
        case 2:
            heading += .random(in: -0.1...0.1, using: &generator)
            step = .random(in: 0...0.2, using: &generator)
        case 3:
            heading += i.isMultiple(of: 5) ? Double.pi : 0
            step = 2
        default:
            heading += .random(in: -0.5...0.5, using: &generator)
            step = .random(in: 0...3, using: &generator)
        }
        let direction = UnitVector(angle: heading).vector
        x += direction.dx * step
        y += direction.dy * step
        if character != 3 { width = max(0, width + .random(in: -0.4...0.4, using: &generator)) }
        if character == 4, Int.random(in: 0..<6, using: &generator) == 0 {
            width = .random(in: 0...10, using: &generator)
        }
        positions.append(Point(x: x, y: y))
        widths.append(width)
    }
    return Stroke(brush: Brush(width: width), points: StrokePoints(positions: positions, widths: widths))
}
