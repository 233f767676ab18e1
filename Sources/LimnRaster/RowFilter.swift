// SPDX-License-Identifier: GPL-3.0-or-later

/// The scanline filters of PNG, which replace each byte with its difference from a prediction (PNG specification, 9.2).
///
/// Average (3) is omitted, because it almost never gives the best result.
enum RowFilter: UInt8 {
    case none = 0
    case sub = 1
    case up = 2
    case paeth = 4

    /// Writes a filtered scanline of `count` bytes to `out`.
    ///
    /// - Parameters:
    ///   - row: the scanline, preceded by at least `step` zero bytes.
    ///   - above: the scanline above, or zeros for the first scanline; also preceded by at least `step` zero bytes.
    ///   - step: the number of bytes per pixel.
    func apply(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, step: Int,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        switch self {
        case .none:
            out.update(from: row, count: count)
        case .sub:
            let left = row - step
            for i in 0..<count { out[i] = row[i] &- left[i] }
        case .up:
            for i in 0..<count { out[i] = row[i] &- above[i] }
        case .paeth:
            let left = row - step
            let corner = above - step
            for i in 0..<count { out[i] = row[i] &- Self.predict(left[i], above[i], corner[i]) }
        }
    }

    /// The Paeth predictor: returns whichever of left (`a`), above (`b`) and upper left (`c`) is closest to a + b − c.
    ///
    /// The code has no branches, so that the compiler can vectorize the loop.
    @inline(__always) private static func predict(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
        let (wa, wb, wc) = (
            Int16(truncatingIfNeeded: a), Int16(truncatingIfNeeded: b), Int16(truncatingIfNeeded: c)
        )
        let pa = wb &- wc
        let pb = wa &- wc
        let pc = pa &+ pb
        let (da, db, dc) = (pa < 0 ? 0 &- pa : pa, pb < 0 ? 0 &- pb : pb, pc < 0 ? 0 &- pc : pc)
        let ab = db < da ? b : a
        let d = db < da ? db : da
        return dc < d ? c : ab
    }

    /// Returns the sum of the absolute values of the bytes as signed numbers. It is small if a filter predicts well.
    @inline(__always) static func cost(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum: UInt32 = 0
        for i in 0..<count {
            let v = bytes[i]
            let w = 0 &- v
            sum &+= UInt32(truncatingIfNeeded: v < w ? v : w)
        }
        return Int(sum)
    }
}
