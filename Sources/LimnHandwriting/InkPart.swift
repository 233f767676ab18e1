// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A stroke as the cutting of lines sees it.
struct InkPart {
    /// The index of the stroke in the drawing.
    let index: Int
    let box: Rect
    /// The height at which half of the ink lies above, in points.
    let middle: Double
    /// The band that holds the middle seven tenths of the ink.
    let band: ClosedRange<Double>
    /// The length of the line, in points.
    let length: Double
    /// How often the line turns back in x after running at least half its width.
    let reversals: Int

    /// The number of places along a stroke that are looked at.
    private static let samples = 64

    /// Looks at a stroke; nil if it has no finite point.
    init?(_ stroke: Stroke, index: Int) {
        let points = stroke.points.positions.filter { $0.x.isFinite && $0.y.isFinite }
        guard let box = Rect(containing: points) else { return nil }
        (self.index, self.box) = (index, box)
        let steps = zip(points, points.dropFirst()).map { ($0 - $1).length }
        length = steps.reduce(0, +)
        var heights = [points[0].y]
        // Places at equal distances: where a pen rests, it leaves many points.
        let interval = max(length / Double(Self.samples), 1e-9)
        var left = interval
        for (place, step) in steps.enumerated() where step > 0 {
            var done = 0.0
            while step - done >= left, heights.count <= 2 * Self.samples {
                done += left
                heights.append(points[place].y + (points[place + 1].y - points[place].y) * done / step)
                left = interval
            }
            left -= step - done
        }
        heights.sort()
        middle = heights[heights.count / 2]
        band = heights[heights.count * 3 / 20]...heights[(heights.count - 1) * 17 / 20]
        reversals = Self.reversals(points.map(\.x), atLeast: box.width / 2)
    }

    /// Returns how often values turn back after running at least so far.
    private static func reversals(_ values: [Double], atLeast least: Double) -> Int {
        guard least > 0 else { return 0 }
        var (count, low, high) = (0, values[0], values[0])
        var rises: Bool?
        for value in values {
            (low, high) = (min(low, value), max(high, value))
            if rises != true, value - low >= least {
                if rises == false { count += 1 }
                (rises, high) = (true, value)
            } else if rises != false, high - value >= least {
                if rises == true { count += 1 }
                (rises, low) = (false, value)
            }
            if rises == true, value == high { low = value }
            if rises == false, value == low { high = value }
        }
        return count
    }
}
