// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The dark pixels of a picture.
struct Bitmap {
    /// A run of dark pixels in a row, or a line of the picture.
    struct Run {
        /// The middle of the row.
        var place: Double
        var start: Double
        var end: Double
    }

    private(set) var width: Int
    private(set) var height: Int
    private var isDark: [Bool]

    private static let runLimit = 400_000

    /// Finds the pixels that are darker than what is around them (D. Bradley, G. Roth, "Adaptive thresholding using the
    /// integral image", 2007).
    ///
    /// - Parameter reach: how far around each pixel, in pixels.
    init(darkIn pixels: [UInt8], width: Int, height: Int, reach: Int) {
        (self.width, self.height) = (width, height)
        // The sum of all pixels above and left of each.
        var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row = 0
            for x in 0..<width {
                row += Int(pixels[y * width + x])
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
        isDark = [Bool](repeating: false, count: pixels.count)
        for y in 0..<height {
            let (top, bottom) = (max(0, y - reach), min(height, y + reach + 1))
            for x in 0..<width {
                let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
                let sum =
                    sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right]
                    - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left]
                let count = (bottom - top) * (right - left)
                isDark[y * width + x] = Int(pixels[y * width + x]) * count * 100 < sum * 94
            }
        }
    }

    /// The picture with rows and columns exchanged.
    var transposed: Bitmap {
        var turned = self
        (turned.width, turned.height) = (height, width)
        for y in 0..<height { for x in 0..<width { turned.isDark[x * height + y] = isDark[y * width + x] } }
        return turned
    }

    /// Whether a pixel is dark.
    subscript(x: Int, y: Int) -> Bool { isDark[y * width + x] }

    /// Returns the runs of dark pixels of a least length, row by row. Gaps of a pixel are bridged.
    func runs(atLeast least: Int) -> [Run] {
        var found: [Run] = []
        for y in 0..<height {
            var (start, last) = (-1, -2)
            let row = y * width
            func end() {
                if start >= 0, last - start + 1 >= least, found.count < Self.runLimit {
                    found.append(Run(place: Double(y) + 0.5, start: Double(start), end: Double(last + 1)))
                }
            }
            for x in 0..<width where isDark[row + x] {
                if x - last > 2 {
                    end()
                    start = x
                }
                last = x
            }
            end()
        }
        return found
    }

    /// Returns the squares to tick, in pixels: a short run above another one of the same length, dark sides between them,
    /// and little inside.
    ///
    /// - Parameter sides: the lengths of a side, in pixels.
    func squares(sides: ClosedRange<Double>) -> [Rect] {
        let short = runs(atLeast: Int(clamping: sides.lowerBound)).filter { $0.end - $0.start <= sides.upperBound }
        // Runs by where they begin.
        var starts: [Int: [Int]] = [:]
        for (index, run) in short.enumerated() { starts[Int(clamping: run.start) / 4, default: []].append(index) }
        var found: [Rect] = []
        func isUpright(_ x: Double, _ top: Double, _ bottom: Double) -> Bool {
            var dark = 0
            let rows = Int(clamping: top)...Int(clamping: bottom)
            for y in rows {
                let near = max(0, Int(clamping: x) - 2)...min(width - 1, Int(clamping: x) + 2)
                if near.contains(where: { isDark[y * width + $0] }) { dark += 1 }
            }
            return Double(dark) >= 0.85 * Double(rows.count)
        }
        for run in short {
            let side = run.end - run.start
            // Only the uppermost row of a thick line counts.
            if run.place >= 1, isDark[(Int(clamping: run.place) - 1) * width + Int(clamping: (run.start + run.end) / 2)]
            {
                continue
            }
            let cell = Int(clamping: run.start) / 4
            let near: [Run] = [cell - 1, cell, cell + 1].flatMap { starts[$0] ?? [] }.map { short[$0] }
            let candidates = near.filter { (other: Run) -> Bool in
                let distance = other.place - run.place
                return distance >= 0.7 * side && distance <= 1.4 * side
                    && (other.start - run.start).magnitude <= 3 && (other.end - run.end).magnitude <= 3
            }
            guard let bottom = candidates.max(by: { $0.place < $1.place }) else { continue }
            let box = Rect(x0: run.start, y0: run.place, x1: run.end, y1: bottom.place)
            guard isUpright(box.minX + 1, box.minY, box.maxY), isUpright(box.maxX - 1, box.minY, box.maxY),
                !found.contains(where: { $0.contains(box.center) })
            else { continue }
            let inner = box.expanded(by: -0.22 * side)
            var dark = 0
            for y in Int(clamping: inner.minY)...Int(clamping: inner.maxY) {
                for x in Int(clamping: inner.minX)...Int(clamping: inner.maxX) where isDark[y * width + x] { dark += 1 }
            }
            if Double(dark) <= 0.12 * inner.width * inner.height { found.append(box) }
        }
        return found
    }

    /// Makes the pixels of a rectangle bright.
    mutating func clear(_ box: Rect) {
        let columns = max(0, Int(clamping: box.minX))..<min(width, Int(clamping: box.maxX))
        for y in max(0, Int(clamping: box.minY))..<min(height, Int(clamping: box.maxY)) {
            for x in columns { isDark[y * width + x] = false }
        }
    }
}
