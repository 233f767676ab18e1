// SPDX-License-Identifier: GPL-3.0-or-later

extension PixelBuffer {
    /// The factors by which ``reduced(by:)`` can reduce a picture.
    public static let reductions = 1...8

    /// Returns a smaller picture, reduced with a box filter: each pixel is the mean of a square of pixels.
    ///
    /// The mean of each premultiplied channel is rounded to the nearest integer; halves are rounded up. The filter
    /// averages the stored sRGB values without converting them to linear light. The result is closer to pictures of
    /// eight times the size from two other engines than an average in linear light (Benchmarks/PICTURES.md).
    ///
    /// - Parameter factor: the side of the squares in pixels, within ``reductions``.
    /// - Returns: a new buffer, or this buffer if the factor is 1.
    /// - Precondition: the width and the height are multiples of the factor.
    /// - Throws: ``RasterError`` with `outOfMemory`.
    public func reduced(by factor: Int) throws(RasterError) -> PixelBuffer {
        precondition(Self.reductions.contains(factor), "A picture can be reduced by a factor of 1 to 8.")
        precondition(width % factor == 0 && height % factor == 0, "Squares do not cover the picture.")
        guard factor > 1 else { return self }
        let small = try PixelBuffer(width: width / factor, height: height / factor, hasAlpha: hasAlpha)
        let mean = SquareMean(side: factor)
        for y in 0..<small.height {
            let out = (small.base + y * small.stride).assumingMemoryBound(to: UInt32.self)
            switch factor {
            case 2: mean.reduceByTwo(row(2 * y), width: width, into: out, count: small.width)
            case 4: mean.reduceByFour(row(4 * y), width: width, into: out, count: small.width)
            default: mean.reduce(row(factor * y), width: width, into: out, count: small.width)
            }
        }
        return small
    }
}

/// Computes the means of squares of pixels.
private struct SquareMean {
    private let side: Int
    private let half: UInt32
    /// The reciprocal of the area in units of 2⁻²², rounded up. It replaces a division by the area with a
    /// multiplication. The result is exact for sides up to 8, because (largest sum + area / 2) · area is below 2²².
    private let reciprocal: UInt32

    init(side: Int) {
        self.side = side
        let area = UInt32(side * side)
        half = area / 2
        reciprocal = ((1 << 22) + area - 1) / area
    }

    /// Reduces `side` successive rows.
    ///
    /// A 32-bit number contains the sums of two channels: blue and red, or green and alpha. Each sum is at most 64 ×
    /// 255, which fits in 16 bits.
    func reduce(_ rows: UnsafePointer<UInt32>, width: Int, into out: UnsafeMutablePointer<UInt32>, count: Int) {
        for x in 0..<count {
            var (even, odd): (UInt32, UInt32) = (0, 0)
            for line in 0..<side {
                let row = rows + (line &* width &+ x &* side)
                for column in 0..<side {
                    even = even &+ (row[column] & 0x00ff_00ff)
                    odd = odd &+ ((row[column] &>> 8) & 0x00ff_00ff)
                }
            }
            out[x] = pixel(even, odd)
        }
    }

    /// Reduces two successive rows with vectors: four squares at a time. Pages below 100 dpi use a side of two.
    func reduceByTwo(_ rows: UnsafePointer<UInt32>, width: Int, into out: UnsafeMutablePointer<UInt32>, count: Int) {
        let mask = SIMD8<UInt32>(repeating: 0x00ff_00ff)
        let (start, step) = (UnsafeRawPointer(rows), 4 &* width)
        let whole = count & ~3
        var x = 0
        while x < whole {
            let first = (start + 8 &* x).loadUnaligned(as: SIMD8<UInt32>.self)
            let second = (start + 8 &* x + step).loadUnaligned(as: SIMD8<UInt32>.self)
            let even = (first & mask) &+ (second & mask)
            let odd = ((first &>> 8) & mask) &+ ((second &>> 8) & mask)
            let means = Self.quarter(even) | Self.quarter(odd) &<< 8
            UnsafeMutableRawPointer(out + x).storeBytes(of: means, as: SIMD4<UInt32>.self)
            x &+= 4
        }
        reduce(rows + 2 &* whole, width: width, into: out + whole, count: count &- whole)
    }

    /// The means of four squares, from the sums of their columns. A number holds two channels.
    @inline(__always) private static func quarter(_ columns: SIMD8<UInt32>) -> SIMD4<UInt32> {
        let sums = columns.evenHalf &+ columns.oddHalf &+ SIMD4<UInt32>(repeating: 0x0002_0002)
        return (sums &>> 2) & SIMD4<UInt32>(repeating: 0x00ff_00ff)
    }

    /// Reduces four successive rows with SIMD vectors, because most small pictures use a factor of 4.
    func reduceByFour(_ rows: UnsafePointer<UInt32>, width: Int, into out: UnsafeMutablePointer<UInt32>, count: Int) {
        let mask = SIMD4<UInt32>(repeating: 0x00ff_00ff)
        let start = UnsafeRawPointer(rows)
        let step = 4 &* width
        for x in 0..<count {
            let at = start + (16 &* x)
            let first = at.loadUnaligned(as: SIMD4<UInt32>.self)
            let second = (at + step).loadUnaligned(as: SIMD4<UInt32>.self)
            let third = (at + 2 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
            let fourth = (at + 3 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
            let even = (first & mask) &+ (second & mask) &+ (third & mask) &+ (fourth & mask)
            let high = ((first &>> 8) & mask) &+ ((second &>> 8) & mask)
            let odd = high &+ ((third &>> 8) & mask) &+ ((fourth &>> 8) & mask)
            out[x] = pixel(even.wrappedSum(), odd.wrappedSum())
        }
    }

    /// Returns the pixel with the means of the channels, computed from their sums.
    @inline(__always) private func pixel(_ even: UInt32, _ odd: UInt32) -> UInt32 {
        let blue = (((even & 0xffff) &+ half) &* reciprocal) &>> 22
        let red = (((even &>> 16) &+ half) &* reciprocal) &>> 22
        let green = (((odd & 0xffff) &+ half) &* reciprocal) &>> 22
        let alpha = (((odd &>> 16) &+ half) &* reciprocal) &>> 22
        return alpha &<< 24 | red &<< 16 | green &<< 8 | blue
    }
}
