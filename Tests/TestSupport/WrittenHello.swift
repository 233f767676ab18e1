// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// The word `HELLO` in straight lines: ink that any reader of handwriting reads.
public enum WrittenHello {
    /// Returns the lines, 69 × 15 points large.
    ///
    /// - Parameters:
    ///   - x: the left edge, in points.
    ///   - y: the upper edge, in points.
    ///   - size: a factor for its size.
    public static func lines(x: Double, y: Double, size: Double = 1) -> [[Point]] {
        let l: [[(Double, Double)]] = [[(0, 0), (0, 5), (3, 5)]]
        let h: [[(Double, Double)]] = [[(0, 0), (0, 5)], [(0, 2.5), (3, 2.5)], [(3, 0), (3, 5)]]
        let e: [[(Double, Double)]] = [[(3, 0), (0, 0), (0, 5), (3, 5)], [(0, 2.5), (2.5, 2.5)]]
        let o: [[(Double, Double)]] = [[(1, 0), (0, 1), (0, 4), (1, 5), (2, 5), (3, 4), (3, 1), (2, 0), (1, 0)]]
        return [h, e, l, l, o].enumerated().flatMap { index, letter in
            letter.map { line in
                line.map { Point(x: x + ($0.0 + 5 * Double(index)) * 3 * size, y: y + $0.1 * 3 * size) }
            }
        }
    }

    /// Returns the lines as strokes of a pen that is a point wide.
    public static func strokes(x: Double, y: Double, size: Double = 1) -> [Stroke] {
        lines(x: x, y: y, size: size).map { Stroke(brush: Brush(width: 1), points: StrokePoints($0, width: 1)) }
    }
}
