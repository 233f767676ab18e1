// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// Values in straight lines, as somebody with a ruler writes them: ink that any reader of handwriting reads.
public enum WrittenValue {
    /// The lines of letters in a grid that is three wide and five high.
    private static let letters: [Character: [[(Double, Double)]]] = [
        "0": [[(1.5, 0), (0.4, 0.6), (0, 2.5), (0.4, 4.4), (1.5, 5), (2.6, 4.4), (3, 2.5), (2.6, 0.6), (1.5, 0)]],
        "1": [[(0.6, 1.2), (1.6, 0), (1.6, 5)]],
        "2": [[(0.2, 1), (1, 0), (2.3, 0), (3, 1), (2.6, 2.4), (0, 5), (3, 5)]],
        "3": [[(0.2, 0.4), (1.4, 0), (2.8, 0.8), (2.4, 2), (1.2, 2.4), (2.6, 2.8), (3, 4), (1.6, 5), (0, 4.5)]],
        "4": [[(2.2, 0), (0, 3.3), (3, 3.3)], [(2.2, 2), (2.2, 5)]],
        "5": [[(2.8, 0), (0.4, 0), (0.2, 2.2), (1.8, 1.9), (3, 3), (2.6, 4.5), (1.4, 5), (0, 4.5)]],
        "7": [[(0, 0), (3, 0), (1.2, 5)]],
        "d": [[(2.8, 2.4), (1.2, 2), (0, 3.4), (0.6, 4.8), (2, 5), (2.8, 4)], [(2.9, 0), (2.9, 5)]],
        "+": [[(0.2, 2.8), (2.8, 2.8)], [(1.5, 1.5), (1.5, 4.1)]], "-": [[(0.2, 2.8), (2.8, 2.8)]],
        "x": [[(0, 0), (3, 5)], [(3, 0), (0, 5)]],
    ]

    /// Returns the strokes of a text, of a pen that is a point wide.
    ///
    /// - Parameters:
    ///   - x: the left edge, in points.
    ///   - y: the upper edge, in points.
    ///   - height: the height of letters, in points.
    ///   - layer: the layer.
    public static func strokes(_ text: String, x: Double, y: Double, height: Double, layer: Int = 0) -> [Stroke] {
        let unit = height / 5
        return text.enumerated().flatMap { index, letter in
            (letters[letter] ?? []).map { line in
                let points = line.map {
                    Point(x: x + ($0.0 + 4.2 * Double(index)) * unit, y: y + $0.1 * unit)
                }
                var stroke = Stroke(brush: Brush(width: 1), points: StrokePoints(points, width: 1))
                stroke.layer = layer
                return stroke
            }
        }
    }
}
