// SPDX-License-Identifier: GPL-3.0-or-later

/// The 8-bit channel layouts of PNG. The raw value is the color type in the file.
enum PixelLayout: UInt8 {
    case gray = 0
    case rgb = 2
    case grayAlpha = 4
    case rgba = 6

    var bytesPerPixel: Int {
        switch self {
        case .gray: 1
        case .grayAlpha: 2
        case .rgb: 3
        case .rgba: 4
        }
    }

    init(isGray: Bool, hasAlpha: Bool) {
        self = hasAlpha ? (isGray ? .grayAlpha : .rgba) : (isGray ? .gray : .rgb)
    }

    /// Returns whether red, green and blue are equal in every pixel. Premultiplication does not affect this.
    static func isGray(_ buffer: PixelBuffer) -> Bool {
        for y in 0..<buffer.height {
            let row = buffer.row(y)
            // Bits 0–7 are blue ^ green, bits 8–15 green ^ red. Testing only once per row lets the compiler vectorize
            // the loop.
            var difference: UInt32 = 0
            for x in 0..<buffer.width { difference |= row[x] ^ (row[x] &>> 8) }
            if difference & 0xffff != 0 { return false }
        }
        return true
    }

    /// Writes a row of pixels in this layout.
    func unpack(_ row: UnsafePointer<UInt32>, count: Int, to out: UnsafeMutablePointer<UInt8>) {
        switch self {
        case .gray:
            for x in 0..<count { out[x] = UInt8(truncatingIfNeeded: row[x]) }
        case .rgb:
            for x in 0..<count {
                let p = row[x]
                out[3 &* x] = UInt8(truncatingIfNeeded: p &>> 16)
                out[3 &* x &+ 1] = UInt8(truncatingIfNeeded: p &>> 8)
                out[3 &* x &+ 2] = UInt8(truncatingIfNeeded: p)
            }
        case .grayAlpha:
            for x in 0..<count {
                let p = Self.straight(row[x])
                out[2 &* x] = UInt8(truncatingIfNeeded: p)
                out[2 &* x &+ 1] = UInt8(truncatingIfNeeded: p &>> 24)
            }
        case .rgba:
            for x in 0..<count {
                let p = Self.straight(row[x])
                out[4 &* x] = UInt8(truncatingIfNeeded: p &>> 16)
                out[4 &* x &+ 1] = UInt8(truncatingIfNeeded: p &>> 8)
                out[4 &* x &+ 2] = UInt8(truncatingIfNeeded: p)
                out[4 &* x &+ 3] = UInt8(truncatingIfNeeded: p &>> 24)
            }
        }
    }

    /// Returns a pixel unpremultiplied, with the rounding of cairo's PNG writer: (255·c + ⌊alpha / 2⌋) / alpha.
    ///
    /// A fully transparent pixel becomes 0.
    @inline(__always) static func straight(_ p: UInt32) -> UInt32 {
        let alpha = p &>> 24
        if alpha == 255 { return p }
        if alpha == 0 { return 0 }
        let half = alpha &>> 1
        let red = (((p &>> 16) & 255) &* 255 &+ half) / alpha & 255
        let green = (((p &>> 8) & 255) &* 255 &+ half) / alpha & 255
        let blue = ((p & 255) &* 255 &+ half) / alpha & 255
        return alpha &<< 24 | red &<< 16 | green &<< 8 | blue
    }
}
