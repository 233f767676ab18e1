// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import Testing
internal import TestSupport

/// The pages of `position_pages.py`, and where things must be on them, computed by hand.
struct PositionCase: CustomStringConvertible {
    let rotate: Int
    let isCropped: Bool
    let unit: Int
    let content: Int

    static let all = [0, 90, 180, 270].flatMap { rotate in
        [false, true].flatMap { isCropped in
            [1, 2].flatMap { unit in
                (0..<3).map { PositionCase(rotate: rotate, isCropped: isCropped, unit: unit, content: $0) }
            }
        }
    }

    /// The displayed page in points.
    var size: (width: Double, height: Double) {
        let (w, h) =
            isCropped ? (260.0 * Double(unit), 170.0 * Double(unit)) : (300.0 * Double(unit), 200.0 * Double(unit))
        return rotate == 90 || rotate == 270 ? (h, w) : (w, h)
    }

    /// Where (100, 80) of user space is displayed, in points from the top-left corner.
    var yellow: (x: Double, y: Double) {
        // Distances of the square from the four sides of the displayed box, before turning it.
        let (left, bottom) = isCropped ? (110.0, 60.0) : (120.0, 70.0)
        let (right, top) = isCropped ? (150.0, 110.0) : (180.0, 130.0)
        let place =
            switch rotate {
            case 90: (bottom, left)
            case 180: (right, bottom)
            case 270: (top, right)
            default: (left, top)
            }
        return (place.0 * Double(unit), place.1 * Double(unit))
    }

    /// Where a point of user space is displayed, in points from the top-left corner.
    func displayed(x: Double, y: Double) -> (x: Double, y: Double) {
        let (x0, y0, x1, y1) = isCropped ? (-10.0, 20.0, 250.0, 190.0) : (-20.0, 10.0, 280.0, 210.0)
        let place =
            switch rotate {
            case 90: (y - y0, x - x0)
            case 180: (x1 - x, y - y0)
            case 270: (y1 - y, x1 - x)
            default: (x - x0, y1 - y)
            }
        return (place.0 * Double(unit), place.1 * Double(unit))
    }

    /// The ink: where the middle of each color is, in points from the top-left corner, and its area.
    var marks: [(name: String, x: Double, y: Double, area: Double)] {
        let (w, h) = size
        return [
            ("red", 20, 15, .pi * 4.5 * 4.5), ("green", w - 30, 25, 0), ("blue", 25, h - 20, 16 * 5 + .pi * 2.5 * 2.5),
            ("magenta", w - 40, h - 30, 12 * 6),
        ]
    }

    var drawing: Drawing {
        func point(_ mark: Int, _ dx: Double, _ dy: Double) -> Point {
            Point(x: marks[mark].x + dx, y: marks[mark].y + dy)
        }
        let swelling = StrokePoints(positions: [-8, 0, 8].map { point(1, $0, $0 / 2) }, widths: [2, 6, 2])
        return Drawing(strokes: [
            Stroke(Brush(color: .red, width: 9), point(0, 0, 0)),
            Stroke(brush: Brush(color: .green, width: 4), points: swelling),
            Stroke(Brush(color: .blue, width: 5), point(2, -8, 0), point(2, 8, 0)),
            Stroke(
                Brush(kind: .highlighter, color: .magenta, width: 6, cap: .butt), point(3, 0, -6), point(3, 0, 6)),
        ])
    }

    /// - Parameter slack: how many pixels a mark may be off.
    func check(_ page: MarkedPage, scale: Double, slack: Double = 1, by engine: String) {
        let what = "\(engine): \(self)"
        #expect((Double(page.width) - size.width * scale).magnitude <= 1.01, "\(what)")
        #expect((Double(page.height) - size.height * scale).magnitude <= 1.01, "\(what)")
        for (name, x, y, area) in marks + [("yellow", yellow.x, yellow.y, Double(144 * unit * unit))] {
            guard let mark = page.marks[name] else {
                Issue.record("\(what): \(name) is not there")
                continue
            }
            #expect(mark.distance(toX: x * scale, y: y * scale) <= slack, "\(what): \(name) is at \(mark.x), \(mark.y)")
            if area > 0 {
                let share = mark.area / (area * scale * scale)
                #expect((0.85...1.15).contains(share), "\(what): \(name) covers \(share) of its area")
            }
        }
    }

    var description: String {
        let contents = ["balanced", "q left open", "a Q too many"]
        return "/Rotate \(rotate), \(isCropped ? "CropBox" : "no CropBox"), /UserUnit \(unit), \(contents[content])"
    }
}
