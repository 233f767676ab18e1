// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Reads the lines and the printed places of a page that is a picture, such as a scan that lies a little askew.
///
/// Dark runs of pixels are joined to lines. The angle of the page is the one at which the runs fall into the fewest rows:
/// the sum of the squares of their lengths by row is largest there (W. Postl, "Detection of linear oblique structures and
/// skew scan in digitized documents", 1986). What is dark and in no line counts as words without text.
public struct ScanReader {
    /// The page as if it were straight: its lines, and boxes around what is printed.
    public private(set) var page: SheetPage
    /// The transform from the straight page to the page as it is.
    public private(set) var toPage: AffineTransform

    /// The steepest angle as a ratio of height to width; about 1.5 degrees.
    private static let steepest = 0.026

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - pixels: the brightness of the pixels, row by row, from 0 for black to 255 for white.
    ///   - width: the number of pixels of a row. `pixels` has `width * height` of them.
    ///   - sheet: what else is known of the page: its size in points, its fields, and words that a program has
    ///     recognized.
    public init(pixels: [UInt8], width: Int, height: Int, of sheet: SheetPage) {
        let size = sheet.size
        let scale = width > 0 ? size.width / Double(width) : 1
        page = SheetPage(size: size)
        toPage = .identity
        guard width > 0, height > 0, pixels.count == width * height, scale > 0, scale.isFinite else { return }
        var bitmap = Bitmap(darkIn: pixels, width: width, height: height, reach: max(4, width / 80))
        // A stroke of a letter is shorter.
        let least = max(12, Int(clamping: 11 / scale))
        let (across, down) = (bitmap.runs(atLeast: least), bitmap.transposed.runs(atLeast: least))
        let slope = Self.slope(across)
        let squares = bitmap.squares(sides: max(6, (5.5 / scale).rounded(.down))...max(6, 18 / scale))
        for run in across { bitmap.clear(Rect(x0: run.start, y0: run.place - 0.5, x1: run.end, y1: run.place + 0.5)) }
        for run in down { bitmap.clear(Rect(x0: run.place - 0.5, y0: run.start, x1: run.place + 0.5, y1: run.end)) }
        let (rows, columns) = (Self.lines(across, slope), Self.lines(down, -slope))
        for line in rows {
            let box = Rect(x0: line.start * scale, y0: line.place * scale, x1: line.end * scale, y1: line.place * scale)
            page.shapes.append(.init(.line, box: box, lineWidth: 1))
        }
        for line in columns {
            let box = Rect(x0: line.place * scale, y0: line.start * scale, x1: line.place * scale, y1: line.end * scale)
            page.shapes.append(.init(.line, box: box, lineWidth: 1))
        }
        for box in squares {
            let center = Point(x: box.center.x + slope * box.center.y, y: box.center.y - slope * box.center.x)
            let (x, y) = (center.x * scale, center.y * scale)
            let (w, h) = (box.width * scale / 2, box.height * scale / 2)
            page.shapes.append(.init(.rectangle, box: Rect(x0: x - w, y0: y - h, x1: x + w, y1: y + h), lineWidth: 1))
            // The frame is a few pixels thick.
            bitmap.clear(Rect(x0: box.minX - 2, y0: box.minY - 2, x1: box.maxX + 3, y1: box.maxY + 3))
        }
        page.words = Self.spots(in: bitmap, scale, slope).map { .init(Self.mark, box: $0) }
        // The picture may be stretched a little along one side.
        let stretch = size.height / (Double(height) * scale)
        toPage = AffineTransform(a: 1, b: slope * stretch, c: -slope, d: stretch, tx: 0, ty: 0)
        guard let toScan = toPage.inverted else { return }
        func straight(_ box: Rect) -> Rect {
            let center = toScan.apply(box.center)
            return Rect(
                x0: center.x - box.width / 2, y0: center.y - box.height / 2 / stretch, x1: center.x + box.width / 2,
                y1: center.y + box.height / 2 / stretch)
        }
        page.fields = sheet.fields.map(straight)
        let known = sheet.words.map { SheetPage.Word($0.text, box: straight($0.box)) }
        let index = BoxIndex(known.map(\.box), side: 20)
        // Words that were recognized say more than their spots.
        page.words = known + page.words.filter { index.touching($0.box).isEmpty }
    }

    /// Stands for words that are not read.
    static let mark = "\u{fffc}\u{fffc}"

    /// Returns the slope at which runs lie in the fewest rows.
    private static func slope(_ runs: [Bitmap.Run]) -> Double {
        let lowest = (runs.map(\.place).max() ?? 0) + 1
        let bins = Int(clamping: lowest) + 200
        var best = (score: 0.0, slope: 0.0)
        for step in -26...26 {
            let slope = Double(step) / 26 * steepest
            var lengths = [Double](repeating: 0, count: bins)
            for run in runs {
                let middle = run.place - slope * (run.start + run.end) / 2
                let bin = Int(clamping: middle + 100)
                if lengths.indices.contains(bin) { lengths[bin] += run.end - run.start }
            }
            let score = lengths.reduce(0) { $0 + $1 * $1 }
            if score > best.score * 1.0001 || score == best.score && slope.magnitude < best.slope.magnitude {
                best = (score, slope)
            }
        }
        return best.slope
    }

    /// Joins runs to straight lines at a slope. The lines are in the space of the straight page.
    private static func lines(_ runs: [Bitmap.Run], _ slope: Double) -> [Bitmap.Run] {
        let straight = runs.map { run -> Bitmap.Run in
            let middle = (run.start + run.end) / 2
            return Bitmap.Run(
                place: run.place - slope * middle, start: run.start + slope * run.place,
                end: run.end + slope * run.place)
        }.sorted { ($0.place, $0.start) < ($1.place, $1.start) }
        var lines: [Bitmap.Run] = []
        // The lines that later runs may belong to.
        var open: [Int] = []
        var heights: [Int: (first: Double, last: Double)] = [:]
        for run in straight {
            open.removeAll { run.place - (heights[$0]?.last ?? 0) > 2.5 }
            let near = open.filter { lines[$0].start - 5 <= run.end && run.start <= lines[$0].end + 5 }
            if let line = near.first {
                lines[line].start = min(lines[line].start, run.start)
                lines[line].end = max(lines[line].end, run.end)
                heights[line]?.last = run.place
                // What a run connects is one line.
                for other in near.dropFirst() {
                    lines[line].start = min(lines[line].start, lines[other].start)
                    lines[line].end = max(lines[line].end, lines[other].end)
                    let first = min(heights[line]?.first ?? 0, heights[other]?.first ?? 0)
                    heights[line]?.first = first
                    lines[other].end = lines[other].start
                    heights[other] = nil
                }
                open.removeAll { near.dropFirst().contains($0) }
            } else {
                open.append(lines.count)
                heights[lines.count] = (run.place, run.place)
                lines.append(run)
            }
        }
        return lines.enumerated().compactMap { index, line in
            // A solid area is no line.
            guard let (first, last) = heights[index], last - first < 12, line.end > line.start else { return nil }
            return Bitmap.Run(place: (first + last) / 2, start: line.start, end: line.end)
        }
    }

    /// Returns boxes around dark pixels that are near one another on a line, in the space of the straight page.
    private static func spots(in bitmap: Bitmap, _ scale: Double, _ slope: Double) -> [Rect] {
        // Tiles of two points; a word is a group of tiles.
        let side = max(2, Int(clamping: 2 / scale))
        let (columns, rows) = (bitmap.width / side + 1, bitmap.height / side + 1)
        var tiles = [Int](repeating: 0, count: columns * rows)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y] { tiles[y / side * columns + x / side] += 1 }
        }
        var seen = [Bool](repeating: false, count: tiles.count)
        var boxes: [Rect] = []
        for start in tiles.indices where tiles[start] >= 2 && !seen[start] {
            seen[start] = true
            var stack = [start]
            var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
            while let tile = stack.popLast() {
                let (row, column) = (tile / columns, tile % columns)
                let (x, y) = (Double(column * side), Double(row * side))
                let (sx, sy) = (x + slope * y, y - slope * x)
                (minX, maxX) = (min(minX, sx), max(maxX, sx + Double(side)))
                (minY, maxY) = (min(minY, sy), max(maxY, sy + Double(side)))
                for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1), (0, -2), (0, 2)] {
                    let (nextRow, nextColumn) = (row + down, column + right)
                    guard (0..<rows).contains(nextRow), (0..<columns).contains(nextColumn) else { continue }
                    let next = nextRow * columns + nextColumn
                    if tiles[next] >= 2, !seen[next] {
                        seen[next] = true
                        stack.append(next)
                    }
                }
            }
            let box = Rect(x0: minX * scale, y0: minY * scale, x1: maxX * scale, y1: maxY * scale)
            // Specks are no words.
            if box.width >= 3, box.height >= 3 {
                // The box of a printed word is higher than its ink.
                let margin = 0.15 * box.height
                boxes.append(Rect(x0: box.minX, y0: box.minY - margin, x1: box.maxX, y1: box.maxY + margin))
            }
        }
        return boxes
    }
}
