// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A piece of handwriting as the picture that the model reads: black on white, 48 pixels high, lines 3 pixels wide, and the
/// rest of the width in grey.
struct WordPicture {
    /// The height in pixels. The model takes no other.
    static let height = 48
    /// The rows above and below the ink, and the columns beside it, in pixels.
    private static let margin = 4.0
    private static let lineWidth = 3.0
    /// The widths in pixels are multiples of this one; the model was trained with 160 and 320.
    private static let widthStep = 160
    /// The maximum width in pixels, which bounds the memory that the model takes. Longer pieces are drawn smaller.
    private static let widthLimit = 1280

    /// The width in pixels, with the grey.
    let width: Int
    /// The width in pixels that the ink and its margins take.
    let inkWidth: Int
    /// The pixels row by row: −1 is black, 1 is white, and 0 the grey.
    let pixels: [Float]

    /// Draws polylines; nil if there is no finite point.
    ///
    /// - Parameters:
    ///   - lines: the centers of the lines, in any unit, y down.
    ///   - leastHeight: the height in the same unit that fills the picture at least, so that a dot does not.
    init?(_ lines: [[Point]], leastHeight: Double) {
        let lines = lines.map { $0.filter { $0.x.isFinite && $0.y.isFinite } }.filter { !$0.isEmpty }
        guard let box = Rect(containing: lines.joined()), box.width.isFinite, box.height.isFinite else { return nil }
        let room = Double(Self.height) - 2 * Self.margin
        let inkHeight = max(box.height, leastHeight, 1e-9)
        let scale = min(room / inkHeight, (Double(Self.widthLimit) - 2 * Self.margin) / max(box.width, 1e-9))
        inkWidth = min(Self.widthLimit, Int(clamping: (box.width * scale + 2 * Self.margin).rounded(.up)))
        width = (inkWidth + Self.widthStep - 1) / Self.widthStep * Self.widthStep
        let top = (Double(Self.height) - box.height * scale) / 2
        // How dark each pixel is, 0…1.
        var ink = [Float](repeating: 0, count: inkWidth * Self.height)
        for line in lines {
            let places = line.map {
                Point(x: ($0.x - box.minX) * scale + Self.margin, y: ($0.y - box.minY) * scale + top)
            }
            Self.draw(places[0], places[0], into: &ink, inkWidth)
            for (from, to) in zip(places, places.dropFirst()) { Self.draw(from, to, into: &ink, inkWidth) }
        }
        var pixels = [Float](repeating: 0, count: width * Self.height)
        for y in 0..<Self.height {
            for x in 0..<inkWidth { pixels[y * width + x] = 1 - 2 * ink[y * inkWidth + x] }
        }
        self.pixels = pixels
    }

    /// Darkens the pixels around a segment by how much of each the line covers. The time is proportional to the length.
    private static func draw(_ from: Point, _ to: Point, into ink: inout [Float], _ width: Int) {
        let reach = lineWidth / 2 + 1
        let rows = range(min(from.y, to.y) - reach, max(from.y, to.y) + reach, height)
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = dx * dx + dy * dy
        for row in rows {
            // The part of the segment that is so near to the row, and the columns beside it.
            var (start, end) = (from.x, to.x)
            if dy != 0 {
                func place(_ y: Double) -> Double { from.x + min(1, max(0, (y - from.y) / dy)) * dx }
                (start, end) = (place(Double(row) - reach), place(Double(row) + 1 + reach))
            }
            for column in range(min(start, end) - reach, max(start, end) + reach, width) {
                let (x, y) = (Double(column) + 0.5 - from.x, Double(row) + 0.5 - from.y)
                let share = length > 0 ? min(1, max(0, (x * dx + y * dy) / length)) : 0
                let (ex, ey) = (x - share * dx, y - share * dy)
                let cover = Float(min(1, max(0, lineWidth / 2 + 0.5 - (ex * ex + ey * ey).squareRoot())))
                if cover > ink[row * width + column] { ink[row * width + column] = cover }
            }
        }
    }

    /// The pixels between two places, of `count`.
    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = Int(clamping: min(max(low.rounded(.down), 0), Double(count)))
        return first..<max(first, Int(clamping: min(max(high.rounded(.up), 0), Double(count))))
    }
}
