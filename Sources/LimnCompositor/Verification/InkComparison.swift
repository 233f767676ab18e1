// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPictures
internal import LimnRaster

/// Compares three pictures of the same size: the original page, the expected page and the actual page.
struct InkComparison {
    let before: PixelBuffer
    let wanted: PixelBuffer
    let after: PixelBuffer
    /// Parts of the picture in which anything may change.
    var masks: [PixelGrid] = []
    /// Parts of the picture with typed text, which may move by one pixel.
    var texts: [PixelGrid] = []
    /// The number of pixels that ink should change visibly, and the number of those that have changed.
    private(set) var expected = 0
    private(set) var changed = 0

    /// The largest displacement of edges, in whole pixels. An expected change may appear at most this far from its
    /// expected position.
    private let reach: Int
    /// The distance in pixels from the ink within which a pixel may change: the reach, plus the effects of rounding and
    /// antialiasing.
    private let margin: Int
    static let square = 8

    /// Makes a comparison.
    ///
    /// - Parameter tolerance: the largest displacement of edges, in pixels.
    init(before: PixelBuffer, wanted: PixelBuffer, after: PixelBuffer, tolerance: Double) {
        // Antialiasing hides smaller displacements.
        reach = tolerance <= 0.12 ? 0 : Int(clamping: min(tolerance, 100).rounded(.up))
        margin = 2 + reach
        self.before = before
        self.wanted = wanted
        self.after = after
    }

    /// Counts the pixels that ink should change, and how many of them have changed.
    mutating func countInk() {
        for y in 0..<before.height {
            let (old, ink, new) = (before.pixels(y), wanted.pixels(y), after.pixels(y))
            for x in 0..<before.width where old[x] != ink[x] {
                let levels = Self.levels(old[x], ink[x])
                guard levels >= PageVerifier.visibleLevels else { continue }
                expected += 1
                if Self.levels(old[x], new[x]) >= PageVerifier.changedLevels || hasChanged(near: x, y) { changed += 1 }
            }
        }
    }

    private func hasChanged(near x: Int, _ y: Int) -> Bool {
        let reach = reach == 0 && texts.contains { $0.contains(x, y, margin: 1) } ? 1 : reach
        guard reach > 0 else { return false }
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

    /// Returns the centre of the first square away from the ink whose mean has changed by more than
    /// ``PageVerifier/coarseLevels``; nil if there is none.
    func coarseChangeElsewhere() -> (x: Int, y: Int, levels: Int)? {
        let side = Self.square
        for top in stride(from: 0, to: before.height, by: side) {
            for left in stride(from: 0, to: before.width, by: side) {
                let (right, bottom) = (min(left + side, before.width), min(top + side, before.height))
                var sums = (0, 0, 0)
                for y in top..<bottom {
                    let (old, new) = (before.pixels(y), after.pixels(y))
                    for x in left..<right {
                        sums.0 += Int(new[x] & 255) - Int(old[x] & 255)
                        sums.1 += Int(new[x] >> 8 & 255) - Int(old[x] >> 8 & 255)
                        sums.2 += Int(new[x] >> 16 & 255) - Int(old[x] >> 16 & 255)
                    }
                }
                let most = max(sums.0.magnitude, sums.1.magnitude, sums.2.magnitude)
                let levels = Int(most) / ((right - left) * (bottom - top))
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
            let (old, ink) = (before.pixels(row), wanted.pixels(row))
            for column in max(0, x - margin)...min(before.width - 1, x + margin)
            where (old[column] ^ ink[column]) & 0xff_ffff != 0 { return true }
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
