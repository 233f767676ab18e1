// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnRaster

extension InkComparison {
    /// Returns the center and the contrast of the first square in which high-contrast content has vanished; nil if
    /// there is none.
    ///
    /// The comparison of means would miss small letters, because they change the mean of a square too little.
    func vanishedElsewhere() -> (x: Int, y: Int, levels: Int)? {
        let side = Self.square
        for top in stride(from: 0, to: before.height, by: side) {
            for left in stride(from: 0, to: before.width, by: side) {
                let (right, bottom) = (min(left + side, before.width), min(top + side, before.height))
                let contrast = Self.contrast(of: before, left..<right, top..<bottom)
                guard contrast >= Self.striking else { continue }
                // Redrawn content may have moved by a few pixels.
                let columns = max(0, left - Self.shift)..<min(before.width, right + Self.shift)
                let rows = max(0, top - Self.shift)..<min(before.height, bottom + Self.shift)
                guard Self.contrast(of: after, columns, rows) * 4 < contrast else { continue }
                let isInked = rows.contains { y in columns.contains { isNearInk($0, y) } }
                if !isInked { return ((left + right) / 2, (top + bottom) / 2, contrast) }
            }
        }
        return nil
    }

    /// The minimum contrast of content that must stay visible, in levels of 255.
    private static var striking: Int { 96 }
    /// The largest displacement of redrawn content, in pixels.
    private static var shift: Int { 2 }

    /// Returns the largest difference of gray levels within a rectangle. Green has double weight.
    private static func contrast(of picture: PixelBuffer, _ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        var (low, high) = (UInt32.max, UInt32.min)
        for y in rows {
            let row = picture.pixels(y)
            for x in columns {
                let pixel = row[x]
                let level = (pixel & 255) + 2 * (pixel >> 8 & 255) + (pixel >> 16 & 255)
                low = min(low, level)
                high = max(high, level)
            }
        }
        return high > low ? Int(high - low) / 4 : 0
    }
}
