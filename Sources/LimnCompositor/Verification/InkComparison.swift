// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPictures
internal import LimnRaster

/// Compares three pictures of the same size: the original page, the expected page and the actual page.
struct InkComparison {
    /// The original page, as changes away from the ink are judged.
    var before: PixelBuffer
    let wanted: PixelBuffer
    let after: PixelBuffer
    /// The original page in the picture to which the ink was added.
    private let blank: PixelBuffer
    /// Parts of the picture in which anything may change.
    var masks: [PixelGrid] = []
    /// The ink with lines at least one pixel wide, opaque on a clear background; nil if it has not been painted. Engines
    /// widen thin lines, so a change may be visible where ``wanted`` rounds the ink to nothing.
    var trace: PixelBuffer?
    /// The broad lines of the ink, opaque on a clear background; nil if there are none. What shows there must have the expected
    /// colors: a highlighter lets the words below it through.
    var broad: PixelBuffer?
    /// The number of pixels that ink should change visibly, and the number of those that have changed.
    private(set) var expected = 0
    private(set) var changed = 0
    /// The bounding box of the expected pixels that have not changed, in pixels of the picture; nil if there are none.
    private(set) var missing: Rect?

    /// The largest distance, in whole pixels, between an expected change and its expected position. It is at least 1,
    /// because engines move glyphs, and lines about as wide as a pixel, to whole pixels.
    private let reach: Int
    /// The distance in pixels from the ink within which a pixel may change: the largest displacement of edges, plus the
    /// effects of rounding and antialiasing.
    private let margin: Int
    static let square = 8

    /// Makes a comparison.
    ///
    /// - Parameter tolerance: the largest displacement of edges, in pixels.
    init(before: PixelBuffer, wanted: PixelBuffer, after: PixelBuffer, tolerance: Double) {
        // Antialiasing hides smaller displacements.
        let displacement = tolerance <= 0.12 ? 0 : Int(clamping: min(tolerance, 100).rounded(.up))
        reach = max(1, displacement)
        margin = 2 + displacement
        self.before = before
        blank = before
        self.wanted = wanted
        self.after = after
    }

    /// Counts the pixels that ink should change, and how many of them have changed.
    ///
    /// Pixels at the edge count only if they have changed: an engine may have moved their ink out of the picture.
    mutating func countInk() {
        let miscolored = miscoloredPixels()
        for y in 0..<before.height {
            let (old, ink, new) = (before.pixels(y), wanted.pixels(y), after.pixels(y))
            for x in 0..<before.width where old[x] != ink[x] {
                let levels = Self.levels(old[x], ink[x])
                guard levels >= PageVerifier.visibleLevels else { continue }
                let isMiscolored = !miscolored.isEmpty && miscolored[y * before.width + x]
                if !isMiscolored,
                    Self.levels(old[x], new[x]) >= PageVerifier.changedLevels || hasChanged(near: x, y)
                {
                    changed += 1
                } else if !isMiscolored, x == 0 || y == 0 || x == before.width - 1 || y == before.height - 1 {
                    continue
                } else {
                    let pixel = Rect(x0: Double(x), y0: Double(y), x1: Double(x + 1), y1: Double(y + 1))
                    missing = missing?.union(pixel) ?? pixel
                }
                expected += 1
            }
        }
    }

    /// Returns for each pixel whether it lies in a square that is covered with broad ink and whose mean is not the expected
    /// one; empty if there is no such square.
    private func miscoloredPixels() -> [Bool] {
        guard let broad else { return [] }
        var found: [Bool] = []
        let side = Self.square
        // Squares overlap: a level line that covers nine whole rows contains one.
        for top in stride(from: 0, through: before.height - side, by: 2) {
            for left in stride(from: 0, through: before.width - side, by: 2) {
                let (rows, columns) = (top..<(top + side), left..<(left + side))
                guard broad.pixels(top)[left] >> 24 == 255,
                    rows.allSatisfy({ y in columns.allSatisfy { broad.pixels(y)[$0] >> 24 == 255 } }),
                    Self.meanDifference(of: wanted, and: after, columns, rows) > PageVerifier.broadLevels
                else { continue }
                if found.isEmpty { found = Array(repeating: false, count: before.width * before.height) }
                for y in rows { for x in columns { found[y * before.width + x] = true } }
            }
        }
        return found
    }

    /// Returns the largest difference of the means of a rectangle's components, in levels of 255.
    private static func meanDifference(
        of one: PixelBuffer, and other: PixelBuffer, _ columns: Range<Int>, _ rows: Range<Int>
    ) -> Int {
        var sums = (0, 0, 0)
        for y in rows {
            let (old, new) = (one.pixels(y), other.pixels(y))
            for x in columns {
                sums.0 += Int(new[x] & 255) - Int(old[x] & 255)
                sums.1 += Int(new[x] >> 8 & 255) - Int(old[x] >> 8 & 255)
                sums.2 += Int(new[x] >> 16 & 255) - Int(old[x] >> 16 & 255)
            }
        }
        return Int(max(sums.0.magnitude, sums.1.magnitude, sums.2.magnitude)) / (columns.count * rows.count)
    }

    private func hasChanged(near x: Int, _ y: Int) -> Bool {
        for row in max(0, y - reach)...min(before.height - 1, y + reach) {
            let (old, new) = (before.pixels(row), after.pixels(row))
            for column in max(0, x - reach)...min(before.width - 1, x + reach)
            where Self.levels(old[column], new[column]) >= PageVerifier.changedLevels { return true }
        }
        return false
    }

    /// Returns the first pixel away from the ink that has changed by more than one level; nil if there is none.
    func changeElsewhere() -> (x: Int, y: Int, levels: Int)? {
        for y in 0..<before.height {
            let (old, new) = (before.pixels(y), after.pixels(y))
            for x in 0..<before.width where old[x] != new[x] {
                let levels = Self.levels(old[x], new[x])
                if levels > 1, !isNearInk(x, y) { return (x, y, levels) }
            }
        }
        return nil
    }

    /// Returns the center of the first square away from the ink whose mean has changed by more than
    /// ``PageVerifier/coarseLevels``; nil if there is none.
    func coarseChangeElsewhere() -> (x: Int, y: Int, levels: Int)? {
        let side = Self.square
        // The last squares are whole, too: a few pixels at the edge would be compared more strictly than others.
        for top in stride(from: 0, to: before.height, by: side).map({ min($0, max(0, before.height - side)) }) {
            for left in stride(from: 0, to: before.width, by: side).map({ min($0, max(0, before.width - side)) }) {
                let (right, bottom) = (min(left + side, before.width), min(top + side, before.height))
                let levels = Self.meanDifference(of: before, and: after, left..<right, top..<bottom)
                guard levels > PageVerifier.coarseLevels else { continue }
                let isInked = (top..<bottom).contains { y in (left..<right).contains { isNearInk($0, y) } }
                if !isInked { return ((left + right) / 2, (top + bottom) / 2, levels) }
            }
        }
        return nil
    }

    /// Returns whether a pixel lies within the margin around a mask or around a pixel that ink should change.
    func isNearInk(_ x: Int, _ y: Int) -> Bool {
        if masks.contains(where: { $0.contains(x, y, margin: margin) }) { return true }
        for row in max(0, y - margin)...min(before.height - 1, y + margin) {
            let (old, ink) = (blank.pixels(row), wanted.pixels(row))
            for column in max(0, x - margin)...min(before.width - 1, x + margin)
            where (old[column] ^ ink[column]) & 0xff_ffff != 0 { return true }
            if let trace = trace?.pixels(row) {
                for column in max(0, x - margin)...min(before.width - 1, x + margin) where trace[column] != 0 {
                    return true
                }
            }
        }
        return false
    }

    /// Returns the largest difference of the red, green and blue components.
    @inline(__always) static func levels(_ a: UInt32, _ b: UInt32) -> Int {
        func part(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return max(part(0), part(8), part(16))
    }
}

extension PixelGrid {
    /// Returns whether a pixel lies in the grid or within the margin around it.
    fileprivate func contains(_ x: Int, _ y: Int, margin: Int) -> Bool {
        (self.x - margin..<self.x + width + margin).contains(x)
            && (self.y - margin..<self.y + height + margin).contains(y)
    }
}
